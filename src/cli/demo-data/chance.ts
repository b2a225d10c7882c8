/** Chance that is the same for the same seed. */
export interface Chance {
  /** At least 0, less than 1. */
  next(): number
  of<Item>(items: readonly Item[]): Item
  weighed<Item>(items: readonly Item[], weight: (item: Item) => number): Item
}

/** The generator known as mulberry32: 32 bits of state are enough to make up talk. */
export function chanceOf(seed: number): Chance {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    next,
    of: (items) => items[Math.floor(next() * items.length)]!,
    weighed(items, weight) {
      let left = next() * items.reduce((sum, item) => sum + weight(item), 0)
      for (const item of items) {
        left -= weight(item)
        if (left < 0) return item
      }
      return items.at(-1)!
    },
  }
}
