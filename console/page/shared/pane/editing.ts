import { useEffect, useRef } from 'react'

/** `back`: what is to be done once it has ended. */
type Begin = (back: () => void) => void

/** Messages on the screen that their person may edit. */
const editable = new Map<string, Begin>()

/** `view`: where it is shown, if it may be shown twice. */
export const editKey = (person: string, message: string, view = ''): string => `${person} ${message} ${view}`

/** False: it is not on the screen. */
export function editMessage(key: string, back: () => void): boolean {
  const begin = editable.get(key)
  begin?.(back)
  return begin !== undefined
}

/** Lets a composer have this message edited; none without a key. What it returns ends that, and goes back to where it was begun. */
export function useEditable(key: string | undefined, begin: () => void, end: () => void): () => void {
  const back = useRef<() => void>(undefined)
  const latest = useRef(begin)
  latest.current = begin
  useEffect(() => {
    if (key === undefined) return
    const own: Begin = (to) => {
      back.current = to
      latest.current()
    }
    editable.set(key, own)
    return () => {
      if (editable.get(key) === own) editable.delete(key)
    }
  }, [key])
  return () => {
    end()
    back.current?.()
    back.current = undefined
  }
}
