import { within } from './within.ts'

interface SharedLookParts<Answer> {
  look(): Promise<Answer>
  /** What is told where a look takes longer than `limitMs`, or fails. */
  late: Answer
  limitMs: number
  /** What was told holds for so long. */
  keptMs: number
  now: () => number
}

/** For those who ask again and again, from many sides: one look at a time, however long it takes, and what it told holds for a moment. */
export function sharedLook<Answer>({ look, late, limitMs, keptMs, now }: SharedLookParts<Answer>) {
  let running: Promise<Answer> | undefined
  let last: { told: Answer; at: number } | undefined

  const heard = (told: Answer): Answer => {
    last = { told, at: now() }
    return told
  }
  return async (): Promise<Answer> => {
    // Also what a clock that was set back says is from the future.
    if (last && Math.abs(now() - last.at) < keptMs) return last.told
    running ??= look()
      .then(heard)
      .finally(() => {
        running = undefined
      })
    return within(limitMs, running, () => new Error('no answer')).catch(() => heard(late))
  }
}
