import { useEffect, useRef, useState } from 'react'
import type { Link } from './state.ts'

/** How long (ms) a sentence about something that could not be done stays. */
const noticeMs = 6000

/** What is on the screen of a pane beside its messages. */
export function useScreen(link: Link) {
  const [notice, setNotice] = useState('')
  const [faultsOpen, setFaultsOpen] = useState(false)
  const [navigationOpen, setNavigationOpen] = useState(false)
  useEffect(() => {
    if (!notice) return
    const timer = setTimeout(() => setNotice(''), noticeMs)
    return () => clearTimeout(timer)
  }, [notice])
  const late = useLate(link === 'reconnecting')
  /** Whoever has opened the faults goes on at their button. */
  const faultsButton = useRef<HTMLButtonElement>(null)
  const closeFaults = () => {
    setFaultsOpen(false)
    faultsButton.current?.focus()
  }
  return {
    notice,
    setNotice,
    faultsOpen,
    setFaultsOpen,
    faultsButton,
    closeFaults,
    navigationOpen,
    setNavigationOpen,
    late,
  }
}

export type Screen = ReturnType<typeof useScreen>

/** True once `value` has been true for a second: short interruptions are not worth a word. */
function useLate(value: boolean): boolean {
  const [late, setLate] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    if (value) timer.current = setTimeout(() => setLate(true), 1000)
    else setLate(false)
    return () => clearTimeout(timer.current)
  }, [value])
  return late
}
