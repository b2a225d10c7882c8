import type { ClipboardEvent, DragEvent, KeyboardEvent } from 'react'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { DraftFiles } from '../../shared/DraftFiles.tsx'
import { Icon, StopIcon } from '../../shared/Icon.tsx'
import { isComposing } from '../../shared/keys.ts'
import { useAutoGrow } from '../../shared/useAutoGrow.ts'
import { strings } from '../../strings.ts'
import { CommandList, useCommands } from './CommandList.tsx'
import styles from './Composer.module.css'
import type { Place } from './context.ts'
import { useTeams } from './context.ts'
import { type Draft, emptyDraft, isEmpty } from './draft.ts'
import { draftOf, keepDraft, listenForWords } from './drafts.ts'
import { MentionList } from './MentionList.tsx'
import { text } from './strings.ts'
import { useMention } from './useMention.ts'

interface Props {
  place: Place
  placeholder: string
  testId: string
}

export function Composer({ place, placeholder, testId }: Props) {
  const { workspace, say, stop } = useTeams()
  const { conversation, root } = place
  const key = `${workspace.me.id}/${conversation.id}/${root ?? ''}`
  const [draft, setDraft] = useState(() => draftOf(key))
  const box = useAutoGrow(draft.text)
  const picker = useRef<HTMLInputElement>(null)
  const write = (typed: string) => setDraft((now) => ({ ...now, text: typed }))
  const mention = useMention(box, draft.text, write)
  const commands = useCommands(draft.text, conversation, (words) => {
    flushSync(() => write(words))
    box.current?.setSelectionRange(words.length, words.length)
  })
  const streaming = workspace.messages[conversation.id]?.findLast((each) => each.stream && each.root === root)

  useEffect(() => keepDraft(key, draft), [key, draft])
  useEffect(
    () =>
      listenForWords(key, (words) => {
        setDraft((now) => ({ ...now, text: words }))
        box.current?.focus()
      }),
    [key, box],
  )
  useEffect(() => {
    // A small screen would lose half of its height to the keyboard, and who is typing elsewhere wants to go on there.
    const elsewhere = document.activeElement instanceof HTMLTextAreaElement && document.activeElement.value !== ''
    if (matchMedia('(hover: hover)').matches && !elsewhere) box.current?.focus()
  }, [box])

  const addFiles = (files: FileList | null) => setDraft((now) => ({ ...now, files: [...now.files, ...(files ?? [])] }))

  const send = async () => {
    if (isEmpty(draft)) return
    setDraft(emptyDraft)
    mention.close()
    box.current?.focus()
    if (!(await say(place, draft))) setDraft((now): Draft => (isEmpty(now) ? draft : now))
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event) || mention.onKeyDown(event) || commands.onKeyDown(event)) return
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      void send()
    }
  }

  const onPaste = (event: ClipboardEvent) => {
    if (event.clipboardData.files.length === 0) return
    event.preventDefault()
    addFiles(event.clipboardData.files)
  }

  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    addFiles(event.dataTransfer.files)
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
      {mention.open ? <MentionList mention={mention} /> : <CommandList commands={commands} />}
      <DraftFiles
        files={draft.files}
        onRemove={(file) => setDraft({ ...draft, files: draft.files.filter((other) => other !== file) })}
      />
      <div className={styles.line}>
        <textarea
          ref={box}
          data-testid={testId}
          aria-label={placeholder}
          aria-autocomplete="list"
          aria-controls={mention.open ? mention.id : commands.open ? commands.id : undefined}
          placeholder={placeholder}
          title={strings.newline}
          rows={1}
          value={draft.text}
          onChange={({ target }) => {
            write(target.value)
            mention.look(target.value, target.selectionStart)
          }}
          onBlur={mention.close}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
        />
        <button
          type="button"
          className={styles.tool}
          aria-label={text.attach}
          title={text.attach}
          onClick={() => picker.current?.click()}
        >
          <Icon name="attach" />
        </button>
        <input
          ref={picker}
          type="file"
          multiple
          hidden
          // Other files are for the chat with the app alone.
          accept={conversation.kind === 'personal' ? undefined : 'image/*'}
          data-testid={`${testId}-file`}
          onChange={({ target }) => {
            addFiles(target.files)
            target.value = ''
          }}
        />
        {streaming ? (
          <button
            type="button"
            className={styles.stop}
            aria-label={text.stopStreaming}
            title={text.stopStreaming}
            data-testid="stop"
            onClick={() => void stop(streaming)}
          >
            <StopIcon />
            {text.stopStreaming}
          </button>
        ) : (
          <button
            type="submit"
            className={styles.tool}
            aria-label={strings.send}
            title={strings.send}
            data-testid={`${testId}-send`}
            disabled={isEmpty(draft)}
          >
            <Icon name="send" />
          </button>
        )}
      </div>
    </form>
  )
}
