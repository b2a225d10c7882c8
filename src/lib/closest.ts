/** The candidate a misspelt word most likely stands for: at most `edits` letters away, by default every third. */
export function closest(
  word: string,
  candidates: Iterable<string>,
  edits: number = Math.max(1, Math.floor(word.length / 3)),
): string | undefined {
  let best: string | undefined
  let least = edits + 1
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - word.length) >= least) continue
    const away = distance(word.toLowerCase(), candidate.toLowerCase())
    if (away < least) {
      least = away
      best = candidate
    }
  }
  return best
}

/** The candidate that a word stands for, misspelt or cut short. */
export function likest(word: string, candidates: readonly string[]): string | undefined {
  return closest(word, candidates) ?? candidates.find((candidate) => continues(word, candidate))
}

/** `; did you mean …?`, or nothing. */
export function didYouMean(word: string, candidates: readonly string[]): string {
  const near = likest(word, candidates)
  return near === undefined ? '' : `; did you mean ${near}?`
}

/** `warning` for `warn`, `llm` for `llmSettings`. */
function continues(word: string, candidate: string): boolean {
  return Math.min(word.length, candidate.length) >= 3 && (word.startsWith(candidate) || candidate.startsWith(word))
}

/** Letters to insert, drop, replace, or swap with their neighbour. */
function distance(a: string, b: string): number {
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      next[j] = Math.min(
        row[j]! + 1,
        next[j - 1]! + 1,
        row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1),
        swapped ? before[j - 2]! + 1 : Number.POSITIVE_INFINITY,
      )
    }
    before = row
    row = next
  }
  return row[b.length]!
}
