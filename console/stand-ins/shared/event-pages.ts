import type { ServerResponse } from 'node:http'

/** Open pages: each is sent what its person sees, as it happens. */
export interface EventPages<Event> {
  /** `first`: what the page begins with. */
  open(res: ServerResponse, user: string, first: Event[]): void
  /** What each person is told, if anything. */
  tell(events: (user: string) => Event[]): void
  close(): void
}

/** Servers between the page and us end what is silent for longer. */
const HEARTBEAT_MS = 15_000

export function createEventPages<Event>(): EventPages<Event> {
  const pages = new Map<ServerResponse, string>()
  const send = (page: ServerResponse, event: Event): void => void page.write(`data: ${JSON.stringify(event)}\n\n`)
  return {
    open(res, user, first) {
      res.writeHead(200, {
        'content-type': 'text/event-stream',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      })
      for (const event of first) send(res, event)
      pages.set(res, user)
      const heartbeat = setInterval(() => res.write(': still here\n\n'), HEARTBEAT_MS).unref()
      res.on('close', () => {
        clearInterval(heartbeat)
        pages.delete(res)
      })
    },
    tell(events) {
      for (const [page, user] of pages) for (const event of events(user)) send(page, event)
    },
    close() {
      for (const page of pages.keys()) page.end()
      pages.clear()
    },
  }
}
