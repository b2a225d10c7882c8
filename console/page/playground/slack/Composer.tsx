import type { ClipboardEvent, DragEvent, KeyboardEvent } from 'react'
import { useEffect, useRef, useState } from 'react'
import { DraftFiles } from '../../shared/DraftFiles.tsx'
import { Icon } from '../../shared/Icon.tsx'
import { isComposing } from '../../shared/keys.ts'
import { useAutoGrow } from '../../shared/useAutoGrow.ts'
import { strings } from '../../strings.ts'
import { CommandList, useCommands } from './CommandList.tsx'
import styles from './Composer.module.css'
import type { Draft } from './draft.ts'
import { emptyDraft, imagesOf, isEmpty } from './draft.ts'
import { MentionList } from './MentionList.tsx'
import { useMention } from './useMention.ts'

interface Props {
  /** What the draft belongs to: it is kept while the person looks elsewhere. */
  place: string
  testId: string
  placeholder: string
  /** Whether it was sent; if not, the draft comes back. */
  onSend: (draft: Draft) => Promise<boolean>
}

const drafts = new Map<string, Draft>()

export function Composer({ place, testId, placeholder, onSend }: Props) {
  const [draft, setDraft] = useState(() => drafts.get(place) ?? emptyDraft)
  const box = useAutoGrow(draft.text)
  const picker = useRef<HTMLInputElement>(null)
  const setText = (text: string) => setDraft({ ...draft, text })
  const mention = useMention(box, draft.text, setText)
  const commands = useCommands(draft.text, setText)

  useEffect(() => {
    drafts.set(place, draft)
  }, [place, draft])

  useEffect(() => {
    // A small screen would lose half of its height to the keyboard, and who is typing elsewhere wants to go on there.
    const typing = document.activeElement instanceof HTMLTextAreaElement && document.activeElement.value !== ''
    if (matchMedia('(hover: hover)').matches && !typing) box.current?.focus()
  }, [box])

  const addFiles = (files: File[]) => setDraft((now) => ({ ...now, files: [...now.files, ...files] }))

  const send = async () => {
    if (isEmpty(draft)) return
    setDraft(emptyDraft)
    box.current?.focus()
    if (!(await onSend(draft))) setDraft((now) => (isEmpty(now) ? draft : now))
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event) || mention.onKeyDown(event) || commands.onKeyDown(event)) return
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      void send()
    }
  }

  const onPaste = (event: ClipboardEvent) => {
    const images = imagesOf(event.clipboardData.files)
    if (images.length === 0) return
    event.preventDefault()
    addFiles(images)
  }

  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    addFiles(imagesOf(event.dataTransfer.files))
  }

  return (
    <form
      className={styles.composer}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
      onDragOver={(event) => event.preventDefault()}
      onDrop={onDrop}
    >
      <MentionList mention={mention} />
      <CommandList commands={commands} />
      <textarea
        ref={box}
        data-testid={testId}
        aria-label={placeholder}
        aria-autocomplete="list"
        aria-controls={mention.open ? mention.id : undefined}
        aria-activedescendant={mention.open ? `${mention.id}-${mention.active}` : undefined}
        placeholder={placeholder}
        rows={1}
        value={draft.text}
        onChange={({ target }) => {
          setDraft({ ...draft, text: target.value })
          mention.look(target.value, target.selectionStart)
        }}
        onBlur={mention.close}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
      />
      <DraftFiles
        files={draft.files}
        onRemove={(file) => setDraft({ ...draft, files: draft.files.filter((other) => other !== file) })}
      />
      <div className={styles.bar}>
        <button
          type="button"
          className="iconButton"
          aria-label={strings.attach}
          title={strings.attach}
          onClick={() => picker.current?.click()}
        >
          <Icon name="attach" />
        </button>
        <input
          ref={picker}
          type="file"
          accept="image/*"
          multiple
          hidden
          data-testid={`${testId}-file`}
          onChange={({ target }) => {
            addFiles(imagesOf(target.files))
            target.value = ''
          }}
        />
        <span className={styles.hint}>{strings.newline}</span>
        <button
          type="submit"
          className={styles.send}
          aria-label={strings.send}
          data-testid={testId.replace('composer', 'send')}
          disabled={isEmpty(draft)}
        >
          <Icon name="send" />
        </button>
      </div>
    </form>
  )
}
