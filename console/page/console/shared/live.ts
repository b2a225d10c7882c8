import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { meKey } from './session.ts'

/** What is looked at again when the server says that it has changed. */
const keysOf: Record<string, readonly string[]> = {
  turns: ['turns', 'handover'],
  handovers: ['handovers', 'handover'],
  state: ['state'],
}
const againMs = 3000
/** However fast things change, a page is read by a person. */
const restMs = 1000

let isLive = false
const watchers = new Set<() => void>()

function setLive(live: boolean): void {
  isLive = live
  for (const watch of watchers) watch()
}

/** How often something is looked at by itself: while the server tells what has changed, seldom. */
export function useLookEvery(ms: number, seldomMs = 60_000): number {
  const live = useSyncExternalStore(
    (watch) => {
      watchers.add(watch)
      return () => watchers.delete(watch)
    },
    () => isLive,
  )
  return live ? seldomMs : ms
}

/** Hears what has changed, for as long as somebody is signed in. */
export function useLive(isSignedIn: boolean): void {
  const queries = useQueryClient()
  useEffect(() => {
    if (!isSignedIn) return
    const leaving = new AbortController()
    void follow(queries, leaving.signal)
    return () => leaving.abort()
  }, [queries, isSignedIn])
}

/** Browsers keep few connections to one server: pages that nobody looks at leave them to the others. */
async function follow(queries: QueryClient, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await until('visible', signal)
    const over = new AbortController()
    void until('hidden', AbortSignal.any([signal, over.signal])).then(() => over.abort())
    await hear(queries, AbortSignal.any([signal, over.signal])).catch(() => {})
    over.abort()
    setLive(false)
    await new Promise((later) => setTimeout(later, againMs))
  }
}

/** Until the page is seen, or is not; or until nobody waits for it. */
function until(state: DocumentVisibilityState, signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const end = () => {
      document.removeEventListener('visibilitychange', look)
      signal.removeEventListener('abort', end)
      done()
    }
    const look = () => document.visibilityState === state && end()
    document.addEventListener('visibilitychange', look)
    signal.addEventListener('abort', end)
    if (signal.aborted) end()
    else look()
  })
}

/** No EventSource: it sends no header, by which the server knows this page from others. */
async function hear(queries: QueryClient, signal: AbortSignal): Promise<void> {
  const response = await fetch('/console/api/live', { headers: { 'x-parley-console': '1' }, signal })
  if (response.status === 401) void queries.invalidateQueries({ queryKey: meKey })
  if (!response.ok || !response.body) return
  setLive(true)
  const due = new Set<string>()
  let isResting = false
  const look = () => {
    isResting = false
    for (const key of due) void queries.invalidateQueries({ queryKey: [key] })
    due.clear()
  }
  let rest = ''
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) for (const key of keysOf[line.replace(/^event: /, '')] ?? []) due.add(key)
    if (due.size === 0 || isResting) continue
    isResting = true
    setTimeout(look, restMs)
  }
}
