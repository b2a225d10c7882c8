import type { ReactNode } from 'react'
import { moment } from '../../shared/dates.ts'
import { Failed, Loading } from '../../shared/states.tsx'
import { Doctor } from './Doctor.tsx'
import styles from './Health.module.css'
import { type Platform, type State, useHealth, type Waiting } from './health.ts'
import { Processes, Refused, Warnings } from './Lists.tsx'
import { size, span, words } from './words.ts'

/** How everything is, as the process sees it that was asked. */
export function HealthPage() {
  const state = useHealth()
  return (
    <div className="page">
      <h1>{words.title}</h1>
      {state.error && <Failed error={state.error} onAgain={() => void state.refetch()} />}
      {state.isPending && <Loading />}
      {state.data && <Told state={state.data} />}
      {state.data && <p className="quiet">{words.looked(moment(state.dataUpdatedAt))}</p>}
    </div>
  )
}

function Told({ state }: { state: State }) {
  const { degraded, checks, platforms, processes, backlog, running, providers, refusing, refused, disk } = state
  const failing = Object.entries(checks).filter(([, holds]) => !holds)
  const wrong = [...failing.map(([what]) => ({ what, why: words.down })), ...degraded]
  return (
    <>
      {wrong.length === 0 ? (
        <p className={styles.well}>{words.well}</p>
      ) : (
        <div role="alert" className="failed">
          <p>{words.wrong(wrong.length)}</p>
          <ul>
            {wrong.map(({ what, why }) => (
              <li key={`${what} ${why}`}>
                <strong>{what}</strong>: {why}
              </li>
            ))}
          </ul>
        </div>
      )}
      <Rows title={words.platforms} none={words.noPlatforms}>
        {platforms.map((platform) => [platform.id, <Connected key={platform.id} {...platform} />] as const)}
      </Rows>
      <Rows title={words.waiting} none={words.noDatabase}>
        {[
          ...(backlog
            ? (['messages', 'webhooks', 'dead'] as const).map((name) => [words[name], waits(backlog[name])] as const)
            : []),
          [words.running, String(running)] as const,
        ]}
      </Rows>
      {refusing.length > 0 && (
        <Rows title={words.refusing}>
          {refusing.map(
            ({ place, detail, since, count }) => [place, `${detail} (${words.since(count, moment(since))})`] as const,
          )}
        </Rows>
      )}
      {providers.length > 0 && (
        <Rows title={words.providers}>
          {providers.map(
            ({ provider, state }) =>
              [provider, <Mark key={provider} good={state === 'closed'} text={words.states[state]} />] as const,
          )}
        </Rows>
      )}
      <Refused refused={refused} />
      <Processes processes={processes} />
      <Rows title={words.process}>
        {[
          [words.version, state.version] as const,
          [words.startedAt, moment(state.startedAt)] as const,
          [words.memory, size(state.memory.residentBytes)] as const,
          ...(disk ? [[words.disk, words.ofTotal(size(disk.freeBytes), size(disk.totalBytes))] as const] : []),
        ]}
      </Rows>
      <Doctor />
      <Warnings warnings={state.warnings} />
    </>
  )
}

function Connected({ up, connectedSince, lastEventAt }: Platform) {
  return (
    <>
      <Mark good={up} text={up ? words.up : words.down} />
      <p className="quiet">
        {connectedSince === null ? words.notConnected : words.connectedSince(moment(connectedSince))}
        {' · '}
        {lastEventAt === null ? words.noEvent : words.lastEvent(moment(lastEventAt))}
      </p>
    </>
  )
}

const waits = ({ waiting, oldestSeconds }: Waiting): string =>
  waiting === 0 ? '0' : `${waiting}, ${words.oldest(span(oldestSeconds))}`

function Rows({ title, none, children }: { title: string; none?: string; children: (readonly [string, ReactNode])[] }) {
  return (
    <section className={styles.group}>
      <h2>{title}</h2>
      {children.length === 0 && <p className="quiet">{none}</p>}
      <dl>
        {children.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** Told by a word, and by its colour to whoever sees it. */
function Mark({ good, text }: { good: boolean; text: string }) {
  return <span className={good ? styles.good : styles.bad}>{text}</span>
}
