import type { ReactNode } from 'react'
import { moment } from '../../shared/dates.ts'
import styles from './Health.module.css'
import type { Process, RefusedCall, Warning } from './health.ts'
import { words } from './words.ts'

/** Who runs, since when, and how many conversations each holds. */
export function Processes({ processes }: { processes: readonly Process[] }) {
  return (
    <Lines title={words.processes}>
      {processes.map(({ name, isAsked, roles, version, startedAt, conversations }) => (
        <li key={name}>
          <strong>{name}</strong>
          {isAsked && ` (${words.thisOne})`}: {words.holds(conversations)}
          <p className="quiet">{words.runs(roles.join(', '), version, moment(startedAt))}</p>
        </li>
      ))}
    </Lines>
  )
}

/** Which calls platforms have refused, where, and how often. */
export function Refused({ refused }: { refused: readonly RefusedCall[] }) {
  return (
    <Lines title={words.refused}>
      {refused.map(({ platform, installation, call, place, code, detail, since, lastAt, count }) => (
        <li key={`${platform} ${installation} ${call} ${place} ${code}`}>
          <strong>{words.refusedCall(platform, call)}</strong> {words.at(place ?? installation)}: {code} ({detail})
          <p className="quiet">{words.times(count, moment(since), moment(lastAt))}</p>
        </li>
      ))}
    </Lines>
  )
}

/** What the process that was asked has logged last, at warn and above. */
export function Warnings({ warnings }: { warnings: readonly Warning[] }) {
  return (
    <Lines title={words.warnings} about={words.warningsAbout}>
      {warnings.map(({ level, text, why, of, since, lastAt, count }) => (
        <li key={`${level} ${text} ${why} ${Object.values(of).join(' ')}`}>
          <span className={level === 'error' ? styles.bad : undefined}>
            {words.levels[level]}: {text}
          </span>
          {why !== null && ` (${why})`}
          <p className="quiet">
            {Object.entries(of).map(([name, value]) => `${name} ${value} · `)}
            {words.times(count, moment(since), moment(lastAt))}
          </p>
        </li>
      ))}
    </Lines>
  )
}

function Lines({ title, about, children }: { title: string; about?: string; children: ReactNode[] }) {
  return (
    <section className={styles.group}>
      <h2>{title}</h2>
      {about && <p className="quiet">{about}</p>}
      {children.length === 0 ? <p>{words.nothing}</p> : <ul className={styles.lines}>{children}</ul>}
    </section>
  )
}
