import type { ReactNode } from 'react'
import { navigate } from '../route.ts'
import styles from './Desks.module.css'

/** In the address, what stands behind it is the second desk. */
const apart = '+'

/** Where a desk is: who one acts as, the place on screen, and what the platform shows beside it. */
export type Seat = [user?: string, place?: string, beside?: string]

export interface Desk {
  seat: Seat
  /** `replace`: what was asked for is not there, and this is. */
  onSeat: (seat: Seat, options?: { replace: boolean }) => void
  /** The first desk may open a second one, or do without it. */
  second?: { shown: boolean; open(other: Seat): void; close(): void }
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
  const at = path.indexOf(apart)
  const first = (at < 0 ? path : path.slice(0, at)) as Seat
  const second = at < 0 ? undefined : (path.slice(at + 1) as Seat)
  const go = (one: Seat, other: Seat | undefined, options?: { replace: boolean }) => {
    const seats = [...one, ...(other ? [apart, ...other] : [])].filter((part) => part !== undefined)
    navigate([pane, ...seats], options)
  }
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
