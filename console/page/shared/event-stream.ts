import { backoff } from './backoff.ts'

export interface EventStreamParts<T> {
  /** Called before each attempt; a rejection counts as a failed one. Answers the address to listen at. */
  address: () => Promise<string>
  onEvent: (event: T) => void
  onLink: (link: 'live' | 'reconnecting') => void
}

/** Listens to Server-Sent Events of JSON and keeps trying when the connection is lost. Returns how to stop. */
export function listen<T>({ address, onEvent, onLink }: EventStreamParts<T>): () => void {
  let source: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let attempt = 0
  let stopped = false

  const retry = () => {
    source?.close()
    if (stopped) return
    onLink('reconnecting')
    timer = setTimeout(connect, backoff(attempt++))
  }

  const connect = async () => {
    try {
      const url = await address()
      if (stopped) return
      source = new EventSource(url)
    } catch {
      retry()
      return
    }
    source.onopen = () => {
      attempt = 0
      onLink('live')
    }
    source.onmessage = ({ data }) => {
      if (!stopped) onEvent(JSON.parse(data) as T)
    }
    source.onerror = retry
  }

  void connect()
  return () => {
    stopped = true
    clearTimeout(timer)
    source?.close()
  }
}
