import { isBefore } from '../shared/timeline.ts'

export interface Ids {
  /** Of a message: the milliseconds of its time, as text; later ones are larger. */
  message(): string
  /** An id that has been used already, e.g. before a restart. */
  passed(id: string): void
}

export function createIds(now: () => number): Ids {
  let last = '0'
  return {
    message() {
      const wanted = String(Math.floor(now()))
      last = isBefore(last, wanted) ? wanted : String(BigInt(last) + 1n)
      return last
    },
    passed(id) {
      if (isBefore(last, id)) last = id
    },
  }
}
