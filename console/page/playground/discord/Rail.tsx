import type { Channel } from '../../../stand-ins/discord/view.ts'
import { Mark } from '../../shared/Mark.tsx'
import { useDiscord } from './context.ts'
import styles from './Rail.module.css'
import { text } from './strings.ts'

/** The servers, and above them the way to one's own conversations. */
export function Rail({ channel }: { channel: Channel }) {
  const { workspace, openChannel, addServer } = useDiscord()
  const { guilds, channels, unread } = workspace
  const direct = channels.find(({ kind }) => kind === 'dm')
  const isHome = channel.kind === 'dm'
  const waiting = direct ? (unread[direct.id] ?? 0) : 0
  return (
    <ul className={styles.rail} aria-label={text.servers}>
      <li data-current={isHome}>
        <button type="button" title={text.home} aria-label={text.home} onClick={() => direct && openChannel(direct.id)}>
          <Mark size={48} />
        </button>
        {waiting > 0 && !isHome && <span className={styles.count}>{waiting}</span>}
      </li>
      <li className={styles.line} aria-hidden="true" />
      {guilds.map(({ id, name }) => {
        const own = channels.filter(({ guild }) => guild === id)
        const first = own.find(({ kind }) => kind === 'text')
        const isCurrent = channel.guild === id
        const isWaiting = own.some((each) => (unread[each.id] ?? 0) > 0)
        return (
          <li key={id} data-current={isCurrent} data-unread={!isCurrent && isWaiting}>
            <button
              type="button"
              title={name}
              aria-label={name}
              data-testid={`server-${id}`}
              onClick={() => !isCurrent && first && openChannel(first.id)}
            >
              {initials(name)}
            </button>
          </li>
        )
      })}
      <li className={styles.add}>
        <button
          type="button"
          title={text.addServer}
          aria-label={text.addServer}
          data-testid="add-server"
          onClick={() => void addServer()}
        >
          +
        </button>
      </li>
    </ul>
  )
}

function initials(name: string): string {
  return name
    .split(/\s+/)
    .map((word) => Array.from(word)[0] ?? '')
    .join('')
    .slice(0, 3)
}
