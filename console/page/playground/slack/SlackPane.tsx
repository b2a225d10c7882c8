import { navigate } from '../../shared/route.ts'
import { strings } from '../../strings.ts'
import { type Seat, SlackDesk } from './SlackDesk.tsx'
import styles from './SlackPane.module.css'

/** In the address, what stands behind it is the second desk. */
const apart = '+'

/** The workspace as one person sees it, or as two do, side by side. */
export default function SlackPane({ path }: { path: string[] }) {
  const at = path.indexOf(apart)
  const first = (at < 0 ? path : path.slice(0, at)) as Seat
  const second = at < 0 ? undefined : (path.slice(at + 1) as Seat)
  const go = (one: Seat, other: Seat | undefined, options?: { replace: boolean }) => {
    const seats = [...one, ...(other ? [apart, ...other] : [])].filter((part) => part !== undefined)
    navigate(['slack', ...seats], options)
  }
  const [user, channel] = first
  // In a channel both see the same; a conversation with the agent is everybody's own.
  const shared = channel?.startsWith('C') ? channel : undefined
  const other = user === 'U0BEN' ? 'U0ANN' : 'U0BEN'
  const open = () => go(first, shared ? [other, shared] : [other])
  return (
    <div className={styles.desks}>
      <SlackDesk
        seat={first}
        onSeat={(seat, options) => go(seat, second, options)}
        beside={{
          label: second ? strings.closeBeside : strings.openBeside,
          shown: second !== undefined,
          toggle: second ? () => go(first, undefined) : open,
        }}
      />
      {second && <SlackDesk seat={second} onSeat={(seat, options) => go(first, seat, options)} />}
    </div>
  )
}
