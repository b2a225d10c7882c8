import type { CSSProperties } from 'react'
import styles from './Conversations.module.css'
import type { WireCall, WireOf } from './turns.ts'
import { words } from './words.ts'

/** Each call that showed an answer, on a time line: how long it waited for room, how long it took, and what came of it. */
export function Wire({ wire: { calls, leftOut } }: { wire: WireOf }) {
  const all = Math.max(1, ...calls.map(endOf))
  return (
    <>
      <h3>{words.wire}</h3>
      <ol className={styles.wire}>
        {calls.map((call, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: calls stand in the order in which they were made.
          <li key={i} data-end={call.end}>
            <span>{words.after(call.at)}</span>
            <span>
              {words.does[call.do]}
              {call.n > 0 && ` (${call.n + 1})`}
            </span>
            <span className={styles.wireLine} style={barOf(call, all)} aria-hidden="true" />
            <span className="quiet">{toldOf(call)}</span>
          </li>
        ))}
      </ol>
      {leftOut > 0 && <p className="quiet">{words.leftOut(leftOut)}</p>}
    </>
  )
}

const endOf = ({ at, waited, ms }: WireCall): number => at + waited + ms

/** In parts of a hundred of the whole time. */
function barOf({ at, waited, ms }: WireCall, all: number): CSSProperties {
  const part = (time: number) => `${(100 * time) / all}%`
  return { '--at': part(at), '--waited': part(waited), '--ms': part(ms) } as CSSProperties
}

function toldOf({ waited, ms, end, code, retryMs }: WireCall): string {
  return [
    words.took(ms),
    ...(waited > 0 ? [words.waited(waited)] : []),
    ...(end === 'limited' ? [words.limited(retryMs ?? 0)] : []),
    ...(end === 'refused' ? [words.refused(code ?? '')] : []),
    ...(end === 'unknown' ? [words.unknown] : []),
  ].join(' · ')
}
