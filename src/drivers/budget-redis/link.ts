import { createHash } from 'node:crypto'
import { Cluster } from 'ioredis'
import type { Log } from '../../lib/log.ts'
import { within } from '../../lib/within.ts'
import { openRedis, reasonOf } from '../redis/open.ts'

/** One script on one Redis. Every call ends within a second. */
export interface Link {
  /**
   * Resolves with which connection this is: another number, another connection; with a new one each time where it cannot be known
   * who will answer. Rejects when there is none, at once if that is known.
   */
  connected(): Promise<number>
  /** Rejects when there is no answer in time; what was asked may then have been done all the same. */
  call(keys: string[], argument: string): Promise<string>
  close(): void
}

const answerMs = 1000
/** A connection that gives no answer for this long is given up for a new one. */
const silentMs = 3000
const longestRetryMs = 1000

const late = () => new Error(`no answer for ${answerMs} ms`)

/** `url` may hold a password: it is never logged, and neither are the client's errors, which carry their commands. */
export function openLink({ url, script, log }: { url: string; script: string; log: Log }): Link {
  const digest = createHash('sha1').update(script).digest('hex')
  const client = openRedis(url, {
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    connectTimeout: silentMs,
    socketTimeout: silentMs,
    retryStrategy: (times) => Math.min(longestRetryMs, 50 * 2 ** times),
  })
  let connection = 0
  let isAway = false
  let isClosed = false
  let ready = waiting()

  function away(reason: string): void {
    ready.reject(new Error(reason))
    if (isAway) return
    isAway = true
    log.warn({ reason }, 'Redis cannot be asked for the platforms’ budgets: nothing new is shown until it can')
  }

  client.on('ready', () => {
    connection++
    ready.resolve()
  })
  client.on('close', () => {
    ready = waiting()
  })
  client.on('error', (error: Error) => away(reasonOf(error)))

  async function run(keys: string[], argument: string): Promise<unknown> {
    try {
      return await client.evalsha(digest, keys.length, ...keys, argument)
    } catch (error) {
      if (!String((error as Error).message).startsWith('NOSCRIPT')) throw error
      return client.eval(script, keys.length, ...keys, argument)
    }
  }

  return {
    async connected() {
      // A replica may have taken the place of the server, and this client stays the same.
      if (client.status === 'ready') return client instanceof Cluster ? ++connection : connection
      if (isAway) throw new Error('no connection')
      await within(answerMs, ready.promise, late).catch((error: Error) => {
        if (!isClosed) away(error.message)
        throw error
      })
      return connection
    },
    async call(keys, argument) {
      try {
        const answer = await within(answerMs, run(keys, argument), late)
        if (isAway) log.info('Redis can be asked for the platforms’ budgets again')
        isAway = false
        return answer as string
      } catch (error) {
        if (!isClosed) away(reasonOf(error))
        throw error
      }
    },
    close() {
      isClosed = true
      ready.reject(new Error('closed'))
      client.disconnect()
    },
  }
}

function waiting() {
  const waiting = Promise.withResolvers<void>()
  // Perhaps nobody does.
  waiting.promise.catch(() => {})
  return waiting
}
