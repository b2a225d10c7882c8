import type { Message, SuggestedAction } from '../../../stand-ins/teams/view.ts'
import { draftKey, fillComposer } from '../../shared/pane/drafts.ts'
import { composedText } from './compose.ts'
import { useTeams } from './context.ts'
import styles from './SuggestedActions.module.css'

/** What the newest message proposes to say or do next. */
export function SuggestedActions({ messages }: { messages: Message[] }) {
  const { workspace, choose } = useTeams()
  const latest = messages.at(-1)
  if (!latest || latest.deleted || latest.suggested_actions.length === 0) return null
  const use = (action: SuggestedAction) => {
    if (action.type !== 'Action.Compose') return void choose(latest, action.title)
    fillComposer(draftKey(workspace.me.id, latest.conversation, latest.root), { text: composedText(action.value) })
  }
  return (
    <ul className={styles.suggestions}>
      {latest.suggested_actions.map((action) => (
        <li key={action.title}>
          <button type="button" data-testid="suggested-action" onClick={() => use(action)}>
            {action.title}
          </button>
        </li>
      ))}
    </ul>
  )
}
