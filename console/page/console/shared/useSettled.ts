import { useEffect, useState } from 'react'

/** So long nobody types before it is asked. */
const pauseMs = 150

/** What is typed, once nobody types for a moment. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
