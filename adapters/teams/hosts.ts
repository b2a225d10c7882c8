import { LatestMap } from '../../src/lib/latest.ts'
import type { Log } from '../../src/ports/log.ts'
import type { Notes } from '../../src/ports/notes.ts'

const KEPT = 10_000
/** Where Teams takes calls: where its activities say, but for tenants of the American government that have moved. */
export function createHosts(parts: {
  government: string
  /** Takes calls about any tenant: https://learn.microsoft.com/en-us/microsoftteams/platform/bots/how-to/conversations/send-proactive-messages */
  everywhere: string | undefined
  notes: Notes
  log: Log
}) {
  const { government, everywhere, notes, log } = parts
  const known = new LatestMap<string, Promise<boolean>>(KEPT)
  const noteOf = (tenant: string): string => `government:${tenant}`

  /** That it was not noted costs a call to the wrong host, which is then told anew. */
  function read(tenant: string): Promise<boolean> {
    return notes.get(noteOf(tenant)).then(
      (note) => note !== undefined,
      () => false,
    )
  }

  /** Where Teams last told of something, for what is posted where nothing was said. */
  const heard = new LatestMap<string, string>(KEPT)
  const heardNote = (tenant: string): string => `service:${tenant}`

  return {
    government,
    heard(tenant: string, serviceUrl: string): void {
      if (heard.get(tenant) === serviceUrl) return
      heard.set(tenant, serviceUrl)
      notes
        .set(heardNote(tenant), serviceUrl)
        .catch((err) => log.warn({ err }, 'where Teams takes calls was not noted'))
    },
    async lastHeard(tenant: string): Promise<string | undefined> {
      return heard.get(tenant) ?? (await notes.get(heardNote(tenant))) ?? everywhere
    },
    async of(tenant: string, serviceUrl: string): Promise<string> {
      const isGovernment = known.get(tenant) ?? read(tenant)
      if (!known.has(tenant)) known.set(tenant, isGovernment)
      return (await isGovernment) ? government : serviceUrl
    },
    /** Microsoft has said so, and took the call there. */
    moved(tenant: string): void {
      known.set(tenant, Promise.resolve(true))
      notes.set(noteOf(tenant), 'yes').catch((err) => log.warn({ err }, 'where a tenant has moved was not noted'))
    },
  }
}
export type Hosts = ReturnType<typeof createHosts>
