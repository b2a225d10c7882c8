import { useMemo } from 'react'
import type { Message } from '../../../stand-ins/discord/view.ts'
import { inOrder } from '../../shared/in-order.ts'
import { RichText } from '../../shared/richtext/RichText.tsx'
import { strings } from '../../strings.ts'
import { AttachmentList } from './AttachmentList.tsx'
import { ComponentView } from './ComponentView.tsx'
import { useDiscord } from './context.ts'
import { EmbedView } from './EmbedView.tsx'
import styles from './MessageBody.module.css'
import { parseDiscord } from './markdown.ts'
import { Reactions } from './Reactions.tsx'
import { text } from './strings.ts'
import { ThreadCard } from './ThreadCard.tsx'

export function MessageBody({ message }: { message: Message }) {
  const { people, workspace } = useDiscord()
  const { content, loading, edited, components, embeds, attachments, reactions, thread } = message
  const blocks = useMemo(() => parseDiscord(content), [content])
  return (
    <>
      {(content || loading || components.length === 0) && (
        <div className={`${styles.body} ${edited ? styles.beforeMark : ''}`} data-testid="message-text">
          {loading ? (
            <span className={styles.thinking}>
              <span className={styles.dots} aria-hidden="true">
                <i />
                <i />
                <i />
              </span>
              {text.thinking(workspace.bot.name)}
            </span>
          ) : (
            <RichText blocks={blocks} people={people} />
          )}
        </div>
      )}
      {edited && <span className={styles.edited}>{strings.edited}</span>}
      {attachments.length > 0 && <AttachmentList attachments={attachments} />}
      {inOrder(embeds, (embed) => (
        <EmbedView embed={embed} />
      ))}
      {components.length > 0 && (
        <div className={styles.components}>
          {components.map((component) => (
            <ComponentView key={component.id} component={component} message={message} />
          ))}
        </div>
      )}
      {reactions.length > 0 && <Reactions message={message} />}
      {thread && <ThreadCard thread={thread} />}
    </>
  )
}
