import { useEffect, useState } from 'react'
import { useDiscord } from './context.ts'
import { text } from './strings.ts'
import styles from './Typing.module.css'

/** Who is typing here, as long as Discord shows it. */
export function Typing({ channel }: { channel: string }) {
  const { workspace } = useDiscord()
  const [now, setNow] = useState(Date.now)
  const { users, me } = workspace
  const until = workspace.typing[channel]
  useEffect(() => {
    setNow(Date.now())
    if (!until) return
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [until])
  const names = Object.entries(until ?? {})
    .filter(([id, end]) => id !== me.id && end > now)
    .map(([id]) => users.find((user) => user.id === id)?.name ?? id)
  return (
    <div className={styles.typing} role="status" data-testid="typing">
      {names.length > 0 && (
        <>
          <span className={styles.dots} aria-hidden="true">
            <i />
            <i />
            <i />
          </span>
          {text.typing(names.join(', '))}
        </>
      )}
    </div>
  )
}
