import { inOrder } from '../../shared/in-order.ts'
import { RichText } from '../../shared/richtext/RichText.tsx'
import { safeHref } from '../../shared/richtext/tree.ts'
import { useDiscord } from './context.ts'
import styles from './EmbedView.module.css'
import { parseDiscord } from './markdown.ts'

type Json = Record<string, unknown>

const record = (value: unknown): Json => (typeof value === 'object' && value !== null ? (value as Json) : {})
const words = (value: unknown): string => (typeof value === 'string' ? value : '')

/** A framed card with a coloured edge. */
export function EmbedView({ embed }: { embed: Json }) {
  const { people } = useDiscord()
  const { color, fields } = embed
  const edge = typeof color === 'number' ? `#${color.toString(16).padStart(6, '0')}` : undefined
  const href = safeHref(words(embed['url']))
  const title = words(embed['title'])
  const image = safeHref(words(record(embed['image'])['url']))
  return (
    <article className={styles.embed} style={{ borderLeftColor: edge }} data-testid="embed">
      {words(record(embed['author'])['name']) && <small>{words(record(embed['author'])['name'])}</small>}
      {title && <h3>{href ? <a href={href}>{title}</a> : title}</h3>}
      {words(embed['description']) && <RichText blocks={parseDiscord(words(embed['description']))} people={people} />}
      {Array.isArray(fields) && (
        <dl>
          {inOrder(fields.map(record), (field) => (
            <div data-inline={field['inline'] === true}>
              <dt>{words(field['name'])}</dt>
              <dd>
                <RichText blocks={parseDiscord(words(field['value']))} people={people} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {image && <img src={image} alt="" referrerPolicy="no-referrer" />}
      {words(record(embed['footer'])['text']) && <small>{words(record(embed['footer'])['text'])}</small>}
    </article>
  )
}
