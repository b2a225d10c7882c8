export interface Ranked {
  entry: number
  /** Where the phrase stands among all phrases. */
  place: number
  score: number
}

/** Keeps the best entries, each with its best phrase. Of equals, what stands first goes first, in whatever order they come. */
export function createRanking(limit: number) {
  const best: Ranked[] = []
  const before = (one: Ranked, other: Ranked) =>
    one.score > other.score || (one.score === other.score && one.place < other.place)

  return {
    best: best as readonly Ranked[],
    full: () => best.length >= limit,
    /** What scores less changes nothing. */
    floor: () => (best.length < limit ? 0 : (best.at(-1)?.score ?? Number.POSITIVE_INFINITY)),
    offer(ranked: Ranked): void {
      const at = best.findIndex(({ entry }) => entry === ranked.entry)
      if (at >= 0) {
        if (!before(ranked, best[at]!)) return
        best.splice(at, 1)
      }
      const behind = best.findIndex((other) => before(ranked, other))
      best.splice(behind < 0 ? best.length : behind, 0, ranked)
      if (best.length > limit) best.pop()
    },
  }
}
