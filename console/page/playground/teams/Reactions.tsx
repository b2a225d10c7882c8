import type { Message } from '../../../stand-ins/teams/view.ts'
import { useTeams } from './context.ts'
import styles from './Reactions.module.css'
import { text } from './strings.ts'

export function Reactions({ message }: { message: Message }) {
  const { workspace, react } = useTeams()
  if (message.reactions.length === 0) return null
  return (
    <div className={styles.reactions}>
      {message.reactions.map(({ type, users }) => {
        const own = users.includes(workspace.me.id)
        return (
          <button
            key={type}
            type="button"
            aria-pressed={own}
            aria-label={`${text.reactionNames[type] ?? type} ${users.length}`}
            data-testid="reaction"
            onClick={() => void react(message, type, !own)}
          >
            {text.reactions[type] ?? type} {users.length}
          </button>
        )
      })}
    </div>
  )
}
