/** Discord's ids: milliseconds since 2015 above 22 bits of counter, so that they sort by time. */
const EPOCH = 1_420_070_400_000n

export interface Snowflakes {
  /** An id later than all before it. */
  mint(): string
  /** Ids in use already, after a restart. */
  passed(id: string): void
}

export function createSnowflakes(now: () => number): Snowflakes {
  let last = 0n
  return {
    mint() {
      const first = (BigInt(Math.floor(now())) - EPOCH) << 22n
      last = first > last ? first : last + 1n
      return String(last)
    },
    passed(id) {
      const value = BigInt(id)
      if (value > last) last = value
    },
  }
}

/** When the thing with this id came to be, in milliseconds since 1970. */
export function timeOf(id: string): number {
  return Number((BigInt(id) >> 22n) + EPOCH)
}

export const isSnowflake = (value: unknown): value is string => typeof value === 'string' && /^\d{17,20}$/.test(value)
