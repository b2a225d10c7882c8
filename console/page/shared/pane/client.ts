import { locale } from '../../strings.ts'
import { request } from '../api.ts'

export type PaneClient = ReturnType<typeof createPaneClient>

/** The requests of a pane to its stand-in. Every call rejects with an `ApiError` when the server refuses it. */
export function createPaneClient<Fault>(platform: string) {
  // As the platform's clients call the language of this page: Discord's says `ja` alone.
  const clientLocale = locale === 'en' ? 'en-US' : platform === 'discord' ? 'ja' : 'ja-JP'
  const prefix = `playground/${platform}/`
  const send =
    (method: string) =>
    <T>(path: string, body: unknown) =>
      request<T>(method, `${prefix}${path}`, body)
  let last: Promise<unknown> = Promise.resolve()
  return {
    post: send('POST'),
    patch: send('PATCH'),
    del: send('DELETE'),
    /** One at a time, so that messages sent in quick succession keep their order. */
    inTurn: <T>(work: () => Promise<T>): Promise<T> => {
      const sent = last.then(work)
      last = sent.catch(() => undefined)
      return sent
    },
    /** Starts the platform if it is not running yet. Answers who to be at first. */
    open: () => send('POST')<{ user: string }>('open', {}),
    eventsUrl: (user: string) => `${prefix}events?user=${encodeURIComponent(user)}&locale=${clientLocale}`,
    fileUrl: (id: string) => `${prefix}files/${encodeURIComponent(id)}`,
    setFaults: (faults: Fault[]) => send('PUT')('faults', { faults }),
  }
}
