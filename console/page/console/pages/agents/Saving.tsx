import type { ReactNode } from 'react'
import { Refused } from '../../shared/api.ts'
import styles from './Agents.module.css'
import { type Draft, isOvertaken, movedPaths, nameOf } from './agents.ts'
import { words } from './words.ts'

const mostTold = 8

/** What came of saving: the sentence of the server with each fault, or, where somebody else was faster, who and what moved. */
export function Saving({
  error,
  seen,
  now,
  onMine,
  onTheirs,
}: {
  error: Error | null
  /** As it was when the change began. */
  seen: Draft
  now: Draft
  /** Saves it upon what is there now. */
  onMine: () => void
  onTheirs: () => void
}) {
  if (!error) return null
  if (isOvertaken(error)) {
    const moved = movedPaths(seen.document, now.document)
    const author = now.draft ? nameOf(now.draft.author) : words.somebody
    return (
      <div role="alert" className={styles.moved}>
        <p>{moved.length === 0 ? words.movedAway : words.moved(author)}</p>
        <Paths paths={moved} />
        <button type="button" onClick={onMine}>
          {words.saveMine}
        </button>{' '}
        <button type="button" onClick={onTheirs}>
          {words.takeTheirs}
        </button>
      </div>
    )
  }
  return (
    <div role="alert" className="failed">
      <p>{isUnfit(error) ? words.unfit : error.message}</p>
      {error instanceof Refused && error.faults.length > 0 && (
        <ul className={styles.faults}>
          {error.faults
            .filter(({ path }) => !path.startsWith('values.'))
            .map(({ path, message }) => (
              <li key={`${path} ${message}`}>
                <code>{path}</code> {message}
              </li>
            ))}
        </ul>
      )}
    </div>
  )
}

/** Its sentence speaks to programs. */
const isUnfit = (error: Error): boolean => error instanceof Refused && error.code === 'invalid_request'

function Paths({ paths }: { paths: readonly string[] }): ReactNode {
  if (paths.length === 0) return null
  return (
    <ul className={styles.faults}>
      {paths.slice(0, mostTold).map((path) => (
        <li key={path}>
          <code>{path}</code>
        </li>
      ))}
      {paths.length > mostTold && <li>{words.andMore(paths.length - mostTold)}</li>}
    </ul>
  )
}
