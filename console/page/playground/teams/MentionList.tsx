import { strings } from '../../strings.ts'
import { useTeams } from './context.ts'
import { Face } from './Face.tsx'
import styles from './List.module.css'
import type { Mention } from './useMention.ts'

export function MentionList({ mention }: { mention: Mention }) {
  const { bot } = useTeams().workspace
  if (!mention.open) return null
  return (
    <div id={mention.id} className={styles.list} role="listbox" aria-label={strings.mention} data-testid="mentions">
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
          <Face id={user.id} name={user.name} size={28} />
          <span>
            <strong>{user.name}</strong>
            {user.id === bot.id && <small>{strings.app}</small>}
          </span>
        </div>
      ))}
    </div>
  )
}
