import { Avatar } from '../../shared/Avatar.tsx'
import { strings } from '../../strings.ts'
import styles from './List.module.css'
import { text } from './strings.ts'
import type { Mention } from './useMention.ts'

export function MentionList({ mention }: { mention: Mention }) {
  if (!mention.open) return null
  return (
    <div id={mention.id} className={styles.list} role="listbox" aria-label={strings.mention}>
      {mention.found.map((user, i) => (
        // The text box keeps the focus and the keys; pressing must not take it away.
        <div
          key={user.id}
          role="option"
          tabIndex={-1}
          aria-selected={i === mention.active}
          onMouseDown={(event) => {
            event.preventDefault()
            mention.choose(user)
          }}
        >
          <Avatar name={user.name} id={user.id} bot={user.bot} size={24} />
          <strong>{user.name}</strong>
          {user.bot && <span className={styles.tag}>{text.bot}</span>}
          <small>{user.username}</small>
        </div>
      ))}
    </div>
  )
}
