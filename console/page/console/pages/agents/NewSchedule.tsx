import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { ask, askAll, Refused } from '../../shared/api.ts'
import { useMe } from '../../shared/session.ts'
import { momentIn } from '../../shared/strings.ts'
import { useSettled } from '../../shared/useSettled.ts'
import styles from './Agents.module.css'
import { keyOf, pathOf, useChange } from './agents.ts'
import type { Schedule } from './Schedules.tsx'
import { words } from './schedule-words.ts'

const here = Intl.DateTimeFormat().resolvedOptions().timeZone
/** UTC is none of the browser’s list. */
const zones = [...new Set([here, 'UTC', ...Intl.supportedValuesOf('timeZone')])]

/** What is to be asked, where, and when in words; when that would be is shown before it is kept. */
export function NewSchedule({ agent }: { agent: string }) {
  const [asks, setAsks] = useState('')
  const [time, setTime] = useState('')
  const [zone, setZone] = useState(here)
  const [place, setPlace] = useState('')
  const add = useChange<Schedule>(agent)
  const places = usePlaces(agent)
  const listed = useId()
  const act = (submitted: FormEvent) => {
    submitted.preventDefault()
    const body = { place: place.trim(), asks: asks.trim(), time: time.trim(), zone }
    const clear = () => {
      setAsks('')
      setTime('')
    }
    add.mutate({ method: 'POST', path: '/schedules', body }, { onSuccess: clear })
  }
  return (
    <form className={styles.form} aria-label={words.title} onSubmit={act}>
      <fieldset>
        <legend>{words.title}</legend>
        <label className={styles.field}>
          {words.asks}
          <textarea value={asks} required maxLength={2000} onChange={(event) => setAsks(event.currentTarget.value)} />
        </label>
        <label className={styles.field}>
          {words.inWords}
          <input
            value={time}
            required
            maxLength={200}
            placeholder={words.example}
            onChange={(event) => setTime(event.currentTarget.value)}
          />
        </label>
        <label className={styles.field}>
          {words.zone}
          <select value={zone} onChange={(event) => setZone(event.currentTarget.value)}>
            {zones.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </label>
        <label className={styles.field}>
          {words.channel}
          <input
            value={place}
            required
            maxLength={400}
            list={listed}
            placeholder="slack:T0ACME:C0GENERAL"
            onChange={(event) => setPlace(event.currentTarget.value)}
          />
          <datalist id={listed}>
            {places.map((one) => (
              <option key={one} value={one} />
            ))}
          </datalist>
        </label>
      </fieldset>
      <Times agent={agent} time={time.trim()} zone={zone} />
      <button type="submit" className="primary" disabled={add.isPending}>
        {words.add}
      </button>
      {add.error && (
        <p role="alert" className="failed">
          {add.error.message}
        </p>
      )}
    </form>
  )
}

/** When what is being written would come, or why it never does. */
function Times({ agent, time, zone }: { agent: string; time: string; zone: string }) {
  const said = useSettled(time)
  const read = useQuery({
    queryKey: keyOf(agent, 'times', said, zone),
    queryFn: () =>
      ask<{ times: string[] }>(pathOf(agent, `/schedules/times?${new URLSearchParams({ time: said, zone })}`)),
    enabled: said !== '',
  })
  return (
    <p role="status">
      {said !== '' && (read.data ? words.comes(read.data.times.map(momentIn(zone))) : whyNot(read.error))}
    </p>
  )
}

const whyNot = (error: Error | null): string | undefined =>
  error instanceof Refused && error.faults.length > 0 ? words.unread : error?.message

/** Where it is used, for whoever may see that; others write the channel’s name. */
function usePlaces(agent: string): string[] {
  const maySee = useMe().data?.adminOf === 'all'
  const bindings = useQuery({
    queryKey: ['bindings'],
    queryFn: () => askAll<{ place: string; agent: string }>('/v1/bindings'),
    enabled: maySee,
  })
  return (bindings.data ?? []).filter((one) => one.agent === agent).map(({ place }) => place)
}
