import { AppError } from '../lib/errors.ts'
import type { Log } from '../lib/log.ts'

const firstPauseMs = 1000
const longestPauseMs = 60_000
/** What refuses us has to be mended by an operator, elsewhere; asking in vain may be held against us. */
const refusedPauseMs = 600_000

export interface Connection {
  connected(): boolean
  /** Why it is not, for whoever runs it; undefined once it is. */
  trouble(): string | undefined
  /** Ends the trying; resolves when nothing is tried any more. */
  stop(): Promise<void>
}

/**
 * Connects to a platform, and goes on trying in the background where that does not work at first: soon where it cannot be reached
 * (`…_unreachable`), rarely where it refuses us. Others go on meanwhile. Rejects where something else is wrong: with what was
 * configured, or with us.
 */
export async function keepConnecting(
  connect: (signal: AbortSignal) => Promise<void>,
  { platform, sleep, log }: { platform: string; sleep: (ms: number, signal: AbortSignal) => Promise<void>; log: Log },
): Promise<Connection> {
  const stopping = new AbortController()
  const { signal } = stopping
  let connected = false
  let failure: unknown
  let trying: Promise<void> | undefined

  /** Undefined when it is connected. */
  const attempt = async (): Promise<unknown> => {
    try {
      await connect(signal)
      connected = true
      return undefined
    } catch (error) {
      return error
    }
  }
  const tryAgain = async (): Promise<void> => {
    let pause = firstPauseMs
    while (!connected) {
      await sleep(isRefusal(failure) ? refusedPauseMs : pause, signal)
      pause = Math.min(2 * pause, longestPauseMs)
      failure = await attempt()
      if (failure !== undefined) say()
    }
  }
  const say = (): void => {
    if (isRefusal(failure)) log.error({ platform, err: failure }, failure.message)
    else log.warn({ platform, err: failure }, 'a platform is not connected; trying again')
  }

  failure = await attempt()
  if (failure !== undefined) {
    if (!(failure instanceof AppError) || failure.code.endsWith('_not_configured')) throw failure
    say()
    // Rejects when it is stopped, and for no other reason.
    trying = tryAgain().catch(() => {})
  }
  return {
    connected: () => connected,
    trouble() {
      if (connected) return undefined
      return failure instanceof AppError
        ? `${failure.message} It is tried again.`
        : 'It cannot be connected; it is tried again.'
    },
    async stop() {
      stopping.abort()
      await trying
    },
  }
}

/** The platform could be reached, and lets us in no more. */
const isRefusal = (error: unknown): error is AppError =>
  error instanceof AppError && !error.code.endsWith('_unreachable')
