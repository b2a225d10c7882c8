import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { askAll } from '../../shared/api.ts'
import { useMe } from '../../shared/session.ts'
import styles from './Agents.module.css'
import { useChange } from './agents.ts'
import { here, ScheduleFields, trimmed } from './ScheduleFields.tsx'
import type { Schedule } from './Schedules.tsx'
import { words } from './schedule-words.ts'

/** What is to be asked, where, and when in words; when that would be is shown before it is kept. */
export function NewSchedule({ agent }: { agent: string }) {
  const [wanted, setWanted] = useState({ asks: '', time: '', zone: here })
  const [place, setPlace] = useState('')
  const add = useChange<Schedule>(agent)
  const places = usePlaces(agent)
  const listed = useId()
  const act = (submitted: FormEvent) => {
    submitted.preventDefault()
    const body = { place: place.trim(), ...trimmed(wanted) }
    const clear = () => setWanted({ ...wanted, asks: '', time: '' })
    add.mutate({ method: 'POST', path: '/schedules', body }, { onSuccess: clear })
  }
  return (
    <form className={styles.form} aria-label={words.title} onSubmit={act}>
      <fieldset>
        <legend>{words.title}</legend>
        <ScheduleFields agent={agent} value={wanted} onChange={setWanted} />
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
