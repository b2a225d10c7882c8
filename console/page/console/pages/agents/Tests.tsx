import { Failed } from '../../shared/states.tsx'
import styles from './Agents.module.css'
import type { Counts } from './counts.ts'
import { words } from './words.ts'

/** How the tests of the agent go with its draft: which of them say something else than they should, and what could not be read. */
export function Tests({ coverage: { data, error, isPending, refetch } }: Pick<Counts, 'coverage'>) {
  if (isPending) return <p className="quiet">{words.playingTests}</p>
  if (error) return <Failed error={error} onAgain={() => void refetch()} />
  const { played, kept, faults, isCut } = data
  const failing = played.filter(({ failed }) => failed.length > 0)
  return (
    <>
      <p className="quiet">
        {played.length + kept === 0 ? words.noTests : words.testsPlayed(played.length, kept, failing.length)}
        {isCut && ` ${words.testsCut}`}
      </p>
      {failing.length + faults.length > 0 && (
        <ul className={styles.findings}>
          {failing.map(({ file, line, test, failed }) => (
            <li key={`${file}:${line}`}>
              <strong>{test}</strong> <code>{`${file}:${line}`}</code>
              {failed.slice(0, 3).map(({ turn, what, expected, actual }) => (
                <div key={`${turn} ${what}`}>{words.testFailed(turn, what, expected, actual)}</div>
              ))}
              {failed.length > 3 && <div>{words.testFailedMore(failed.length - 3)}</div>}
            </li>
          ))}
          {faults.map(({ path, message }) => (
            <li key={path}>
              <code>{path}</code> {message}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
