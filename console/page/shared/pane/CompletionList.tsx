import type { KeyboardEvent, ReactNode } from 'react'
import styles from './CompletionList.module.css'

/** Things that complete what is typed in a text box, whose keys choose among them. */
export interface Completion<T = unknown> {
  id: string
  open: boolean
  found: T[]
  active: number
  /** Whether the key was the list's. */
  onKeyDown(event: KeyboardEvent): boolean
}

interface Props<T> {
  list: Completion<T> & { choose(item: T): void }
  label: string
  testId: string
  /** Said when nothing fits. */
  nothing?: string
  keyOf(item: T): string
  draw(item: T): ReactNode
}

export function CompletionList<T>({ list, label, testId, nothing, keyOf, draw }: Props<T>) {
  if (!list.open) return null
  return (
    <div id={list.id} className={styles.list} role="listbox" aria-label={label} data-testid={testId}>
      {list.found.length === 0 && <p>{nothing}</p>}
      {list.found.map((item, i) => (
        // The text box keeps the focus and the keys; pressing must not take it away.
        <div
          key={keyOf(item)}
          id={`${list.id}-${i}`}
          role="option"
          tabIndex={-1}
          aria-selected={i === list.active}
          onMouseDown={(event) => {
            event.preventDefault()
            list.choose(item)
          }}
        >
          {draw(item)}
        </div>
      ))}
    </div>
  )
}
