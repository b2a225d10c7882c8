import type { KeyboardEvent } from 'react'
import { useState } from 'react'
import type { Message } from '../../../stand-ins/teams/view.ts'
import { isComposing } from '../../shared/keys.ts'
import { useAutoGrow } from '../../shared/useAutoGrow.ts'
import { strings } from '../../strings.ts'
import { decodeMentions } from './compose.ts'
import { useTeams } from './context.ts'
import styles from './MessageEditor.module.css'
import { text } from './strings.ts'

export function MessageEditor({ message, onDone }: { message: Message; onDone: () => void }) {
  const { edit } = useTeams()
  const [before] = useState(() => decodeMentions(message.text))
  const [words, setWords] = useState(before)
  const box = useAutoGrow(words)
  const save = async () => {
    if (words.trim() === '' && message.attachments.length === 0) return
    if (words === before || (await edit(message, words))) onDone()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return
    if (event.key === 'Escape') {
      event.stopPropagation()
      onDone()
    }
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      void save()
    }
  }
  return (
    <div className={styles.editor}>
      <textarea
        ref={box}
        // biome-ignore lint/a11y/noAutofocus: the person has just asked to edit this message
        autoFocus
        aria-label={text.editMessage}
        data-testid="editor"
        value={words}
        rows={1}
        onChange={({ target }) => setWords(target.value)}
        onFocus={({ target }) => target.setSelectionRange(target.value.length, target.value.length)}
        onKeyDown={onKeyDown}
      />
      <p>
        <button type="button" onClick={onDone}>
          {strings.cancel}
        </button>
        <button type="button" data-primary onClick={() => void save()}>
          {strings.save}
        </button>
      </p>
    </div>
  )
}
