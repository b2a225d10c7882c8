import { AppError } from '../lib/errors.ts'
import type { Log } from '../lib/log.ts'
import { networkOf } from '../lib/network.ts'
import { createRateLimit, type Rate } from './rate-limit.ts'
import { sentences } from './words/index.ts'

/** One rule for every door that a secret opens. */
export interface WrongKeys {
  /**
   * Takes note of a wrong key from `address`, and tells what to answer it with: `refusal`, or 429 `too_many_wrong_keys` where too
   * many came. Only ever asked about keys that were looked up and are wrong: whoever has a right one is never kept waiting.
   */
  refuse(address: string, refusal: AppError): AppError
  /** The same, for a door that has words of its own: for how long whoever came from there is to wait, in milliseconds; 0: it is told. */
  note(address: string): number
}

/** Whoever mistypes is told so at once; whoever guesses hears every ten seconds. */
const perAddress: Rate = { perSecond: 0.1, burst: 20 }
/** From all addresses together, because one may have many. */
const overall: Rate = { perSecond: 20, burst: 200 }
/** The log tells of them at most so often, in milliseconds. */
const tellEveryMs = 60_000
/** Addresses that the log names at once. */
const maxNamed = 5

export function createWrongKeys({ log, now }: { log: Log; now: () => number }): WrongKeys {
  const addresses = createRateLimit({ now })
  const all = createRateLimit({ now })
  const untold = { count: 0, throttled: 0, from: new Set<string>() }
  let toldAt = -tellEveryMs
  let tooManyUntil = 0

  /** While all together are too many, no address has to be remembered. An address that has had enough takes nothing from the others. */
  function waitOf(from: string): number {
    const at = now()
    if (at < tooManyUntil) return tooManyUntil - at
    const own = addresses.take(from, perAddress)
    if (!own.allowed) return own.retryMs
    const { allowed, retryMs } = all.take('', overall)
    if (allowed) return 0
    tooManyUntil = at + retryMs
    return retryMs
  }

  function tell(from: string, isThrottled: boolean): void {
    untold.count++
    if (isThrottled) untold.throttled++
    if (untold.from.size < maxNamed) untold.from.add(from)
    const at = now()
    if (at - toldAt < tellEveryMs) return
    toldAt = at
    const { count, throttled } = untold
    log.warn({ count, throttled, addresses: [...untold.from] }, 'wrong keys were refused')
    Object.assign(untold, { count: 0, throttled: 0, from: new Set() })
  }

  function note(address: string): number {
    const from = networkOf(address)
    const retryAfterMs = waitOf(from)
    tell(from, retryAfterMs > 0)
    return retryAfterMs
  }

  return {
    note,
    refuse(address, refusal) {
      const retryAfterMs = note(address)
      if (retryAfterMs === 0) return refusal
      return new AppError('too_many_wrong_keys', sentences.tooManyWrongKeys, { status: 429, retryAfterMs })
    },
  }
}
