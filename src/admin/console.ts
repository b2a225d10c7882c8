import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { AppError } from '../lib/errors.ts'
import type { ConsoleSessionRow } from '../store/console-sessions.ts'
import type { Store } from '../store/index.ts'
import type { Step } from '../store/statement.ts'
import type { Actor } from './actor.ts'
import type { Audit } from './audit.ts'
import { logLine } from './log-lines.ts'
import { may, operator, type Roles, type Standing } from './roles.ts'
import { consoleWords as words } from './words/index.ts'

/** Whoever has signed in to the console, and what they are at this moment. */
export interface ConsolePerson {
  session: string
  account: string
  person: string
  standing: Standing
  expiresAt: number
}

export interface SessionView {
  id: string
  person: string
  createdAt: number
  lastUsedAt: number
  expiresAt: number
}

/** What the cookie is to carry, and for how long. */
export interface Opened {
  token: string
  maxMs: number
}

/** How people get into the console, and out of it. What they may there is asked of their roles at each call. */
export interface ConsoleAdmin {
  /** Where people reach it in a browser; undefined where nobody said. */
  readonly url: string | undefined
  /** Whether only the machine itself reaches it there. */
  readonly isLocal: boolean
  /** An address that signs this person in, once and within five minutes. 409 `no_public_url`. */
  link(account: string, person: string): Promise<string>
  /** Takes what the link carries for what the cookie is to carry; undefined where it is old, used or was never given. */
  enter(token: string): Promise<Opened | undefined>
  /**
   * The same for whoever `by` has vouched for, if they administer anything of the account; undefined where they do not. Nobody can vouch for
   * whoever holds the machine.
   */
  admit(account: string, person: string, by: string): Promise<Opened | undefined>
  /**
   * Who has that cookie; undefined once it has expired, was ended, or they are no administrator any more. Only what somebody does, and not what
   * their window asks by itself, keeps a session that nobody uses from ending: `isDone`.
   */
  whose(token: string, of: { isDone: boolean }): Promise<ConsolePerson | undefined>
  leave(session: string): Promise<void>
  list(account: string): Promise<SessionView[]>
  /** 404 `session_not_found`. */
  revoke(id: string, actor: Actor): Promise<void>
}

export interface ConsoleSettings {
  url: string | undefined
  idleMs: number
  maxMs: number
}

/** Who holds the machine. */
const terminal = 'cli'
const linkMs = 300_000
/** That somebody is still there is written at most so often. */
const noteMs = 60_000

export interface ConsoleParts {
  store: Store
  roles: Roles
  audit: Audit
  console: ConsoleSettings
  now: () => number
}

export function createConsole({ store, roles, audit, console, now }: ConsoleParts): ConsoleAdmin {
  const rows = store.consoleSessions
  const { idleMs, maxMs } = console

  /** A row, and what opens it. */
  function made(of: Pick<ConsoleSessionRow, 'account' | 'person' | 'kind'>, ms: number) {
    const token = randomBytes(32).toString('base64url')
    const at = now()
    const times = { created_at: at, last_used_at: at, expires_at: at + ms }
    return { token, row: { id: randomUUID(), hash: hashOf(token), ...of, ...times } }
  }

  async function standingOf({ account, person }: ConsoleSessionRow): Promise<Standing> {
    return person === terminal ? operator : roles.of(account, person)
  }

  /** A session of somebody; undefined where `guards` are void. */
  async function opened(
    of: Pick<ConsoleSessionRow, 'account' | 'person'>,
    issuer: string | undefined,
    guards: Step[] = [],
  ) {
    const { account, person } = of
    const session = made({ account, person, kind: 'session' }, maxMs)
    const actor: Actor = { account, author: person, door: 'console' }
    const summary =
      issuer === undefined
        ? logLine('console.sign-in/link', { person })
        : logLine('console.sign-in/issuer', { person, issuer })
    const entry = { action: 'console.sign-in', summary }
    const isIn = await audit.commit(actor, entry, [...guards, rows.addStep(session.row)])
    return isIn && { token: session.token, maxMs }
  }

  return {
    get url() {
      return console.url
    },
    get isLocal() {
      return /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::|$)/.test(console.url ?? '')
    },

    async link(account, person) {
      const { url } = console
      if (url === undefined) throw new AppError('no_public_url', words.noPublicUrl, { status: 409 })
      const { token, row } = made({ account, person, kind: 'link' }, linkMs)
      await store.db.batch([rows.addStep(row)])
      // What stands after # reaches no server, log or preview.
      return `${url}/console/in#${token}`
    },

    async enter(token) {
      const hash = hashOf(token)
      const link = await rows.byHash(hash, 'link')
      if (!link) return undefined
      return opened(link, undefined, [rows.takeLinkStep(hash)])
    },

    async admit(account, person, by) {
      if (person === terminal || !may(await roles.of(account, person), 'admin', {})) return undefined
      return opened({ account, person }, by)
    },

    async whose(token, { isDone }) {
      const row = await rows.byHash(hashOf(token), 'session', now() - idleMs)
      if (!row) return undefined
      const standing = await standingOf(row)
      if (!may(standing, 'admin', {})) return void (await rows.end(row.id))
      if (isDone && row.last_used_at <= now() - noteMs) await rows.used(row.id)
      const { id, account, person, expires_at } = row
      return { session: id, account, person, standing, expiresAt: expires_at }
    },

    leave: (session) => rows.end(session),

    async list(account) {
      const signedIn = await rows.list(account, now() - idleMs)
      return signedIn.map(({ id, person, created_at, last_used_at, expires_at }) => ({
        ...{ id, person, createdAt: created_at, lastUsedAt: last_used_at, expiresAt: expires_at },
      }))
    },

    async revoke(id, actor) {
      const entry = { action: 'console.revoke', summary: logLine('console.revoke', { session: id }) }
      const isEnded = await audit.commit(actor, entry, [rows.endStep(actor.account, id)])
      if (!isEnded) throw new AppError('session_not_found', words.noSession, { status: 404 })
    },
  }
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
