import { useRef, useState } from 'react'
import type { Channel, Command } from '../../../stand-ins/discord/view.ts'
import { Icon } from '../../shared/Icon.tsx'
import {
  AttachButton,
  ComposerFiles,
  ComposerForm,
  ComposerText,
  SendButton,
} from '../../shared/pane/ComposerParts.tsx'
import { type Draft, draftKey } from '../../shared/pane/drafts.ts'
import { useComposer } from '../../shared/pane/useComposer.ts'
import { CommandForm } from './CommandForm.tsx'
import styles from './Composer.module.css'
import { CommandList, MentionList, useCommands, useMention } from './completions.tsx'
import type { ReplyTo } from './context.ts'
import { useDiscord } from './context.ts'
import { text } from './strings.ts'

interface Props {
  channel: Channel
  placeholder: string
  reply: ReplyTo | undefined
  onReply: (reply: ReplyTo | undefined) => void
  lastOwn: string | undefined
}

const limit = 2000
/** Discord is told that somebody is typing at most this often (ms). */
const typingEvery = 8000

export function Composer({ channel, placeholder, reply, onReply, lastOwn }: Props) {
  const { workspace, say, typing } = useDiscord()
  const [command, setCommand] = useState<Command>()
  const lastTyping = useRef(0)

  const onSend = async (draft: Draft): Promise<boolean> => {
    lastTyping.current = 0
    onReply(undefined)
    const done = await say(channel.id, draft, reply)
    if (!done) onReply(reply)
    return done
  }
  const onType = (typed: string) => {
    if (typed === '' || typed.startsWith('/') || Date.now() - lastTyping.current < typingEvery) return
    lastTyping.current = Date.now()
    typing(channel.id)
  }

  const place = draftKey(workspace.me.id, channel.id)
  const composer = useComposer({ place, onSend, limit, occasion: reply ?? command, lastOwn })
  const mention = useMention(composer)
  const commands = useCommands(composer, channel, (chosen) => {
    composer.setText('')
    setCommand(chosen)
  })
  if (!channel.writable) return <p className={styles.readOnly}>{text.readOnly}</p>
  if (command) return <CommandForm command={command} channel={channel.id} onDone={() => setCommand(undefined)} />

  const { left } = composer
  return (
    <ComposerForm composer={composer} className={styles.composer}>
      <MentionList mention={mention} />
      <CommandList commands={commands} />
      {reply && <ReplyBar reply={reply} onReply={onReply} />}
      <ComposerFiles composer={composer} />
      <div className={styles.line}>
        <AttachButton composer={composer} testId="composer-file" />
        <ComposerText
          {...{ composer, mention, commands, placeholder, onType }}
          testId="composer"
          onEscape={() => reply && onReply(undefined)}
        />
        {left !== undefined && (
          <span className={styles.left} data-over={left < 0} title={text.cutHere(limit)}>
            {left}
          </span>
        )}
        <SendButton composer={composer} testId="send" />
      </div>
    </ComposerForm>
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
