import { useMemo } from 'react'
import type { Message } from '../../../stand-ins/teams/view.ts'
import { inOrder } from '../../shared/in-order.ts'
import { type People, RichText } from '../../shared/richtext/RichText.tsx'
import { AttachmentView } from './AttachmentView.tsx'
import { CitationMark, References } from './Citations.tsx'
import { useTeams } from './context.ts'
import { TeamsIcon } from './icons.tsx'
import styles from './MessageBody.module.css'
import { text } from './strings.ts'
import { readMessage } from './text.ts'

interface Props {
  message: Message
  /** In a chat what is said stands in a bubble; a post has none. */
  bubble?: boolean
}

export function MessageBody({ message, bubble = false }: Props) {
  const { people, workspace, undelete } = useTeams()
  const { author, attachments, citations, stream } = message
  const growing = stream?.state === 'streaming'
  const blocks = useMemo(() => readMessage(message, { growing }), [message, growing])
  const all = useMemo<People>(
    () => ({
      ...people,
      note: (key, label) => {
        const citation = citations.find(({ position }) => String(position) === key)
        return citation ? <CitationMark citation={citation} /> : people.note?.(key, label)
      },
    }),
    [people, citations],
  )
  if (message.deleted) {
    return (
      <p className={styles.deleted} data-bubble={bubble}>
        <i>{text.deleted}</i>
        {author.id === workspace.me.id && (
          <button type="button" onClick={() => void undelete(message)}>
            <TeamsIcon name="undo" size={16} />
            {text.undo}
          </button>
        )}
      </p>
    )
  }
  const hasWords = blocks.length > 0
  return (
    <>
      {(hasWords || stream || attachments.length === 0) && (
        <div className={styles.body} data-bubble={bubble} data-informative={stream?.state === 'informative'}>
          {stream?.state === 'informative' ? (
            <p className={styles.informative} data-testid="informative">
              {stream.informative}
            </p>
          ) : (
            <div data-testid="message-text">
              <RichText blocks={blocks} people={all} growing={growing} />
            </div>
          )}
          {stream && <span className={styles.progress} role="progressbar" aria-label={stream.informative} />}
          <References citations={citations} />
        </div>
      )}
      {attachments.length > 0 && (
        <div className={styles.attachments} data-layout={message.attachment_layout}>
          {inOrder(attachments, (attachment) => (
            <AttachmentView attachment={attachment} message={message} />
          ))}
        </div>
      )}
    </>
  )
}
