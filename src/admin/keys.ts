import { createHash, randomBytes } from 'node:crypto'
import type { Scope } from '../model/scope.ts'
import type { Store } from '../store/index.ts'
import { keyRows } from '../store/keys.ts'
import type { Step } from '../store/statement.ts'
import type { By } from './actor.ts'
import type { Audit } from './audit.ts'
import { logLine } from './log-lines.ts'
import * as sentences from './sentences.ts'

export type KeyKind = 'management' | 'conversation' | 'agent'

/** A key that exists and is not revoked. */
export interface VerifiedKey {
  id: string
  kind: KeyKind
  account: string
  /** The one agent it opens; null unless `kind` is `agent`. */
  agent: string | null
  /** False for a conversation key of an account whose API integration is switched off. */
  enabled: boolean
  /** Null: all that its kind may do. */
  scopes: readonly Scope[] | null
  /** Null: never. */
  expiresAt: number | null
}

export interface KeyView {
  id: string
  kind: KeyKind
  agent: string | null
  name: string
  /** The last four characters. */
  hint: string
  createdAt: number
  /** Exact to a minute. */
  lastUsedAt: number | null
  revokedAt: number | null
  scopes: readonly Scope[] | null
  expiresAt: number | null
}

export type NewKey = (
  | { account: string; kind: 'management' | 'conversation'; name: string }
  | { account: string; kind: 'agent'; agent: string; name: string }
) & {
  /** Of a management key: what it may do, and no more. */
  scopes?: readonly Scope[] | undefined
  /** From then on it opens nothing. */
  expiresAt?: number | undefined
}

export interface IssuedKey {
  id: string
  /** Stands nowhere else. */
  key: string
}

export interface Keys {
  /** An agent's key needs an agent of the account: else 404 `agent_not_found`. */
  issue(key: NewKey, by: By): Promise<IssuedKey>
  /** The same as part of a batch, for an agent that the batch makes. */
  issueStep(key: NewKey): IssuedKey & { step: Step }
  /** Undefined for a key that is unknown or revoked. Takes note of its use. */
  verify(key: string): Promise<VerifiedKey | undefined>
  list(account: string): Promise<KeyView[]>
  /** 404 `key_not_found`. */
  rename(account: string, id: string, name: string, by: By): Promise<void>
  /** 404 `key_not_found`. Revoking twice is no error. */
  revoke(account: string, id: string, by: By): Promise<void>
}

const prefixes: Record<KeyKind, string> = { management: 'pmk_', conversation: 'pck_', agent: 'pak_' }

/** By how it begins: the wrong kind opens nothing anyway. */
export const isManagementKey = (key: string): boolean => key.startsWith(prefixes.management)
/** A prefix and 256 bits. */
const keyPattern = /^p[mca]k_[A-Za-z0-9_-]{43}$/
const maxNameLength = 100
/** The time of its use is written at most so often, in milliseconds. */
const usedEvery = 60_000

export function createKeys({ store, audit, now }: { store: Store; audit: Audit; now: () => number }): Keys {
  const rows = keyRows(store.db, now)

  function issueStep(wanted: NewKey) {
    checkName(wanted.name)
    const id = randomBytes(8).toString('hex')
    const key = `${prefixes[wanted.kind]}${randomBytes(32).toString('base64url')}`
    const agent = wanted.kind === 'agent' ? wanted.agent : null
    const { account, kind, name, scopes, expiresAt } = wanted
    const bounds = { scopes: scopes ? JSON.stringify(scopes) : null, expires_at: expiresAt ?? null }
    const step = rows.addStep({ id, account, kind, agent, name, hash: hashOf(key), hint: key.slice(-4), ...bounds })
    return { id, key, step }
  }

  return {
    issueStep,

    async issue(wanted, by) {
      if (!(await store.accounts.get(wanted.account))) throw sentences.accountNotFound()
      const { step, ...issued } = issueStep(wanted)
      const own = wanted.kind === 'agent' ? [rows.agentIsOwnStep(wanted.agent, wanted.account)] : []
      const { account, kind, name } = wanted
      const agent = wanted.kind === 'agent' ? wanted.agent : undefined
      const entry = { action: 'key.issue', agent, summary: logLine('key.issue', { kind, id: issued.id, name }) }
      if (!(await audit.commit({ ...by, account }, entry, [...own, step]))) throw sentences.agentNotFound()
      return issued
    },

    async verify(key) {
      if (!keyPattern.test(key)) return undefined
      // Looked up by the hash of 256 random bits: how long that takes tells nothing that leads to a key.
      const row = await rows.live(hashOf(key))
      if (!row || (row.expires_at !== null && row.expires_at <= now())) return undefined
      if (row.last_used_at === null || now() - row.last_used_at >= usedEvery) await rows.used(row.id)
      const { id, kind, account, agent, expires_at: expiresAt } = row
      const enabled = kind !== 'conversation' || row.api_enabled === 1
      return { id, kind, account, agent, enabled, scopes: scopesIn(row.scopes), expiresAt }
    },

    async list(account) {
      return (await rows.list(account)).map((row) => ({
        id: row.id,
        kind: row.kind,
        agent: row.agent,
        name: row.name,
        hint: row.hint,
        createdAt: row.created_at,
        lastUsedAt: row.last_used_at,
        revokedAt: row.revoked_at,
        scopes: scopesIn(row.scopes),
        expiresAt: row.expires_at,
      }))
    },

    async rename(account, id, name, by) {
      checkName(name)
      const entry = { action: 'key.rename', summary: logLine('key.rename', { id, name }) }
      if (!(await audit.commit({ ...by, account }, entry, [rows.renameStep(account, id, name)])))
        throw sentences.keyNotFound()
    },

    async revoke(account, id, by) {
      const entry = { action: 'key.revoke', summary: logLine('key.revoke', { id }) }
      if (!(await audit.commit({ ...by, account }, entry, [rows.revokeStep(account, id)])))
        throw sentences.keyNotFound()
    },
  }
}

function checkName(name: string): void {
  if (name === '' || name.length > maxNameLength) throw sentences.invalidKeyName(maxNameLength)
}

const scopesIn = (json: string | null): readonly Scope[] | null => (json === null ? null : JSON.parse(json))

function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}
