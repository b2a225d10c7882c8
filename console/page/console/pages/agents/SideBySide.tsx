import { Fragment, useMemo } from 'react'
import { type Line, sideBySide } from './patch.ts'
import styles from './SideBySide.module.css'
import { words } from './words.ts'

/** A patch with what was on the left and what is to be on the right. */
export function SideBySide({ patch }: { patch: string }) {
  const files = useMemo(() => sideBySide(patch), [patch])
  if (files.length === 0) return <p className="quiet">{words.noDifference}</p>
  return files.map(({ path, hunks }) => (
    <table key={path} className={styles.diff}>
      <caption>{path}</caption>
      <thead className="unseen">
        <tr>
          <th scope="col">{words.before}</th>
          <th scope="col">{words.after}</th>
        </tr>
      </thead>
      <tbody>
        {hunks.map((rows, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the stretches of a patch do not move.
          <Fragment key={i}>
            {i > 0 && (
              <tr className={styles.gap}>
                <td colSpan={2}>⋯</td>
              </tr>
            )}
            {rows.map(({ before, after, isChanged }) => (
              <tr key={`${before?.number} ${after?.number}`}>
                <Side line={before} kind={isChanged ? 'del' : undefined} />
                <Side line={after} kind={isChanged ? 'ins' : undefined} />
              </tr>
            ))}
          </Fragment>
        ))}
      </tbody>
    </table>
  ))
}

function Side({ line, kind }: { line: Line | undefined; kind: 'del' | 'ins' | undefined }) {
  if (!line) return <td className={styles.none} />
  const Text = kind ?? 'span'
  return (
    <td className={kind && styles[kind]}>
      <span className={styles.number} aria-hidden="true">
        {line.number}
      </span>
      <Text>{line.text}</Text>
    </td>
  )
}
