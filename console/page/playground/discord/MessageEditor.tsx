import type { KeyboardEvent } from 'react'
import { useState } from 'react'
import type { Message } from '../../../stand-ins/discord/view.ts'
import { isComposing } from '../../shared/keys.ts'
import { useAutoGrow } from '../../shared/useAutoGrow.ts'
import { strings } from '../../strings.ts'
import { decodeMentions } from './compose.ts'
import { useDiscord } from './context.ts'
import styles from './MessageEditor.module.css'

export function MessageEditor({ message, onDone }: { message: Message; onDone: () => void }) {
  const { workspace, edit } = useDiscord()
  const [before] = useState(() => decodeMentions(message.content, workspace))
  const [text, setText] = useState(before)
  const box = useAutoGrow(text)
  const save = async () => {
    if (text.trim() === '' && message.attachments.length === 0) return
    if (text === before || (await edit(message, text))) onDone()
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
        aria-label={strings.edit}
        data-testid="editor"
        value={text}
        rows={1}
        onChange={(event) => setText(event.target.value)}
        onFocus={({ target }) => target.setSelectionRange(target.value.length, target.value.length)}
        onKeyDown={onKeyDown}
      />
      <p>
        <button type="button" onClick={onDone}>
          {strings.cancel}
        </button>{' '}
        •{' '}
        <button type="button" onClick={() => void save()}>
          {strings.save}
        </button>
      </p>
    </div>
  )
}
