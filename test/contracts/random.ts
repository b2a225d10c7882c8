/** 0 ≤ n < 1, in the same row for the same seed: mulberry32. */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** What random cases are drawn with. */
export function drawing(random: () => number) {
  const integer = (min: number, max: number): number => min + Math.floor(random() * (max - min + 1))
  return {
    integer,
    flip: (): boolean => random() < 0.5,
    list: <T>(maxLength: number, one: () => T): T[] => Array.from({ length: integer(0, maxLength) }, one),
  }
}
