import { statfs } from 'node:fs/promises'
import type { Config } from '../../../config/index.ts'
import { type Finding, fault, ok, unknown } from '../../../ports/setup.ts'
import { damageOf } from '../../../store/check.ts'
import type { Store } from '../../../store/index.ts'
import { everywhere, type Pause } from '../../../store/pauses.ts'
import { tryRedis } from '../redis.ts'
import { tryEmbeddings, tryModel } from '../trying.ts'

/** In milliseconds. */
const readyMs = 5_000
/** Less than this is soon full: a log of the database and a backup each need room. */
const scarceBytes = 500e6
/** What the running server knows better than anybody who looks from outside. */
const ofServer: ReadonlySet<string> = new Set(['model', 'clock', 'database'])

export interface HouseParts {
  config: Config
  /** Where this Parley listens, when it runs. */
  url: string
  /** Rejects where the database cannot be opened. */
  open(): Promise<{ store: Store; close(): Promise<void> }>
}

/** Whether what stands beside the platforms is well: database, Redis, disk, model, embeddings, and the address where people reach it. */
export async function* houseFindings({ config, url, open }: HouseParts): AsyncGenerator<Finding> {
  yield* await database(config, open)
  if (config.shared?.redisUrl) yield await redis(config.shared.redisUrl)
  yield await disk(config.dataFolder)
  yield await model(config)
  if (config.embeddings) yield await embeddings(config.embeddings)
  const local = await told(`${url}/readyz`)
  // Of a server that does not run nothing is known.
  for (const { what, why } of local?.degraded ?? []) if (ofServer.has(what)) yield fault(what, why)
  if (config.env['PUBLIC_URL'] && config.publicUrl) yield await publicAddress(config.publicUrl, local !== undefined)
}

async function database(config: Config, open: HouseParts['open']): Promise<Finding[]> {
  try {
    const kept = await open()
    try {
      await kept.store.canWrite()
      const damage = config.databaseUrl ? undefined : await damageOf(config.dataFolder)
      if (damage !== undefined) {
        const say = `The file is damaged (${damage}). Stop Parley, keep a copy, and restore the latest backup: docs/backup.md.`
        return [fault('database', say)]
      }
      const where = config.databaseUrl ? 'PostgreSQL' : `The file in ${config.dataFolder} is whole, and`
      const paused = await kept.store.pauses.current()
      return [ok('database', `${where} takes what is written.`), ...paused.map(pauseFinding)]
    } finally {
      await kept.close()
    }
  } catch (error) {
    const say = `It takes nothing that is written (${(error as Error).message}). \`parley verify\` says whether it is whole.`
    return [fault('database', say)]
  }
}

/** Somebody has stopped all answers, and may have forgotten it. */
function pauseFinding({ scope, began_at: since, why }: Pause): Finding {
  const [what, end] =
    scope === everywhere ? ['Everything', 'parley resume'] : [`The account ${scope}`, '/agent resume in chat']
  return fault(
    'pause',
    `${what} is paused since ${new Date(since).toISOString()}${why === null ? '' : ` (${why})`}. It goes on with \`${end}\`.`,
  )
}

async function redis(url: string): Promise<Finding> {
  try {
    return ok('redis', `${await tryRedis(url)} answers.`)
  } catch (error) {
    return fault('redis', (error as Error).message)
  }
}

async function disk(folder: string): Promise<Finding> {
  try {
    const { bsize, bavail } = await statfs(folder)
    const free = bavail * bsize
    const room = `${(free / 1e9).toFixed(1)} GB are free where ${folder} is.`
    return free < scarceBytes
      ? fault(
          'disk',
          `${room} Make room, or put PARLEY_DATA on a larger disk: a database that is full takes no message.`,
        )
      : ok('disk', room)
  } catch (error) {
    return unknown('disk', `How much is free cannot be seen (${(error as Error).message}).`)
  }
}

async function model(config: Config): Promise<Finding> {
  const tried = await tryModel(config)
  if (tried.ok) {
    const { model: name, provider, ms } = tried
    return ok('model', `Agents that name none are answered by ${name} of ${provider}, which began after ${ms} ms.`)
  }
  if ('isNone' in tried) {
    return unknown('model', 'None is connected: agents say what is written for them. docs/models.md says more.')
  }
  return fault('model', `${tried.why} Look at its key and its address; docs/models.md says more.`)
}

async function embeddings(settings: NonNullable<Config['embeddings']>): Promise<Finding> {
  try {
    const numbers = await tryEmbeddings(settings)
    return ok('embeddings', `${settings.model} tells meanings in ${numbers} numbers.`)
  } catch (error) {
    const say = `${(error as Error).message}. Knowledge is found by its words alone until PARLEY_EMBEDDINGS_BASE_URL, _MODEL and _API_KEY are right.`
    return fault('embeddings', say)
  }
}

/** Whether whoever follows our links comes to us. */
async function publicAddress(publicUrl: string, isRunning: boolean): Promise<Finding> {
  const there = await told(`${publicUrl}/readyz`)
  if (there) return ok('public address', `${publicUrl} leads to a Parley that answers.`)
  if (!isRunning) return unknown('public address', `Nothing answers at ${publicUrl}. Start Parley, then look again.`)
  const say = `Parley runs, but ${publicUrl} does not lead to it from here. Look at PUBLIC_URL, at the name's address, and at the proxy in front.`
  return fault('public address', say)
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
