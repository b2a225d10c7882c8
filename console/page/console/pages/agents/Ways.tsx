import { Head } from '../../shared/Head.tsx'
import type { Counts } from './counts.ts'
import styles from './Drawing.module.css'
import type { Sketch, SketchEdge } from './scenario-text.ts'
import { words } from './words.ts'

/** The arrows of the drawing in words, for whoever cannot see them or looks for those that no test takes. */
export function Ways({ sketch: { edges }, counts: { times, tests } }: { sketch: Sketch; counts: Counts }) {
  const rows = rowsOf(edges)
  const known = rows.filter((edge) => tests.has(edge))
  const untested = known.filter((edge) => tests.get(edge) === 0)
  return (
    <details className={styles.ways}>
      <summary>{words.waysInWords(rows.length, known.length > 0 ? untested.length : undefined)}</summary>
      <table>
        <Head names={[words.wayFrom, words.way, words.wayTo, words.people, words.tests]} />
        <tbody>
          {rows.map((edge) => (
            <tr key={`${edge.from} ${edge.kind} ${edge.index} ${edge.isPolicy}`}>
              <td>{edge.isPolicy ? words.fromAnywhere : edge.from}</td>
              <td>{edge.label || '→'}</td>
              <td>{edge.to}</td>
              <td>{peopleOf(edge, edges, times)}</td>
              <td>{tests.has(edge) ? words.testsOf(tests.get(edge)!) : '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

/** What the policy says of all nodes that wait is one way. */
const rowsOf = (edges: readonly SketchEdge[]): SketchEdge[] =>
  edges.filter((edge, i) => !edge.isPolicy || edges.findIndex((one) => one.isPolicy && one.kind === edge.kind) === i)

function peopleOf(edge: SketchEdge, edges: readonly SketchEdge[], times: Counts['times']): number {
  const same = edge.isPolicy ? edges.filter((one) => one.isPolicy && one.kind === edge.kind) : [edge]
  return same.reduce((sum, one) => sum + (times.get(one) ?? 0), 0)
}
