import type { KeyboardEvent } from 'react'
import { useState } from 'react'
import { strings } from '../../strings.ts'
import { isComposing } from '../keys.ts'
import { useAutoGrow } from '../useAutoGrow.ts'
import styles from './MessageEditor.module.css'

interface Props {
  /** As the person would have typed it. */
  before: string
  label?: string
  /** A message of files alone is one. */
  mayBeEmpty?: boolean
  /** Whether it was saved. */
  onSave: (text: string) => Promise<boolean>
  onDone: () => void
}

export function MessageEditor({ before, label = strings.edit, mayBeEmpty = false, onSave, onDone }: Props) {
  const [text, setText] = useState(before)
  const box = useAutoGrow(text)
  const isSavable = mayBeEmpty || text.trim() !== ''
  const save = async () => {
    if (isSavable && (text === before || (await onSave(text)))) onDone()
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
        aria-label={label}
        data-testid="editor"
        value={text}
        rows={1}
        onChange={({ target }) => setText(target.value)}
        onFocus={({ target }) => target.setSelectionRange(target.value.length, target.value.length)}
        onKeyDown={onKeyDown}
      />
      <p>
        <button type="button" onClick={onDone}>
          {strings.cancel}
        </button>
        <button type="button" data-primary disabled={!isSavable} onClick={() => void save()}>
          {strings.save}
        </button>
      </p>
    </div>
  )
}
