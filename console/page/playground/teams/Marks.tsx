import type { Message } from '../../../stand-ins/teams/view.ts'
import { useTeams } from './context.ts'
import { TeamsIcon } from './icons.tsx'
import styles from './Marks.module.css'
import { text } from './strings.ts'

/** What Teams says about a message beside its author: importance, AI's work, who may know it. */
export function Marks({ message: { importance, ai_label, sensitivity } }: { message: Message }) {
  return (
    <>
      {importance && (
        <strong className={styles.importance}>{importance === 'urgent' ? text.urgent : text.important}</strong>
      )}
      {ai_label && (
        <span className={styles.label} title={text.aiHint} data-testid="ai-label">
          {text.aiGenerated}
        </span>
      )}
      {sensitivity && (
        <span className={styles.sensitivity} title={sensitivity.description}>
          <TeamsIcon name="shield" size={14} />
          {sensitivity.name}
        </span>
      )}
    </>
  )
}

/** What went wrong with the last thing this person did at a message, or at the dialog. */
export function Failure({ at }: { at: string }) {
  const failure = useTeams().workspace.failures[at]
  if (!failure) return null
  return (
    <p className={styles.failure} role="alert" data-testid="failure">
      {failure.say ?? text.failed}
    </p>
  )
}
