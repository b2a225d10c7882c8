import type { Config } from '../../../config/index.ts'
import type { Language, Texts } from '../../../lib/language.ts'
import { type Finding, fault, ok, unknown } from '../../../ports/setup.ts'
import { damageOf } from '../../../store/check.ts'
import type { Store } from '../../../store/index.ts'
import { NoConnection } from '../../../store/no-connection.ts'
import { everywhere, type Pause } from '../../../store/pauses.ts'
import { freeAt, scarceBytes, sizeOf } from '../../disk.ts'
import { words as all } from '../../words/index.ts'
import { tryRedis } from '../redis.ts'
import { tryEmbeddings, tryModel } from '../trying.ts'

const words = all.doctor

/** In milliseconds. */
const readyMs = 5_000
/** The log of the database has room of its own, so that a full disk is noticed only when that is used up. */
const fullBytes = 1e6
/** What the running server knows better than anybody who looks from outside. */
const ofServer: ReadonlySet<string> = new Set(['model', 'clock', 'database'])

export interface HouseParts {
  config: Config
  /** Where this Parley listens, when it runs. */
  url: string
  /** In which whoever looks reads. */
  language: Language
  /** Rejects where the database cannot be opened. */
  open(): Promise<{ store: Store; close(): Promise<void> }>
}

/** Whether what stands beside the platforms is well: database, Redis, disk, model, embeddings, and the address where people reach it. */
export async function* houseFindings({ config, url, open, language }: HouseParts): AsyncGenerator<Finding> {
  const kept = await database(config, open, language)
  yield* kept
  if (config.shared?.redisUrl) yield await redis(config.shared.redisUrl, language)
  yield await disk(config.dataFolder, language)
  yield await model(config, language)
  if (config.embeddings) yield await embeddings(config.embeddings, language)
  const local = await told(`${url}/readyz`)
  const isSaid = (what: string) => kept.some((one) => one.what === what && one.state === 'fault')
  // Of a server that does not run nothing is known.
  for (const { what, why } of local?.degraded ?? []) if (ofServer.has(what) && !isSaid(what)) yield fault(what, why)
  if (config.env['PUBLIC_URL'] && config.publicUrl) {
    yield await publicAddress(config.publicUrl, local !== undefined, language)
  }
}

async function database(config: Config, open: HouseParts['open'], language: Language): Promise<Finding[]> {
  try {
    const kept = await open()
    try {
      await kept.store.canWrite()
      const damage = config.databaseUrl ? undefined : await damageOf(config.dataFolder)
      if (damage !== undefined) return [fault('database', words.damaged(damage)[language])]
      if (!config.databaseUrl && (await isFull(config.dataFolder))) {
        return [fault('database', words.isFull(config.dataFolder)[language])]
      }
      const well = config.databaseUrl ? words.writes : words.isWhole(config.dataFolder)
      const paused = await kept.store.pauses.current()
      return [
        ok('database', well[language]),
        ...kept.store.db.warnings.map((why) => fault('database', why)),
        ...paused.map((pause) => pauseFinding(pause, language)),
      ]
    } finally {
      await kept.close()
    }
  } catch (error) {
    return [fault('database', failing(error as Error)[language])]
  }
}

const failing = ({ message, cause }: Error): Texts =>
  cause instanceof NoConnection ? cause.say : words.takesNothing(message)

/** Somebody has stopped all answers, and may have forgotten it. */
function pauseFinding({ scope, began_at: since, why }: Pause, language: Language): Finding {
  const account = scope === everywhere ? undefined : scope
  return fault('pause', words.paused(account, new Date(since).toISOString(), why)[language])
}

async function redis(url: string, language: Language): Promise<Finding> {
  try {
    return ok('redis', words.answers(await tryRedis(url))[language])
  } catch (error) {
    return fault('redis', (error as Error).message)
  }
}

async function disk(folder: string, language: Language): Promise<Finding> {
  try {
    return roomFinding(await freeAt(folder), folder, language)
  } catch (error) {
    return unknown('disk', words.freeUnknown((error as Error).message)[language])
  }
}

const isFull = (folder: string): Promise<boolean> =>
  freeAt(folder).then(
    (free) => free < fullBytes,
    () => false,
  )

export function roomFinding(free: number, folder: string, language: Language): Finding {
  const room = words.free(sizeOf(free), folder)[language]
  return free < scarceBytes ? fault('disk', `${room} ${words.makeRoom[language]}`) : ok('disk', room)
}

async function model(config: Config, language: Language): Promise<Finding> {
  const tried = await tryModel(config)
  if (tried.ok) return ok('model', words.modelAnswers(tried.model, tried.provider, tried.ms)[language])
  if ('isNone' in tried) return unknown('model', words.noModel[language])
  return fault('model', words.modelFails(tried.why)[language])
}

async function embeddings(settings: NonNullable<Config['embeddings']>, language: Language): Promise<Finding> {
  try {
    return ok('embeddings', words.embeds(settings.model, await tryEmbeddings(settings))[language])
  } catch (error) {
    return fault('embeddings', words.embedsNothing((error as Error).message)[language])
  }
}

/** Whether whoever follows our links comes to us. */
async function publicAddress(publicUrl: string, isRunning: boolean, language: Language): Promise<Finding> {
  const there = await told(`${publicUrl}/readyz`)
  if (there) return ok('public address', words.leadsHere(publicUrl)[language])
  if (!isRunning) return unknown('public address', words.leadsNowhere(publicUrl)[language])
  return fault('public address', words.leadsElsewhere(publicUrl)[language])
}

interface Ready {
  degraded: { what: string; why: string }[]
}

/** What a server says of itself; undefined where none of ours answers. */
async function told(address: string): Promise<Ready | undefined> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(readyMs), redirect: 'error' })
    const { checks, degraded = [] } = (await response.json()) as Partial<Ready> & { checks?: object }
    return checks === undefined ? undefined : { degraded }
  } catch {
    return undefined
  }
}
