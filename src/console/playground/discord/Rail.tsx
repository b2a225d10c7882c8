import type { Channel } from '../../../simulator/discord/view.ts'
import { Mark } from '../../shared/Mark.tsx'
import { useDiscord } from './context.ts'
import styles from './Rail.module.css'
import { text } from './strings.ts'

/** The servers, and above them the way to one's own conversations. */
export function Rail({ channel }: { channel: Channel }) {
  const { workspace, openChannel } = useDiscord()
  const { guild, channels, unread } = workspace
  const direct = channels.find(({ kind }) => kind === 'dm')
  const first = channels.find(({ kind }) => kind === 'text')
  const isHome = channel.kind === 'dm'
  const waiting = direct ? (unread[direct.id] ?? 0) : 0
  const isWaiting = channels.some(({ id, kind }) => kind !== 'dm' && (unread[id] ?? 0) > 0)
  return (
    <ul className={styles.rail} aria-label={text.servers}>
      <li data-current={isHome}>
        <button type="button" title={text.home} aria-label={text.home} onClick={() => direct && openChannel(direct.id)}>
          <Mark size={48} />
        </button>
        {waiting > 0 && !isHome && <span className={styles.count}>{waiting}</span>}
      </li>
      <li className={styles.line} aria-hidden="true" />
      <li data-current={!isHome} data-unread={isHome && isWaiting}>
        <button
          type="button"
          title={guild.name}
          aria-label={guild.name}
          onClick={() => isHome && first && openChannel(first.id)}
        >
          {initials(guild.name)}
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
