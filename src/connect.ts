import { AppError } from './errors.ts'
import type { Log } from './log.ts'

const firstPauseMs = 1000
const longestPauseMs = 60_000

export interface Connection {
  connected(): boolean
  /** Ends the trying; resolves when nothing is tried any more. */
  stop(): Promise<void>
}

/**
 * Connects to a platform. One that cannot be reached (`…_unreachable`) is tried again in the background until it can;
 * whatever else is wrong at first rejects, because an operator has to mend it.
 */
export async function keepConnecting(
  connect: (signal: AbortSignal) => Promise<void>,
  { sleep, log }: { sleep: (ms: number, signal: AbortSignal) => Promise<void>; log: Log },
): Promise<Connection> {
  const stopping = new AbortController()
  const { signal } = stopping
  let connected = false
  let trying: Promise<void> | undefined

  const attempt = async () => {
    await connect(signal)
    connected = true
  }
  const tryAgain = async () => {
    for (let pause = firstPauseMs; !connected; pause = Math.min(2 * pause, longestPauseMs)) {
      await sleep(pause, signal)
      await attempt().catch(say)
    }
  }
  const say = (err: unknown) => log.warn({ err }, 'a platform is not connected; trying again')

  try {
    await attempt()
  } catch (error) {
    if (!(error instanceof AppError && error.code.endsWith('_unreachable'))) throw error
    say(error)
    // Rejects when it is stopped, and for no other reason.
    trying = tryAgain().catch(() => {})
  }
  return {
    connected: () => connected,
    async stop() {
      stopping.abort()
      await trying
    },
  }
}
