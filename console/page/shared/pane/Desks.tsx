import type { ReactNode } from 'react'
import { navigate } from '../route.ts'
import styles from './Desks.module.css'
import { joinSeats, splitSeats } from './seats.ts'
import type { Ask } from './useAsked.ts'

/** Where a desk is: who one acts as, the place on screen, and what the platform shows beside it. */
export type Seat = [user?: string, place?: string, beside?: string]

export interface Desk {
  seat: Seat
  /** `replace`: what was asked for is not there, and this is. */
  onSeat: (seat: Seat, options?: { replace: boolean }) => void
  /** The first desk may open a second one, or do without it. */
  second?: { shown: boolean; open(other: Seat): void; close(): void }
  /** One of several desks at which the same is asked: tells how to ask at this one. Returns how to end that. */
  onAskable?: (ask: Ask) => () => void
}

interface Props {
  pane: string
  path: string[]
  /** Leaves a frame of the page's own colour around the desks. */
  framed?: boolean
  draw: (desk: Desk) => ReactNode
}

/** A platform as one person sees it, or as two do, side by side. */
export function Desks({ pane, path, framed = false, draw }: Props) {
  const [first = [], second] = splitSeats(path)
  const go = (one: Seat, other: Seat | undefined, options?: { replace: boolean }) =>
    navigate([pane, ...joinSeats(other ? [one, other] : [one])], options)
  return (
    <div className={styles.desks} data-framed={framed}>
      {draw({
        seat: first,
        onSeat: (seat, options) => go(seat, second, options),
        second: {
          shown: second !== undefined,
          open: (other) => go(first, other),
          close: () => go(first, undefined),
        },
      })}
      {second && draw({ seat: second, onSeat: (seat, options) => go(first, seat, options) })}
    </div>
  )
}
