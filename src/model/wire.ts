/** A call of a platform that showed a part of an answer, or was to: without a word of what was shown. */
export interface WireCall {
  /** `look`: whether a message is there that may have been posted before; `open`: one is begun. */
  do: 'look' | 'open' | 'append' | 'edit' | 'finish' | 'remove'
  /** Which of the answer's messages, from 0. */
  n: number
  /** Since showing began, in milliseconds: when it was wanted. */
  at: number
  /** How long it waited for room in the platform's limits, in milliseconds. */
  waited: number
  /** How long it took. */
  ms: number
  end: 'ok' | 'limited' | 'refused' | 'unknown'
  /** What the platform refused it with. */
  code?: string
  /** So long the platform wants no such call. */
  retryMs?: number
}

/** The calls that showed an answer, in their order; of many the first and the last. */
export interface Wire {
  calls: readonly WireCall[]
  /** How many between the first and the last are left out. */
  leftOut: number
}
