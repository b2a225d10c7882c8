import { useContext, useMemo } from 'react'
import { inOrder } from '../../../shared/in-order.ts'
import { RichText } from '../../../shared/richtext/RichText.tsx'
import { useTeams } from '../context.ts'
import styles from './Card.module.css'
import { CardsContext, useCard } from './context.ts'
import { isJson, type Json, token, words } from './json.ts'
import { readCardText } from './markdown.ts'

/** Text with the Markdown of cards. Without `wrap` it is one line, cut off where the card ends. */
export function TextBlock({ element }: { element: Json }) {
  const { people } = useTeams()
  const { mentions } = useCard()
  const written = words(element['text'])
  const blocks = useMemo(() => readCardText(written, mentions), [written, mentions])
  const maxLines = Number(element['maxLines'])
  return (
    <div
      className={styles.text}
      {...looksOf(element)}
      data-align={token(element['horizontalAlignment'])}
      data-heading={token(element['style']) === 'heading'}
      data-wrap={element['wrap'] === true}
      style={maxLines > 0 && element['wrap'] === true ? { WebkitLineClamp: maxLines } : undefined}
      data-clamped={maxLines > 0 && element['wrap'] === true}
    >
      <RichText blocks={blocks} people={people} />
    </div>
  )
}

function looksOf(part: Json) {
  return {
    'data-size': token(part['size']),
    'data-weight': token(part['weight']),
    'data-color': token(part['color']),
    'data-subtle': part['isSubtle'] === true,
    'data-mono': token(part['fontType']) === 'monospace',
  }
}

export function RichTextBlock({ element }: { element: Json }) {
  const cards = useContext(CardsContext)
  const { act } = useCard()
  const runs: unknown[] = Array.isArray(element['inlines']) ? element['inlines'] : []
  return (
    <p className={styles.text} data-wrap data-align={token(element['horizontalAlignment'])}>
      {inOrder(runs, (run) => {
        if (!isJson(run)) return words(run)
        const marks = {
          'data-italic': run['italic'] === true,
          'data-strike': run['strikethrough'] === true,
          'data-underline': run['underline'] === true,
          'data-highlight': run['highlight'] === true,
        }
        const { selectAction } = run
        if (!isJson(selectAction)) {
          return (
            <span className={styles.run} {...looksOf(run)} {...marks}>
              {words(run['text'])}
            </span>
          )
        }
        return (
          <button
            type="button"
            className={styles.run}
            data-link
            {...looksOf(run)}
            {...marks}
            onClick={() => act(selectAction, cards)}
          >
            {words(run['text'])}
          </button>
        )
      })}
    </p>
  )
}

export function Facts({ facts }: { facts: Json[] }) {
  const { people } = useTeams()
  const { mentions } = useCard()
  return (
    <dl className={styles.facts}>
      {inOrder(facts, ({ title, value }) => (
        <>
          <dt>
            <RichText blocks={readCardText(words(title), mentions)} people={people} />
          </dt>
          <dd>
            <RichText blocks={readCardText(words(value), mentions)} people={people} />
          </dd>
        </>
      ))}
    </dl>
  )
}

/** An image of the web or in the card itself; no other address is asked for. */
export function CardImage({ element }: { element: Json }) {
  const url = words(element['url'])
  if (!/^https?:|^data:image\//i.test(url)) return null
  return (
    <img
      className={styles.image}
      src={url}
      alt={words(element['altText'])}
      data-size={token(element['size']) ?? 'auto'}
      data-person={token(element['style']) === 'person'}
      style={{ ...pixels('width', element['width']), ...pixels('height', element['height']) }}
    />
  )
}

const pixels = (side: 'width' | 'height', value: unknown) =>
  typeof value === 'string' && /^\d+px$/.test(value) ? { [side]: value } : {}
