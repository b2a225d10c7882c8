import { useState } from 'react'
import styles from './Sure.module.css'
import { strings } from './strings.ts'

/** What cannot be taken back is done by a second press. */
export function Sure({ label, about, onSure }: { label: string; about: string; onSure: () => void }) {
  const [isAsked, setAsked] = useState(false)
  return (
    <>
      <button
        type="button"
        aria-label={about}
        onClick={() => (isAsked ? onSure() : setAsked(true))}
        onBlur={() => setAsked(false)}
      >
        {label}
      </button>
      <span role="status" className={styles.sure}>
        {isAsked && strings.sure}
      </span>
    </>
  )
}
