import { type FormEvent, useState } from 'react'
import drawn from './Drawing.module.css'

const names = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/

/** Begins something that needs a name of its own. */
export function Naming({
  label,
  act,
  taken,
  onName,
}: {
  label: string
  act: string
  taken: readonly string[]
  onName: (name: string) => void
}) {
  const [name, setName] = useState('')
  const isGood = names.test(name) && !taken.includes(name)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isGood) return
    onName(name)
    setName('')
  }
  return (
    <form className={drawn.naming} onSubmit={submit}>
      <label>
        {label}
        <input value={name} onChange={(event) => setName(event.currentTarget.value)} />
      </label>
      <button type="submit" disabled={!isGood}>
        {act}
      </button>
    </form>
  )
}
