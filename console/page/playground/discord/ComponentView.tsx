import type { ReactNode } from 'react'
import type { Attachment, Component, Message } from '../../../stand-ins/discord/view.ts'
import { Icon } from '../../shared/Icon.tsx'
import { inOrder } from '../../shared/in-order.ts'
import { RichText } from '../../shared/richtext/RichText.tsx'
import { safeHref } from '../../shared/richtext/tree.ts'
import { AttachmentList } from './AttachmentList.tsx'
import styles from './ComponentView.module.css'
import { useDiscord } from './context.ts'
import { parseDiscord } from './markdown.ts'
import { SelectMenu } from './SelectMenu.tsx'
import { text } from './strings.ts'

interface Props {
  component: Component
  message: Message
}

const childrenOf = (component: Component, field = 'components'): Component[] =>
  Array.isArray(component[field]) ? (component[field] as Component[]) : []

/** One component of a message, with those in it. */
export function ComponentView({ component, message }: Props): ReactNode {
  const { people } = useDiscord()
  const inside = () =>
    childrenOf(component).map((child) => <ComponentView key={child.id} component={child} message={message} />)
  switch (component.type) {
    case 1:
      return <div className={styles.row}>{inside()}</div>
    case 2:
      return <Button component={component} message={message} />
    case 3:
    case 5:
    case 6:
    case 7:
    case 8:
      return <SelectMenu component={component} message={message} />
    case 9:
      return (
        <div className={styles.section}>
          <div>{inside()}</div>
          <ComponentView component={component['accessory'] as Component} message={message} />
        </div>
      )
    case 10:
      return <RichText blocks={parseDiscord(String(component['content']))} people={people} />
    case 11:
      return <Picture media={component['media'] as Medium} alt={component['description']} />
    case 12:
      return (
        <div className={styles.gallery}>
          {inOrder(childrenOf(component, 'items'), (item) => (
            <Picture media={item['media'] as Medium} alt={item['description']} />
          ))}
        </div>
      )
    case 13: {
      const { attachment } = component['file'] as Medium
      return attachment ? <AttachmentList attachments={[attachment]} /> : null
    }
    case 14:
      return <hr className={styles.separator} data-divider={component['divider'] !== false} />
    case 17:
      return (
        <div
          className={styles.container}
          style={{ borderLeftColor: colorOf(component['accent_color']) }}
          data-testid="container"
        >
          {inside()}
        </div>
      )
    default:
      return <p className={styles.unknown}>{text.unknownComponent(component.type)}</p>
  }
}

function Button({ component, message }: Props) {
  const { workspace, use } = useDiscord()
  const { label, custom_id, style, disabled, url, emoji } = component as Component & Record<string, string | undefined>
  const pressed = workspace.pressed[message.id]
  const href = url && safeHref(url)
  const sign = (emoji as { name?: string } | undefined)?.name
  const inside = (
    <>
      {sign && <span aria-hidden={label !== undefined}>{sign}</span>}
      {label}
      {href && <Icon name="external" />}
    </>
  )
  if (href) {
    return (
      <a className={styles.button} data-style={style} href={href} target="_blank" rel="noopener noreferrer">
        {inside}
      </a>
    )
  }
  const pending = pressed === custom_id
  return (
    <button
      type="button"
      className={styles.button}
      data-style={style}
      data-testid="action"
      data-pending={pending}
      aria-busy={pending}
      disabled={Boolean(disabled) || pressed !== undefined}
      onClick={() => void use(message, custom_id!)}
    >
      {inside}
    </button>
  )
}

interface Medium {
  url: string
  attachment?: Attachment
}

function Picture({ media: { url, attachment }, alt }: { media: Medium; alt: unknown }) {
  const { fileUrl } = useDiscord()
  const src = attachment ? fileUrl(attachment.id) : safeHref(url)
  const words = typeof alt === 'string' ? alt : (attachment?.description ?? '')
  return src ? <img className={styles.picture} src={src} alt={words} referrerPolicy="no-referrer" /> : null
}

function colorOf(color: unknown): string | undefined {
  return typeof color === 'number' ? `#${color.toString(16).padStart(6, '0')}` : undefined
}
