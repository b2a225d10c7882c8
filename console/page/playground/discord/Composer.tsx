import type { ClipboardEvent, DragEvent, KeyboardEvent } from 'react'
import { useEffect, useRef, useState } from 'react'
import type { Channel, Command } from '../../../stand-ins/discord/view.ts'
import { DraftFiles } from '../../shared/DraftFiles.tsx'
import { Icon } from '../../shared/Icon.tsx'
import { isComposing } from '../../shared/keys.ts'
import { useAutoGrow } from '../../shared/useAutoGrow.ts'
import { strings } from '../../strings.ts'
import { CommandForm } from './CommandForm.tsx'
import { CommandList, useCommands } from './CommandList.tsx'
import styles from './Composer.module.css'
import type { ReplyTo } from './context.ts'
import { useDiscord } from './context.ts'
import type { Draft } from './draft.ts'
import { emptyDraft, isEmpty } from './draft.ts'
import { MentionList } from './MentionList.tsx'
import { text } from './strings.ts'
import { useMention } from './useMention.ts'

interface Props {
  channel: Channel
  placeholder: string
  reply: ReplyTo | undefined
  onReply: (reply: ReplyTo | undefined) => void
}

const drafts = new Map<string, Draft>()
const LIMIT = 2000
/** Discord is told that somebody is typing at most this often (ms). */
const typingEvery = 8000

export function Composer({ channel, placeholder, reply, onReply }: Props) {
  const { workspace, say, typing } = useDiscord()
  const place = `${workspace.me.id}/${channel.id}`
  const [draft, setDraft] = useState(() => drafts.get(place) ?? emptyDraft)
  const [command, setCommand] = useState<Command>()
  const lastTyping = useRef(0)
  const box = useAutoGrow(draft.text)
  const picker = useRef<HTMLInputElement>(null)
  const mention = useMention(box, draft.text, (typed) => setDraft({ ...draft, text: typed }))
  const commands = useCommands(draft.text, (chosen) => {
    setDraft({ ...draft, text: '' })
    setCommand(chosen)
  })

  useEffect(() => {
    drafts.set(place, draft)
  }, [place, draft])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a reply that begins, and a command that ends, are the occasions
  useEffect(() => {
    // A small screen would lose half of its height to the keyboard, and who is typing elsewhere wants to go on there.
    const elsewhere = document.activeElement instanceof HTMLTextAreaElement && document.activeElement.value !== ''
    if (matchMedia('(hover: hover)').matches && !elsewhere) box.current?.focus()
  }, [box, reply, command])

  if (!channel.writable) return <p className={styles.readOnly}>{text.readOnly}</p>
  if (command) return <CommandForm command={command} channel={channel.id} onDone={() => setCommand(undefined)} />

  const addFiles = (files: FileList | null) => setDraft((now) => ({ ...now, files: [...now.files, ...(files ?? [])] }))
  const tooLong = draft.text.length > LIMIT

  const send = async () => {
    if (isEmpty(draft) || tooLong) return
    lastTyping.current = 0
    setDraft(emptyDraft)
    onReply(undefined)
    box.current?.focus()
    if (await say(channel.id, draft, reply)) return
    setDraft((now) => (isEmpty(now) ? draft : now))
    onReply(reply)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event) || mention.onKeyDown(event) || commands.onKeyDown(event)) return
    if (event.key === 'Escape' && reply) onReply(undefined)
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      void send()
    }
  }

  const onType = (typed: string, caret: number) => {
    setDraft({ ...draft, text: typed })
    mention.look(typed, caret)
    if (typed === '' || typed.startsWith('/') || Date.now() - lastTyping.current < typingEvery) return
    lastTyping.current = Date.now()
    typing(channel.id)
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
      data-replying={reply !== undefined}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
      onDragOver={(event) => event.preventDefault()}
      onDrop={onDrop}
    >
      <MentionList mention={mention} />
      <CommandList commands={commands} />
      {reply && <ReplyBar reply={reply} onReply={onReply} />}
      <DraftFiles
        files={draft.files}
        onRemove={(file) => setDraft({ ...draft, files: draft.files.filter((other) => other !== file) })}
      />
      <div className={styles.line}>
        <button
          type="button"
          className={styles.attach}
          aria-label={strings.attach}
          title={strings.attach}
          onClick={() => picker.current?.click()}
        >
          <Icon name="attach" />
        </button>
        <input
          ref={picker}
          type="file"
          multiple
          hidden
          data-testid="composer-file"
          onChange={({ target }) => {
            addFiles(target.files)
            target.value = ''
          }}
        />
        <textarea
          ref={box}
          data-testid="composer"
          aria-label={placeholder}
          aria-autocomplete="list"
          aria-controls={mention.open ? mention.id : commands.open ? commands.id : undefined}
          placeholder={placeholder}
          rows={1}
          value={draft.text}
          onChange={({ target }) => onType(target.value, target.selectionStart)}
          onBlur={mention.close}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
        />
        {draft.text.length > LIMIT - 200 && (
          <span className={styles.left} data-over={tooLong} title={text.cutHere(LIMIT)}>
            {LIMIT - draft.text.length}
          </span>
        )}
        <button
          type="submit"
          className={styles.send}
          aria-label={strings.send}
          data-testid="send"
          disabled={isEmpty(draft) || tooLong}
        >
          <Icon name="send" />
        </button>
      </div>
    </form>
  )
}

function ReplyBar({ reply, onReply }: { reply: ReplyTo; onReply: Props['onReply'] }) {
  const { workspace } = useDiscord()
  const { message, ping } = reply
  return (
    <div className={styles.reply} data-testid="reply-bar">
      <span>
        {text.replyingTo} <strong>{message.author.name}</strong>
      </span>
      {message.author.id !== workspace.me.id && (
        <button type="button" aria-pressed={ping} onClick={() => onReply({ message, ping: !ping })}>
          {text.ping(ping)}
        </button>
      )}
      <button type="button" aria-label={text.stopReplying} onClick={() => onReply(undefined)}>
        <Icon name="close" />
      </button>
    </div>
  )
}
