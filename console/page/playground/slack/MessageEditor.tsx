import type { KeyboardEvent } from 'react'
import { useState } from 'react'
import type { Message } from '../../../stand-ins/slack/view.ts'
import { isComposing } from '../../shared/keys.ts'
import { useAutoGrow } from '../../shared/useAutoGrow.ts'
import { strings } from '../../strings.ts'
import { decodeText } from './compose.ts'
import { useSlack } from './context.ts'
import styles from './MessageEditor.module.css'

export function MessageEditor({ message, onDone }: { message: Message; onDone: () => void }) {
  const { workspace, edit } = useSlack()
  const names = { users: [...workspace.users, workspace.bot], channels: workspace.channels }
  const [before] = useState(() => decodeText(message.text, names))
  const [text, setText] = useState(before)
  const box = useAutoGrow(text)
  const save = async () => {
    if (text.trim() === '') return
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
      <div className={styles.buttons}>
        <button type="button" className="button" onClick={onDone}>
          {strings.cancel}
        </button>
        <button type="button" className="button primary" disabled={text.trim() === ''} onClick={() => void save()}>
          {strings.save}
        </button>
      </div>
    </div>
  )
}
