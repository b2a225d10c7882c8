import { type FormEvent, useState } from 'react'
import { Refused } from '../../shared/api.ts'
import { Choices } from '../../shared/Choices.tsx'
import { Secret } from '../../shared/Secret.tsx'
import { useMe } from '../../shared/session.ts'
import styles from './Events.module.css'
import { addEndpoint, useEventChange } from './events.ts'
import { words } from './words.ts'

/** Where events are to go from now on, and which; then the secret that signs them, this once. */
export function NewEndpoint() {
  const { eventTypes = [] } = useMe().data?.choices ?? {}
  const [url, setUrl] = useState('')
  const [types, setTypes] = useState<readonly string[]>([])
  const [hasWords, setWords] = useState(false)
  const add = useEventChange(addEndpoint)
  const act = (submitted: FormEvent) => {
    submitted.preventDefault()
    const wanted = { url: url.trim(), types, include: hasWords ? ['words'] : [] }
    add.mutate(wanted, { onSuccess: () => setUrl('') })
  }
  const faults = add.error instanceof Refused ? add.error.faults.map(({ message }) => message) : []
  return (
    <form className={styles.new} aria-label={words.newEndpoint} onSubmit={act}>
      <label className={styles.url}>
        {words.address}
        <input
          type="url"
          value={url}
          placeholder="https://example.com/hook"
          required
          onChange={(event) => {
            setUrl(event.currentTarget.value)
            if (add.error) add.reset()
          }}
        />
      </label>
      <button type="submit" className="primary" disabled={url.trim() === '' || add.isPending}>
        {words.add}
      </button>
      <Choices legend={words.onlyThese} options={eventTypes} chosen={types} onChoose={setTypes} />
      <label className={styles.check}>
        <input type="checkbox" checked={hasWords} onChange={() => setWords(!hasWords)} />
        {words.withWords}
      </label>
      {add.error && <p role="alert">{[add.error.message, ...faults].join(' ')}</p>}
      {add.data && <Secret label={words.secret} secret={add.data.secret} onDone={add.reset} />}
    </form>
  )
}
