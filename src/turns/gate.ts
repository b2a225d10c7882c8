import { AppError } from '../lib/errors.ts'
import type { Log } from '../lib/log.ts'
import { readOrderKey } from '../model/key.ts'
import type { Store } from '../store/index.ts'
import { createLooking } from '../store/looking.ts'
import { everywhere, type Pause } from '../store/pauses.ts'
import { sentences } from './words/index.ts'

/** A pause of another process is seen after so long. */
const lookEveryMs = 250
/** What callers are told to wait: nobody knows how long it takes. */
const retryAfterMs = 60_000

/**
 * For whom something is done: the agent, and the account that asks for it, where that may be another one than the agent's own.
 * Without either only a pause of the whole deployment counts.
 */
export interface Doing {
  agent?: string
  account?: string
}

/**
 * The gate that whatever answers, calls a webhook or tool, or posts by itself passes first. Undefined: it is open. A pause stands
 * in the database, so it holds in every process and over restarts, and costs nothing while there is none.
 */
export async function pauseOf(store: Store, doing: Doing): Promise<Pause | undefined> {
  if ((await store.pauses.current()).length === 0) return undefined
  return store.pauses.of(...(await accountsOf(store, doing)))
}

/** The same of the turns of an order key. */
export const pauseOfKey = (store: Store, key: string): Promise<Pause | undefined> => pauseOf(store, readOrderKey(key))

/** When the last pause ended in which a key's messages had to wait. */
export async function resumedAt(store: Store, key: string): Promise<number | undefined> {
  return store.pauses.endedAt(...(await accountsOf(store, readOrderKey(key))))
}

async function accountsOf(store: Store, { agent, account }: Doing): Promise<string[]> {
  const owner = agent === undefined ? undefined : (await store.agents.live(agent))?.account
  return [account, owner].filter((one) => one !== undefined)
}

/** What somebody hears who waits for an answer while there is none. */
export function paused(cause?: unknown): AppError {
  return new AppError('paused', sentences.paused, { status: 503, retryAfterMs, cause })
}

/** What is paused, for whoever looks after the deployment. */
export async function degradedByPause(store: Store): Promise<{ what: string; why: string }[]> {
  return (await store.pauses.current()).map(({ scope, began_at, paused_by, why }) => {
    const whose = scope === everywhere ? 'everything' : `the account ${scope}`
    const because = why === null ? '' : `: ${why}`
    return {
      what: 'paused',
      why: `${whose} is paused since ${new Date(began_at).toISOString()} by ${paused_by}${because}`,
    }
  })
}

export interface PauseWatchParts {
  store: Store
  /** End the turns that run here and are paused now. */
  endPaused: ((isPaused: (doing: Doing) => Promise<boolean>) => Promise<void>)[]
  /** Something may go on again. */
  onResumed(): unknown
  log: Log
}

/** Looks whether something was paused or goes on, by whichever process. */
export function watchPauses({ store, endPaused, onResumed, log }: PauseWatchParts) {
  let before: string | undefined
  let isLooking = false
  const looking = createLooking(log, 'the look whether something is paused')

  async function look(): Promise<void> {
    const all = await store.pauses.all()
    const now = [...all.values()].map(({ id, ended_at }) => `${id} ${ended_at}`).join()
    if (now === before) return
    before = now
    const isPaused = async (doing: Doing) => (await pauseOf(store, doing)) !== undefined
    for (const end of endPaused) await end(isPaused)
    // One may have begun and ended between two looks, or before the first.
    onResumed()
  }

  const timer = setInterval(async () => {
    if (isLooking) return
    isLooking = true
    await looking(look)
    isLooking = false
  }, lookEveryMs).unref()
  return { stop: () => clearInterval(timer) }
}
