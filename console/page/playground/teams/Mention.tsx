import type { ReactNode } from 'react'
import styles from './Mention.module.css'

/** Somebody who is called in a text: Teams shows the name alone. Undefined for other notes. */
export function drawMention(key: string, name: string, me: string): ReactNode {
  if (!key.startsWith('@')) return undefined
  return (
    <span className={styles.mention} data-me={key === `@${me}`} data-testid="mention">
      {name}
    </span>
  )
}
