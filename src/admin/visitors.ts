import { createHmac, randomBytes } from 'node:crypto'
import { faultsOf } from '../lib/faults.ts'
import { type VisitorClaims, visitorSchema, visitorTokenContext, visitorTokenMs } from '../model/visitor.ts'
import type { Secrets } from '../ports/secrets.ts'
import type { Store } from '../store/index.ts'
import { agentNotFound, invalidRequest, noSite, originRefused } from './sentences.ts'

export interface VisitorToken {
  token: string
  /** RFC 3339. */
  expiresAt: string
  /** Who they are here, by which they are exported, forgotten or blocked. */
  uid: string
}

export interface Visitors {
  /**
   * Lets a visitor of a website talk with an agent of the account from one page, until the token expires. 404 `agent_not_found`,
   * 400 for what is no visitor, 404 `no_site` and 403 `origin_refused` where the token would open nothing.
   */
  token(agent: string, given: unknown, account: string): Promise<VisitorToken>
}

export function createVisitors({
  store,
  secrets,
  pagesOf = () => [],
  now,
}: {
  store: Pick<Store, 'agents' | 'notes'>
  secrets: Secrets
  pagesOf?: (agent: string) => readonly string[]
  now: () => number
}): Visitors {
  /** Ids of visitors may be easy to guess, uids are not: they are made with something that nobody else knows. */
  async function uidOf(account: string, visitor: string): Promise<string> {
    const salt = await store.notes('web').once('visitors', randomBytes(32).toString('base64url'))
    const mac = createHmac('sha256', salt).update(`${account}\0${visitor}`).digest('hex')
    return `web_${mac.slice(0, 32)}`
  }

  return {
    async token(agent, given, account) {
      const read = visitorSchema.safeParse(given)
      if (!read.success) throw invalidRequest(faultsOf(visitorSchema, given, read.error.issues))
      const { visitor, ...said } = read.data
      if ((await store.agents.live(agent))?.account !== account) throw agentNotFound()
      const origins = pagesOf(agent)
      if (origins.length === 0) throw noSite()
      if (!origins.includes(said.origin)) throw originRefused(said.origin)
      const uid = await uidOf(account, visitor)
      const until = now() + visitorTokenMs
      const claims: VisitorClaims = { ...said, agent, uid, until }
      const token = secrets.seal(JSON.stringify(claims), visitorTokenContext)
      return { token, expiresAt: new Date(until).toISOString(), uid }
    },
  }
}
