/** A `Date` has whole seconds, cut off. */
const secondMs = 1000

/** How far the clock of this machine is ahead of another's, as the `Date` of that one's answers tells. */
export function createAhead({ now }: { now: () => number }) {
  let ahead = 0
  return {
    /** An answer to what was asked at `askedAt`. */
    heard(date: string | string[] | undefined, askedAt: number): void {
      const said = Date.parse(String(date ?? ''))
      if (Number.isNaN(said)) return
      // It was written after it was asked for and before it came.
      const [least, most] = [askedAt - said - secondMs, now() - said]
      ahead = least > 0 ? least : most < 0 ? most : 0
    },
    /** In milliseconds, as much as is sure; negative where this clock is behind. */
    ms: (): number => ahead,
  }
}
