import { useEffect, useRef, useState } from 'react'
import type { Message } from '../../../stand-ins/teams/view.ts'
import { Icon } from '../../shared/Icon.tsx'
import { strings } from '../../strings.ts'
import { useTeams } from './context.ts'
import dialogs from './Dialog.module.css'
import styles from './Feedback.module.css'
import { text } from './strings.ts'

/** Thumbs below an answer. Teams asks for words first, or the app does in a dialog of its own. */
export function FeedbackButtons({ message }: { message: Message }) {
  const { feedback } = useTeams()
  const [asking, setAsking] = useState<'like' | 'dislike'>()
  if (!message.feedback) return null
  const choose = (reaction: 'like' | 'dislike') => {
    if (message.feedback === 'custom') void feedback(message, reaction)
    else setAsking(reaction)
  }
  return (
    <div className={styles.feedback}>
      {(['like', 'dislike'] as const).map((reaction) => (
        <button
          key={reaction}
          type="button"
          aria-label={text[reaction]}
          title={text[reaction]}
          aria-pressed={message.given === reaction}
          data-testid={`feedback-${reaction}`}
          onClick={() => choose(reaction)}
        >
          <Icon name={reaction === 'like' ? 'thumbUp' : 'thumbDown'} />
        </button>
      ))}
      {asking && <FeedbackDialog message={message} reaction={asking} onDone={() => setAsking(undefined)} />}
    </div>
  )
}

interface Props {
  message: Message
  reaction: 'like' | 'dislike'
  onDone: () => void
}

function FeedbackDialog({ message, reaction, onDone }: Props) {
  const { workspace, feedback } = useTeams()
  const dialog = useRef<HTMLDialogElement>(null)
  const [words, setWords] = useState('')
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal()
  }, [])
  const send = async () => {
    if (await feedback(message, reaction, words.trim())) onDone()
  }
  const title = text.feedbackTitle(workspace.bot.name)
  return (
    <dialog ref={dialog} className={dialogs.dialog} aria-label={title} data-testid="feedback-dialog" onClose={onDone}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <header className={dialogs.header}>
          <h2>{title}</h2>
          <button type="button" className="iconButton" aria-label={strings.close} onClick={onDone}>
            <Icon name="close" />
          </button>
        </header>
        <label className={styles.words}>
          {reaction === 'like' ? text.feedbackLike : text.feedbackDislike}
          <textarea rows={4} value={words} onChange={({ target }) => setWords(target.value)} />
        </label>
        <p className={styles.hint}>{text.feedbackHint}</p>
        <footer className={dialogs.buttons}>
          <button type="button" className={dialogs.button} onClick={onDone}>
            {strings.cancel}
          </button>
          <button type="submit" className={dialogs.button} data-primary data-testid="feedback-submit">
            {text.submit}
          </button>
        </footer>
      </form>
    </dialog>
  )
}
