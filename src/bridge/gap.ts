/** Edits of one message are at least this far apart, also where nothing limits them. */
const minGapMs = 350
/** Saved-up tokens are spread over the likely rest of an answer. */
const horizonMs = 12_000
/** Looked at again no sooner, so that rounding never makes a look in vain follow another. */
const minWaitMs = 10

/** What is left of a scope's budget for edits, and how many replies share it. */
export interface Share {
  tokens: number
  ratePerMs: number
  sharers: number
}

/**
 * When a message that was last shown at `since` may be edited again: after sharers / (rate + tokens / 12 s) in each scope, but
 * 350 ms at least. The room grows by the rate while it waits, so this solves
 * (waited + x) · (rate + (tokens + rate · x) / horizon) = sharers for the time x to wait yet.
 */
export function editableAt(since: number, time: number, shares: readonly Share[]): number {
  let at = since + minGapMs
  const waited = time - since
  for (const { tokens, ratePerMs, sharers } of shares) {
    if (waited * (ratePerMs + tokens / horizonMs) >= sharers) continue
    const b = ratePerMs * (waited + horizonMs) + tokens
    const c = sharers * horizonMs - waited * (ratePerMs * horizonMs + tokens)
    const wait = (Math.sqrt(b * b + 4 * ratePerMs * c) - b) / (2 * ratePerMs)
    at = Math.max(at, time + Math.max(minWaitMs, wait))
  }
  return at
}
