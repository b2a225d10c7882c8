import type { ReactNode } from 'react'
import { useEffect, useRef, useState } from 'react'
import { strings } from '../strings.ts'
import { Icon } from './Icon.tsx'
import styles from './MessageList.module.css'

/** How far from the end (px) still counts as reading the latest message. */
const nearEnd = 60

interface Props {
  label: string
  /** The reader's own newest message: a new one takes them to the end. */
  ownLatest: string | undefined
  children: ReactNode
}

/** A log that follows its end while the reader is there, and leaves them alone while they read further up. */
export function MessageList({ label, ownLatest, children }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const following = useRef(true)
  const lastTop = useRef(0)
  const [away, setAway] = useState(false)

  useEffect(() => {
    const end = () => box.current?.scrollTo({ top: box.current.scrollHeight })
    const observer = new ResizeObserver(() => {
      if (following.current) end()
    })
    if (content.current) observer.observe(content.current)
    if (box.current) observer.observe(box.current)
    return () => observer.disconnect()
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new message of one's own is the occasion
  useEffect(() => {
    following.current = true
    box.current?.scrollTo({ top: box.current.scrollHeight })
  }, [ownLatest])

  const onScroll = () => {
    const { scrollHeight, scrollTop, clientHeight } = box.current!
    // Only the reader moves up. By the time a move to the end is told, a picture may have made the end another one.
    if (scrollHeight - scrollTop - clientHeight < nearEnd) following.current = true
    else if (scrollTop < lastTop.current) following.current = false
    lastTop.current = scrollTop
    setAway(!following.current)
  }

  return (
    <div className={styles.frame} data-tour="messages">
      <div ref={box} className={styles.scroll} onScroll={onScroll} role="log" aria-live="polite" aria-label={label}>
        <div ref={content} className={styles.content}>
          {children}
        </div>
      </div>
      {away && (
        <button
          type="button"
          className={styles.latest}
          onClick={() => box.current?.scrollTo({ top: box.current.scrollHeight, behavior: 'smooth' })}
        >
          <Icon name="down" />
          {strings.latest}
        </button>
      )}
    </div>
  )
}
