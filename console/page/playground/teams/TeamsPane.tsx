import { navigate } from '../../shared/route.ts'
import { strings } from '../../strings.ts'
import { type Seat, TeamsDesk } from './TeamsDesk.tsx'
import styles from './TeamsPane.module.css'

/** In the address, what stands behind it is the second desk. */
const apart = '+'

/** Teams as one person sees it, or as two do, side by side. */
export default function TeamsPane({ path }: { path: string[] }) {
  const at = path.indexOf(apart)
  const first = (at < 0 ? path : path.slice(0, at)) as Seat
  const second = at < 0 ? undefined : (path.slice(at + 1) as Seat)
  const go = (one: Seat, other: Seat | undefined, options?: { replace: boolean }) => {
    const seats = [...one, ...(other ? [apart, ...other] : [])].filter((part) => part !== undefined)
    navigate(['teams', ...seats], options)
  }
  return (
    <div className={styles.desks}>
      <TeamsDesk
        seat={first}
        onSeat={(seat, options) => go(seat, second, options)}
        beside={{
          label: second ? strings.closeBeside : strings.openBeside,
          shown: second !== undefined,
          toggle: (other) => go(first, second ? undefined : other),
        }}
      />
      {second && <TeamsDesk seat={second} onSeat={(seat, options) => go(first, seat, options)} />}
    </div>
  )
}
