import { useEffect, useState } from 'react'
import styles from './Typing.module.css'

interface Props {
  me: string
  /** Until when each person types here. */
  until: Record<string, number> | undefined
  nameOf: (id: string) => string | undefined
  words: (names: string) => string
}

/** The platforms say once that somebody types and show it this long (ms). */
export const typingMs = 10_000

/** Who is typing here, as long as the platform shows it. */
export function Typing({ me, until, nameOf, words }: Props) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    setNow(Date.now())
    if (!until) return
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [until])
  const names = Object.entries(until ?? {})
    .filter(([id, end]) => id !== me && end > now)
    .map(([id]) => nameOf(id) ?? id)
  return (
    <div className={styles.typing} role="status" data-testid="typing">
      {names.length > 0 && (
        <>
          <span className={styles.dots} aria-hidden="true">
            <i />
            <i />
            <i />
          </span>
          {words(names.join(', '))}
        </>
      )}
    </div>
  )
}
