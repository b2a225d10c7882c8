import { type ReactNode, useMemo, useState } from 'react'
import { Icon } from '../../shared/Icon.tsx'
import type { Desk, Seat } from '../../shared/pane/Desks.tsx'
import { joinSeats, splitSeats } from '../../shared/pane/seats.ts'
import type { Ask } from '../../shared/pane/useAsked.ts'
import { QuietContext } from '../../shared/pane/useComposer.ts'
import { navigate, parseRoute, routeTo } from '../../shared/route.ts'
import { DiscordDesk } from '../discord/DiscordDesk.tsx'
import { SlackDesk } from '../slack/SlackDesk.tsx'
import { TeamsDesk } from '../teams/TeamsDesk.tsx'
import { Question } from './Question.tsx'
import styles from './TogetherPane.module.css'

interface Platform {
  id: string
  name: string
  draw: (desk: Desk) => ReactNode
}

const platforms: Platform[] = [
  { id: 'slack', name: 'Slack', draw: (desk) => <SlackDesk {...desk} /> },
  { id: 'discord', name: 'Discord', draw: (desk) => <DiscordDesk {...desk} /> },
  { id: 'teams', name: 'Teams', draw: (desk) => <TeamsDesk {...desk} /> },
]

/** All platforms side by side, and above them a composer that asks the same of each. In the address stand their seats. */
export default function TogetherPane({ path }: { path: string[] }) {
  const seats = splitSeats(path)
  const [asks, setAsks] = useState<Record<string, Ask>>({})
  const listeners = useMemo(() => Object.fromEntries(platforms.map(({ id }) => [id, listener(id, setAsks)])), [])
  const open = platforms.flatMap(({ id }) => asks[id] ?? [])
  return (
    <div className={styles.together}>
      <Question asks={open.length === platforms.length ? open : undefined} />
      <QuietContext value={true}>
        <div className={styles.desks}>
          {platforms.map(({ id, name, draw }, i) => (
            <section key={id} className={styles.desk} data-testid={`desk-${id}`} aria-label={name}>
              <a className={styles.name} href={routeTo(id, ...joinSeats([seats[i] ?? []]))}>
                {name}
                <Icon name="external" />
              </a>
              {draw({
                seat: seats[i] ?? [],
                onSeat: (seat, options) => sit(i, seat, options),
                onAskable: listeners[id]!,
              })}
            </section>
          ))}
        </div>
      </QuietContext>
    </div>
  )
}

function listener(id: string, setAsks: (change: (asks: Record<string, Ask>) => Record<string, Ask>) => void) {
  return (ask: Ask) => {
    setAsks((asks) => ({ ...asks, [id]: ask }))
    return () => setAsks(({ [id]: _, ...others }) => others)
  }
}

/** The address is read anew, because desks that open at once tell their seats in one breath. */
function sit(at: number, seat: Seat, options?: { replace: boolean }): void {
  const [pane = '', ...path] = parseRoute(location.hash)
  const seats = splitSeats(path)
  const all = platforms.map((_, i): Seat => (i === at ? seat : (seats[i] ?? [])))
  navigate([pane, ...joinSeats(all)], options)
}
