import type { Message } from '../../../stand-ins/discord/view.ts'
import { useDiscord } from './context.ts'
import styles from './Reactions.module.css'

export function Reactions({ message }: { message: Message }) {
  const { workspace, react } = useDiscord()
  return (
    <div className={styles.reactions}>
      {message.reactions.map(({ emoji, users }) => {
        const own = users.includes(workspace.me.id)
        return (
          <button
            key={emoji}
            type="button"
            aria-pressed={own}
            data-testid="reaction"
            onClick={() => void react(message, emoji, !own)}
          >
            {emoji} {users.length}
          </button>
        )
      })}
    </div>
  )
}
