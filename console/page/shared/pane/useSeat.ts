import { useCallback, useRef } from 'react'
import type { Desk, Seat } from './Desks.tsx'

/** How a desk moves. Both functions stay the same for as long as it is open. */
export function useSeat(onSeat: Desk['onSeat'], setNavigationOpen: (open: boolean) => void) {
  const latest = useRef(onSeat)
  latest.current = onSeat
  const go = useCallback(
    (...to: Seat) => {
      setNavigationOpen(false)
      latest.current(to)
    },
    [setNavigationOpen],
  )
  /** What was asked for is not there: the address says what is shown in its place. */
  const settle = useCallback((...at: Seat) => latest.current(at, { replace: true }), [])
  return { go, settle }
}
