import { createHash, randomBytes } from 'node:crypto'
import { AppError } from '../lib/errors.ts'
import { orderKey, readOrderKey } from '../model/key.ts'
import type { ToolServerSettings } from '../model/tools.ts'
import type { SignOnOf } from '../ports/sign-on.ts'
import {
  type AuthReturn,
  type Granted,
  type GrantingServer,
  type GrantOf,
  type ToolAuth,
  ToolAuthFailure,
  type ToolGrants,
} from '../ports/tools.ts'
import type { Step } from '../store/statement.ts'
import type { ToolConnectingRow } from '../store/tool-connecting.ts'
import type { ToolGrantRow } from '../store/tool-grants.ts'
import type { Actor } from './actor.ts'
import { logLine } from './log-lines.ts'
import { createGrantTidy } from './tool-grant-tidy.ts'
import { byPlatform, createLeave } from './tool-leave.ts'
import { createToolSignOn, type ToolSignOn, type Waiting } from './tool-sign-on.ts'
import { createToolTokens, grantKey, type ToolTokenParts } from './tool-tokens.ts'
import { toolGrantWords as words } from './words/index.ts'

/** Who was shown a link, and the call that waits for what comes of it. */
interface Linked {
  by: string
  approval?: string | null
}

/** What a page says to whoever has come by a link, or back from a consent page. */
interface Connecting {
  agent: string
  server: string
  host: string
  by: string
  isOwn: boolean
}

export interface Connected extends Connecting {
  isGiven: boolean
  approval: string | undefined
}

export interface Connection {
  agent: string
  server: string
  url: string
  at: number
}

/** Leave that servers of tools give, to an agent or to a person alone: asked for in a browser, kept encrypted, taken back in chat. */
export interface ToolGrantAdmin extends ToolGrants, ToolSignOn {
  /** An address for whoever is shown it, once and within ten minutes. 409 `no_public_url`. */
  link(of: GrantOf, by: Linked): Promise<string>
  /** 410 `connect_link_is_gone`. */
  look(token: string): Promise<Connecting>
  /** Where to send the browser, which is to hold `state`, too, until it comes back. */
  begin(token: string, browser: string): Promise<string>
  /** Whoever comes back, with leave or without. 410 `connect_link_is_gone`, 403 `other_browser`. */
  finish(params: URLSearchParams, browser: string | undefined): Promise<Connected>
  /** Whether there is leave, and for all that its server wants. */
  standing(of: GrantOf): Promise<'given' | 'too narrow' | undefined>
  list(account: string, agents: readonly string[], person: string): Promise<Connection[]>
  /** 404 `not_connected`. */
  revoke(of: Omit<GrantOf, 'url'>, actor: Actor): Promise<void>
  /** Whoever has given any of these keys leave is told that it is over, where that can be told. It stays as it is. */
  over(keys: readonly string[]): Promise<void>
  /** Takes back what is left of servers that their agents have no more. */
  tidy(): Promise<void>
  /** Where we say who we are. */
  readonly clientUrl: string | undefined
  readonly redirectUrl: string | undefined
}

export interface ToolGrantParts extends Omit<ToolTokenParts, 'leave'> {
  /** Without it nobody can be asked for leave. */
  auth?: ToolAuth | undefined
  /** What platforms know people by. */
  signOnOf?: SignOnOf | undefined
  /** Where people reach this in a browser. */
  url: string | undefined
}

const linkMs = 600_000
/** Nobody waits long for who is told that it is over. */
const tellMs = 5000
const atOnce = 500
const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url')

export function createToolGrants(parts: ToolGrantParts): ToolGrantAdmin {
  const { store, url, now } = parts
  const rows = store.toolGrants
  const redirectUrl = url === undefined ? undefined : `${url}/connect/back`
  const clientUrl = url?.startsWith('https:') ? `${url}/connect/client.json` : undefined
  const auth = (): ToolAuth => {
    if (!parts.auth) throw new AppError('no_public_url', words.noPublicUrl, { status: 409 })
    return parts.auth
  }

  const leave = createLeave({ auth, signOnOf: parts.signOnOf })
  const tokens = createToolTokens({ ...parts, leave })
  const { seal, open } = tokens

  const shownOf = ({ agent, server, url, by, person }: ToolConnectingRow): Connecting => ({
    ...{ agent, server, by, host: new URL(url).host, isOwn: person !== '' },
  })

  /** As it is live; a link of a server that was changed meanwhile leads nowhere. */
  async function serverOf({ agent, server, url }: ToolConnectingRow): Promise<GrantingServer> {
    const draft = (await store.drafts.of(agent))?.document
    const live = (await store.agents.live(agent))?.document
    const found = [live, draft]
      .map((document) => document?.tools?.servers?.[server])
      .find((one): one is ToolServerSettings => one?.auth !== undefined && one.url === url)
    if (!found) throw gone()
    const { client } = found
    const secret = client?.secret === undefined ? undefined : open(agent, client.secret)
    return { url, ...(client && { client: { id: client.id, ...(secret !== undefined && { secret }) } }) }
  }

  const clientsOf = (agent: string): AuthReturn['clients'] => ({
    async get(issuer) {
      const sealed = await rows.client({ agent, issuer, redirect: redirectUrl! })
      return sealed === undefined ? undefined : open(agent, sealed)
    },
    put: (issuer, client) => rows.keepClient({ agent, issuer, redirect: redirectUrl!, sealed: seal(agent, client) }),
  })

  async function found(hash: string, kind: ToolConnectingRow['kind']): Promise<ToolConnectingRow> {
    const row = await rows.connecting(hash, kind)
    if (!row || row.expires_at <= now()) throw gone()
    return row
  }

  const give = createGiving(parts, tokens.sealed)

  return {
    ...createToolSignOn({ store, give, now }),
    redirectUrl,
    clientUrl,

    async link({ account, agent, person, server, url: at }, { by, approval = null }) {
      if (url === undefined || !parts.auth) throw new AppError('no_public_url', words.noPublicUrl, { status: 409 })
      const token = randomBytes(32).toString('base64url')
      const row = { account, agent, person, by, server, url: at, approval, sealed: null, browser: null }
      const link = { hash: hashOf(token), kind: 'link', ...row, expires_at: now() + linkMs } as const
      await store.db.batch([rows.connectingStep(link)])
      return `${url}/connect/${token}`
    },

    look: async (token) => shownOf(await found(hashOf(token), 'link')),

    async begin(token, browser) {
      const link = await found(hashOf(token), 'link')
      const { agent, account, person, server } = link
      const held = await rows.of(grantKey({ account, agent, person }), server)
      // What a platform has given is no leave of the server's own, which can be widened.
      const isWider = held?.url === link.url && held.wants !== null && !byPlatform(tokens.opened(held).kept)
      const state = randomBytes(32).toString('base64url')
      const back = {
        redirectUrl: redirectUrl!,
        ...(clientUrl !== undefined && { clientUrl }),
        clients: clientsOf(agent),
        state,
        ...(isWider && { wants: held.wants!, kept: tokens.opened(held).kept }),
      }
      const signal = AbortSignal.timeout(linkMs)
      const begun = await auth()
        .begin(await serverOf(link), back, signal)
        .catch(said)
      const sealed = seal(agent, begun.kept)
      const way = {
        hash: hashOf(state),
        kind: 'state',
        sealed,
        browser: hashOf(browser),
        expires_at: now() + linkMs,
      } as const
      // Of two who follow one link the second finds it used.
      const isFirst = await store.db.batch([rows.takeStep(link.hash), rows.connectingStep({ ...link, ...way })])
      if (!isFirst) throw gone()
      return begun.url
    },

    async finish(params, browser) {
      const way = await found(hashOf(params.get('state') ?? ''), 'state')
      if (browser === undefined || hashOf(browser) !== way.browser)
        throw new AppError('other_browser', words.otherBrowser, { status: 403 })
      // Single use, whatever comes of it.
      if (!(await store.db.batch([rows.takeStep(way.hash)]))) throw gone()
      const done = { ...shownOf(way), approval: way.approval ?? undefined }
      const granted = await auth()
        .finish(open(way.agent, way.sealed!), params, AbortSignal.timeout(linkMs))
        .catch(refusal)
      if (granted === 'denied') return { ...done, isGiven: false }
      await give(way, granted, 'console', [])
      return { ...done, isGiven: true }
    },

    standing: tokens.standing,
    wants: tokens.wants,
    token: tokens.token,
    tidy: createGrantTidy({ ...parts, leave, opened: tokens.opened }),

    async list(account, agents, person) {
      const keys = agents.map((agent) => orderKey(account, agent, person))
      return (await rows.list(keys)).map(({ key, server, url, granted_at }) => ({
        ...{ agent: readOrderKey(key).agent, server, url, at: granted_at },
      }))
    },

    ...createEndings({ ...parts, leave, opened: tokens.opened }),
  }
}

/** Leave that is over, of which whoever gave it is told where that can be. */
function createEndings({
  store,
  audit,
  leave,
  opened,
}: Pick<ToolGrantParts, 'store' | 'audit'> & {
  leave: Pick<ToolAuth, 'revoke'>
  opened: ReturnType<typeof createToolTokens>['opened']
}): Pick<ToolGrantAdmin, 'over' | 'revoke'> {
  const rows = store.toolGrants
  const tell = async (row: ToolGrantRow, withinMs: number) =>
    leave.revoke(opened(row).kept, AbortSignal.timeout(withinMs))
  return {
    async over(keys) {
      for (let at = 0; at < keys.length; at += atOnce) {
        const held = await rows.list(keys.slice(at, at + atOnce))
        await Promise.allSettled(held.map((row) => tell(row, tellMs)))
      }
    },

    async revoke({ server, ...of }, actor) {
      const { agent, person } = of
      const key = grantKey(of)
      const row = await rows.of(key, server)
      const entry = {
        action: 'tool.disconnect',
        agent,
        summary: logLine('tool.disconnect/revoked', { server, whose: person || 'the agent' }),
      }
      const isGone = row && (await audit.commit(actor, entry, [rows.removeStep(key, server)]))
      if (!isGone) throw new AppError('not_connected', words.notConnected, { status: 404 })
      // That it is not used any more is ours; that it could not be, is theirs.
      await tell(row, linkMs).catch(() => {})
    },
  }
}

/** From now on there is leave; false where somebody else was first. */
function createGiving(
  { store, audit }: Pick<ToolGrantParts, 'store' | 'audit'>,
  sealed: ReturnType<typeof createToolTokens>['sealed'],
) {
  return async (way: Waiting, granted: Granted, door: Actor['door'], also: readonly Step[]): Promise<boolean> => {
    const { account, agent, server, url: at, by } = way
    // They may have become one person with another uid meanwhile.
    const person = way.person && (await store.personLinks.personOf(account, way.person))
    const given = { ...sealed(agent, granted), given_by: by }
    const row = { key: grantKey({ account, agent, person }), server, url: at, ...given }
    const summary = logLine('tool.connect', { server, whose: person || 'the agent', host: new URL(at).host })
    const entry = { action: 'tool.connect', agent, summary }
    const steps = [...also, store.toolGrants.putStep(row)]
    return (await audit.commit({ account, author: by, door }, entry, steps)) !== undefined
  }
}

const gone = () => new AppError('connect_link_is_gone', words.linkIsGone, { status: 410 })

function said(error: unknown): never {
  if (!(error instanceof ToolAuthFailure)) throw error
  throw new AppError('tool_not_connected', words.failures[error.why], { status: 502, cause: error })
}

const refusal = (error: unknown): 'denied' =>
  error instanceof ToolAuthFailure && error.why === 'denied' ? 'denied' : said(error)
