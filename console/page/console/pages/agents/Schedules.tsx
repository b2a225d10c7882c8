import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { askAll } from '../../shared/api.ts'
import { momentIn } from '../../shared/dates.ts'
import { Head } from '../../shared/Head.tsx'
import { Sure } from '../../shared/Sure.tsx'
import { Failed, Loading } from '../../shared/states.tsx'
import type { RoomProps } from './AgentPage.tsx'
import styles from './Agents.module.css'
import { keyOf, pathOf, useChange } from './agents.ts'
import { NewSchedule } from './NewSchedule.tsx'
import { ScheduleFields, trimmed } from './ScheduleFields.tsx'
import { words } from './schedule-words.ts'

export interface Schedule {
  id: string
  asks: string
  rule: string | null
  zone: string
  paused: boolean
  next: string | null
}

/** What the agent is asked again and again. It is no part of the draft: what is done here is done at once. */
export default function SchedulesRoom({ agent }: RoomProps) {
  const list = useQuery({
    queryKey: keyOf(agent, 'schedules'),
    queryFn: () => askAll<Schedule>(pathOf(agent, '/schedules')),
  })
  return (
    <section>
      <p className="about">{words.about}</p>
      {list.isPending && <Loading />}
      {list.error && <Failed error={list.error} onAgain={() => void list.refetch()} />}
      {list.data?.length === 0 && <p className="quiet">{words.none}</p>}
      {list.data && list.data.length > 0 && <Kept agent={agent} schedules={list.data} />}
      <NewSchedule agent={agent} />
    </section>
  )
}

function Kept({ agent, schedules }: { agent: string; schedules: readonly Schedule[] }) {
  const change = useChange<unknown>(agent)
  const run = useChange<unknown>(agent)
  const [edited, setEdited] = useState<string>()
  const error = change.error ?? run.error
  const at = (id: string) => `/schedules/${encodeURIComponent(id)}`
  return (
    <>
      {error && (
        <p role="alert" className="failed">
          {error.message}
        </p>
      )}
      <p role="status">{run.isSuccess && words.ran}</p>
      <table>
        <Head names={[words.asks, words.time, words.next, words.change]} />
        <tbody>
          {schedules.map(({ id, asks, rule, zone, paused, next }) => (
            <tr key={id}>
              <td>{asks}</td>
              <td>
                {rule === null ? words.once : <code>{rule}</code>} {zone}
              </td>
              <td>{next === null ? words.paused : momentIn(zone)(next)}</td>
              <td>
                <div className={styles.acts}>
                  <button
                    type="button"
                    aria-label={words.runNowOf(asks)}
                    onClick={() => run.mutate({ method: 'POST', path: `${at(id)}/run` })}
                  >
                    {words.runNow}
                  </button>
                  <button
                    type="button"
                    aria-label={(paused ? words.goOnOf : words.pauseOf)(asks)}
                    onClick={() => change.mutate({ method: 'PATCH', path: at(id), body: { paused: !paused } })}
                  >
                    {paused ? words.goOn : words.pause}
                  </button>
                  <button
                    type="button"
                    aria-label={words.editOf(asks)}
                    aria-expanded={edited === id}
                    onClick={() => setEdited(edited === id ? undefined : id)}
                  >
                    {words.edit}
                  </button>
                  <Sure
                    label={words.remove}
                    about={words.removeOf(asks)}
                    onSure={() => change.mutate({ method: 'DELETE', path: at(id) })}
                  />
                </div>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {schedules.map(
        (one) =>
          one.id === edited && (
            <EditSchedule key={one.id} agent={agent} schedule={one} onDone={() => setEdited(undefined)} />
          ),
      )}
    </>
  )
}

function EditSchedule({ agent, schedule, onDone }: { agent: string; schedule: Schedule; onDone: () => void }) {
  const { id, asks, rule, zone } = schedule
  const [wanted, setWanted] = useState({ asks, time: rule ?? '', zone })
  const change = useChange<Schedule>(agent)
  const act = (submitted: FormEvent) => {
    submitted.preventDefault()
    const path = `/schedules/${encodeURIComponent(id)}`
    change.mutate({ method: 'PATCH', path, body: trimmed(wanted) }, { onSuccess: onDone })
  }
  return (
    <form className={styles.form} aria-label={words.editOf(asks)} onSubmit={act}>
      <fieldset>
        <legend>{words.editOf(asks)}</legend>
        <ScheduleFields agent={agent} value={wanted} onChange={setWanted} />
      </fieldset>
      <div className={styles.acts}>
        <button type="submit" className="primary" disabled={change.isPending}>
          {words.save}
        </button>
        <button type="button" onClick={onDone}>
          {words.cancel}
        </button>
      </div>
      {change.error && (
        <p role="alert" className="failed">
          {change.error.message}
        </p>
      )}
    </form>
  )
}
