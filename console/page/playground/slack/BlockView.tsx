import { useMemo, useState } from 'react'
import type { Message } from '../../../stand-ins/slack/view.ts'
import { Icon } from '../../shared/Icon.tsx'
import { inOrder } from '../../shared/in-order.ts'
import { parseMarkdown } from '../../shared/richtext/markdown.ts'
import { InlineText, RichText } from '../../shared/richtext/RichText.tsx'
import { safeHref } from '../../shared/richtext/tree.ts'
import { strings } from '../../strings.ts'
import styles from './BlockView.module.css'
import type { Block, Button, Image } from './blockkit.ts'
import { useSlack } from './context.ts'
import { placeKey } from './state.ts'

/** Without a `message` its buttons are not drawn: nobody would be told of a press. */
export function BlockView({ block, message }: { block: Block; message?: Message }) {
  const { people } = useSlack()
  switch (block.type) {
    case 'markdown':
      return <MarkdownBlock text={block.text} />
    case 'section':
      return <SectionBlock block={block} {...(message && { message })} />
    case 'rich_text':
      return <RichText blocks={block.content} people={people} />
    case 'header':
      return <h3 className={styles.header}>{block.text}</h3>
    case 'divider':
      return <hr className={styles.divider} />
    case 'context':
      return (
        <div className={styles.context}>
          {inOrder(block.elements, (element) =>
            Array.isArray(element) ? <InlineText nodes={element} people={people} /> : <Picture image={element} />,
          )}
        </div>
      )
    case 'image':
      return (
        <figure className={styles.image}>
          {block.image.title && <figcaption>{block.image.title}</figcaption>}
          <Picture image={block.image} />
        </figure>
      )
    case 'table':
      return <RichText blocks={[block.table]} people={people} />
    case 'unknown':
      return <p className={styles.unknown}>{strings.unknownBlock(block.name)}</p>
    default:
      return null
  }
}

function MarkdownBlock({ text }: { text: string }) {
  const { people } = useSlack()
  const blocks = useMemo(() => parseMarkdown(text), [text])
  return <RichText blocks={blocks} people={people} />
}

function SectionBlock({ block, message }: { block: Block & { type: 'section' }; message?: Message }) {
  const { people } = useSlack()
  return (
    <div className={styles.section}>
      <div className={styles.sectionText}>
        {block.text && <RichText blocks={block.text} people={people} />}
        {block.fields.length > 0 && (
          <div className={styles.fields}>
            {inOrder(block.fields, (field) => (
              <RichText blocks={field} people={people} />
            ))}
          </div>
        )}
      </div>
      {block.image && <Picture image={block.image} />}
      {block.button && message && <ActionButton message={message} blockId={block.block_id} button={block.button} />}
    </div>
  )
}

function Picture({ image }: { image: Image }) {
  const { fileUrl } = useSlack()
  const { source, alt } = image
  const src = 'file' in source ? fileUrl(source.file) : safeHref(source.url)
  if (!src) return <span className={styles.unknown}>{alt}</span>
  return <img src={src} alt={alt} referrerPolicy="no-referrer" />
}

export function ActionRow({ message, block }: { message: Message; block: Block & { type: 'actions' } }) {
  return (
    <div className={styles.actions}>
      {block.buttons.map((button) => (
        <ActionButton key={button.action_id} message={message} blockId={block.block_id} button={button} />
      ))}
    </div>
  )
}

function ActionButton({ message, blockId, button }: { message: Message; blockId: string; button: Button }) {
  const { workspace, press } = useSlack()
  const pressed = workspace.pressed[placeKey(message.channel, message.ts)]
  const pending = pressed === `${blockId}/${button.action_id}`
  const href = button.url && safeHref(button.url)
  const onClick = () => {
    if (href) window.open(href, '_blank', 'noopener,noreferrer')
    void press(message, blockId, button.action_id)
  }
  return (
    <button
      type="button"
      className={styles.action}
      data-style={button.style}
      data-testid="action"
      data-pending={pending}
      aria-busy={pending}
      disabled={pressed !== undefined}
      onClick={onClick}
    >
      {button.label}
      {href && <Icon name="external" />}
    </button>
  )
}

export function FeedbackRow({ message, block }: { message: Message; block: Block & { type: 'feedback' } }) {
  const { feedback } = useSlack()
  const { action_id, positive, negative } = block.feedback
  const [chosen, setChosen] = useState<string>()
  const choose = async (value: string) => {
    if (await feedback(message, block.block_id, action_id, value)) setChosen(value)
  }
  const item = (label: string, value: string, icon: 'thumbUp' | 'thumbDown') => (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-pressed={chosen === value}
      data-testid="action"
      onClick={() => void choose(value)}
    >
      <Icon name={icon} />
    </button>
  )
  return (
    <div className={styles.feedback}>
      {item(positive.text || strings.good, positive.value, 'thumbUp')}
      {item(negative.text || strings.bad, negative.value, 'thumbDown')}
    </div>
  )
}
