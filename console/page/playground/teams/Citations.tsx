import { useId, useRef, useState } from 'react'
import type { Citation } from '../../../stand-ins/teams/view.ts'
import { Icon } from '../../shared/Icon.tsx'
import { safeHref } from '../../shared/richtext/tree.ts'
import styles from './Citations.module.css'
import { text } from './strings.ts'

/** The number in the text; what it refers to shows when it is pointed at or reached by key. */
export function CitationMark({ citation }: { citation: Citation }) {
  const id = useId()
  const mark = useRef<HTMLSpanElement>(null)
  const [side, setSide] = useState<'left' | 'right'>('left')
  const { position, name, url } = citation
  const href = url && safeHref(url)
  /** The card opens to the side on which there is room for it. */
  const look = () => {
    const frame = mark.current?.closest('[role="log"]')?.getBoundingClientRect()
    const at = mark.current?.getBoundingClientRect()
    if (frame && at) setSide(at.left + 320 > frame.right ? 'right' : 'left')
  }
  const common = {
    className: styles.number,
    'aria-describedby': id,
    'aria-label': text.reference(position, name),
    onMouseEnter: look,
    onFocus: look,
  }
  return (
    <span ref={mark} className={styles.mark} data-side={side} data-testid="citation">
      {href ? (
        <a {...common} href={href} target="_blank" rel="noopener noreferrer">
          {position}
        </a>
      ) : (
        <button type="button" {...common}>
          {position}
        </button>
      )}
      <CitationCard id={id} citation={citation} />
    </span>
  )
}

function CitationCard({ id, citation: { name, url, abstract, keywords } }: { id: string; citation: Citation }) {
  const href = url && safeHref(url)
  return (
    <span id={id} role="tooltip" className={styles.card} data-testid="citation-card">
      <span className={styles.title}>
        <Icon name="file" />
        <strong>{name}</strong>
      </span>
      {keywords && keywords.length > 0 && <span className={styles.keywords}>{keywords.join(' | ')}</span>}
      {abstract && <span>{abstract}</span>}
      {href && (
        <a href={href} target="_blank" rel="noopener noreferrer">
          {text.open}
          <Icon name="external" />
        </a>
      )}
    </span>
  )
}

/** Below the text, everything it refers to. */
export function References({ citations }: { citations: Citation[] }) {
  if (citations.length === 0) return null
  return (
    <div className={styles.references}>
      <p>{text.references}</p>
      <ol>
        {citations.map(({ position, name, url }) => {
          const href = url && safeHref(url)
          return (
            <li key={position} data-testid="reference">
              <span className={styles.number}>{position}</span>
              {href ? (
                <a href={href} target="_blank" rel="noopener noreferrer">
                  {name}
                </a>
              ) : (
                name
              )}
            </li>
          )
        })}
      </ol>
    </div>
  )
}
