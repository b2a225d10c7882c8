import { randomUUID } from 'node:crypto'

let of = { time: -1, prefix: '' }

/**
 * A UUID of version 7: those made later sort behind, to the millisecond. Rows that are found by such an id are written side by
 * side, where random ids would touch a page each.
 */
export function timeOrderedId(now: number): string {
  if (of.time !== now) {
    const time = now.toString(16).padStart(12, '0')
    of = { time: now, prefix: `${time.slice(0, 8)}-${time.slice(8)}-7` }
  }
  return of.prefix + randomUUID().slice(15)
}
