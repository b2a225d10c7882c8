import type { Seat } from './Desks.tsx'

/** In the address, what stands behind it is the next desk. */
const apart = '+'

export function splitSeats(path: string[]): Seat[] {
  const seats: string[][] = [[]]
  for (const part of path) {
    if (part === apart) seats.push([])
    else seats.at(-1)!.push(part)
  }
  return seats as Seat[]
}

export function joinSeats(seats: Seat[]): string[] {
  return seats.flatMap((seat, i) => [...(i > 0 ? [apart] : []), ...seat]).filter((part) => part !== undefined)
}
