import type { Conversation } from '../../../stand-ins/teams/view.ts'
import { Icon } from '../../shared/Icon.tsx'
import { strings } from '../../strings.ts'
import { useTeams } from './context.ts'
import { PlaceFace } from './Face.tsx'
import styles from './Header.module.css'
import { text } from './strings.ts'

interface Props {
  conversation: Conversation
  onMenu: () => void
  faultsOpen: boolean
  onFaults: () => void
  beside?: { label: string; shown: boolean; toggle: () => void }
}

export function Header({ conversation, onMenu, faultsOpen, onFaults, beside }: Props) {
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
      <button type="button" className={styles.menu} aria-label={strings.menu} onClick={onMenu}>
        <Icon name="menu" />
      </button>
      <PlaceFace conversation={conversation} size={32} />
      <div className={styles.title}>
        <h2>{kind === 'personal' ? bot.name : name}</h2>
        {under && <p>{under}</p>}
      </div>
      <div className={styles.tools}>
        {beside && (
          <button
            type="button"
            className={styles.tool}
            aria-label={beside.label}
            title={beside.label}
            aria-pressed={beside.shown}
            data-testid="beside"
            onClick={beside.toggle}
          >
            <Icon name="columns" />
          </button>
        )}
        <button
          type="button"
          className={styles.tool}
          aria-expanded={faultsOpen}
          data-testid="faults-open"
          onClick={onFaults}
        >
          <Icon name="bolt" />
          <span>{strings.faults}</span>
          {faults.length > 0 && <span className={styles.count}>{faults.length}</span>}
        </button>
      </div>
    </header>
  )
}
