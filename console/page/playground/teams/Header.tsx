import type { Conversation } from '../../../stand-ins/teams/view.ts'
import type { Desk, Seat } from '../../shared/pane/Desks.tsx'
import { BesideButton, FaultsButton, MenuButton } from '../../shared/pane/Header.tsx'
import type { Screen } from '../../shared/pane/useScreen.ts'
import { useTeams } from './context.ts'
import { PlaceFace } from './Face.tsx'
import styles from './Header.module.css'
import { text } from './strings.ts'

interface Props {
  conversation: Conversation
  screen: Screen
  second: Desk['second']
  /** Where a second person would be. */
  other: Seat | undefined
}

export function Header({ conversation, screen, second, other }: Props) {
  const { bot, users, faults, teams } = useTeams().workspace
  const { kind, name, team } = conversation
  const people = users.filter((user) => !user.bot).map((user) => user.name)
  const under = {
    personal: undefined,
    group: text.members([...people, bot.name].join(', ')),
    channel: teams.find(({ id }) => id === team)?.name,
  }[kind]
  return (
    <header className={styles.header}>
      <MenuButton screen={screen} />
      <PlaceFace conversation={conversation} size={32} />
      <div className={styles.title}>
        <h2>{kind === 'personal' ? bot.name : name}</h2>
        {under && <p>{under}</p>}
      </div>
      <div className={styles.tools}>
        <BesideButton second={second} other={other} />
        <FaultsButton screen={screen} faults={faults} />
      </div>
    </header>
  )
}
