import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { moment } from '../../shared/dates.ts'
import styles from './Conversations.module.css'
import type { Filter, Turn } from './turns.ts'
import { words } from './words.ts'

/** Shapes and figures of one turn: its words are read where it is opened. */
export const TurnLine = memo(({ turn, filter, isOpen }: { turn: Turn; filter: Filter; isOpen: boolean }) => {
  const { id, agent, uid, door, outcome, ms, startedAt } = turn
  const { good, bad } = turn.votes
  return (
    <li>
      <Link
        to="/conversations/$turn"
        params={{ turn: id }}
        search={filter}
        className={styles.line!}
        {...(isOpen && { 'aria-current': 'true' as const })}
      >
        <span className={styles.outcome} data-outcome={outcome}>
          {words.outcomes[outcome] ?? outcome}
        </span>
        <span className={styles.agent}>{agent}</span>
        <span className={styles.votes}>
          {good > 0 && <span title={words.good(good)}>👍 {good}</span>}{' '}
          {bad > 0 && <span title={words.bad(bad)}>👎 {bad}</span>}
        </span>
        <time dateTime={startedAt}>{moment(startedAt)}</time>
        <span className={styles.person}>
          {door} · {uid || words.noUid}
        </span>
        <span className={styles.took}>{ms === null ? '' : words.took(ms)}</span>
      </Link>
    </li>
  )
})
