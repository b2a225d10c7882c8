import { useEffect, useRef, useState } from 'react'
import styles from './Secret.module.css'
import { strings } from './strings.ts'

/** What is shown this once, with a button that copies it; it goes when somebody says that they have it. */
export function Secret({ label, secret, onDone }: { label: string; secret: string; onDone: () => void }) {
  const [isCopied, setCopied] = useState(false)
  const box = useRef<HTMLElement>(null)
  // Whoever pressed the button is told of what came of it, wherever they are on the page.
  useEffect(() => box.current?.focus(), [])
  const copy = async () => {
    await navigator.clipboard.writeText(secret)
    setCopied(true)
  }
  return (
    <section className={styles.secret} aria-label={label} tabIndex={-1} ref={box}>
      <p>
        <strong>{label}</strong> {strings.shownOnce}
      </p>
      <code data-secret="">{secret}</code>
      <p>
        {'clipboard' in navigator && (
          <button type="button" className="primary" onClick={() => void copy()}>
            {isCopied ? strings.copied : strings.copy}
          </button>
        )}{' '}
        <button type="button" onClick={onDone}>
          {strings.haveIt}
        </button>
      </p>
    </section>
  )
}
