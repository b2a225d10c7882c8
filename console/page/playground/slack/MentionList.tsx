import { Avatar } from '../../shared/Avatar.tsx'
import { strings } from '../../strings.ts'
import { nameOf } from './compose.ts'
import styles from './MentionList.module.css'
import type { Mention } from './useMention.ts'

export function MentionList({ mention }: { mention: Mention }) {
  if (!mention.open) return null
  return (
    <div id={mention.id} className={styles.list} role="listbox" aria-label={strings.mention}>
      {mention.found.map((user, i) => (
        // The text box keeps the focus and the keys; pressing must not take it away.
        <div
          key={user.id}
          id={`${mention.id}-${i}`}
          role="option"
          tabIndex={-1}
          aria-selected={i === mention.active}
          onMouseDown={(event) => {
            event.preventDefault()
            mention.choose(user)
          }}
        >
          <Avatar name={nameOf(user)} id={user.id} bot={user.is_bot} size={22} />
          <strong>{nameOf(user)}</strong>
          {user.is_bot && <span className="badge">{strings.app}</span>}
        </div>
      ))}
    </div>
  )
}
