import { useQuery } from '@tanstack/react-query'
import { ask, Refused } from '../../shared/api.ts'
import { momentIn } from '../../shared/dates.ts'
import { useSettled } from '../../shared/useSettled.ts'
import styles from './Agents.module.css'
import { keyOf, pathOf } from './agents.ts'
import { words } from './schedule-words.ts'

/** What is asked, and when, as somebody writes it. */
export interface Wanted {
  asks: string
  time: string
  zone: string
}

export const trimmed = ({ asks, time, zone }: Wanted): Wanted => ({ asks: asks.trim(), time: time.trim(), zone })

/** The zone of whoever looks. */
export const here = Intl.DateTimeFormat().resolvedOptions().timeZone
/** UTC is none of the browser’s list. */
const usual = [here, 'UTC', ...Intl.supportedValuesOf('timeZone')]

/** When it would come is shown while it is written. */
export function ScheduleFields({
  agent,
  value,
  onChange,
}: {
  agent: string
  value: Wanted
  onChange: (value: Wanted) => void
}) {
  const { asks, time, zone } = value
  return (
    <>
      <label className={styles.field}>
        {words.asks}
        <textarea
          value={asks}
          required
          maxLength={2000}
          onChange={(event) => onChange({ ...value, asks: event.currentTarget.value })}
        />
      </label>
      <label className={styles.field}>
        {words.inWords}
        <input
          value={time}
          required
          maxLength={200}
          placeholder={words.example}
          onChange={(event) => onChange({ ...value, time: event.currentTarget.value })}
        />
      </label>
      <label className={styles.field}>
        {words.zone}
        <select value={zone} onChange={(event) => onChange({ ...value, zone: event.currentTarget.value })}>
          {[...new Set([zone, ...usual])].map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      </label>
      <Times agent={agent} time={time.trim()} zone={zone} />
    </>
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
