import { hash } from 'node:crypto'
import type { Admin } from '../admin/index.ts'
import type { VerifiedKey } from '../admin/keys.ts'
import { AppError } from '../lib/errors.ts'
import type { Database } from '../store/database.ts'
import type { Rate } from './rate-limit.ts'
import { sentences } from './words/index.ts'
import type { WrongKeys } from './wrong-keys.ts'

/** Who talks to agents, and what their plan allows. */
export interface Caller {
  /** The id of the key they came with. */
  key: string
  account: string
  /** The one agent the key opens; null for every agent of the account. */
  agent: string | null
  /** Null: no limit. */
  rate: Rate | null
}

export interface Manager {
  key: string
  account: string
}

export type Callers = ReturnType<typeof createCallers>

/** After so long somebody who talks all the time is looked up again, which takes note that their key is in use. In milliseconds. */
const keepMs = 30_000
const maxKept = 10_000

export interface CallersParts {
  admin: Pick<Admin, 'keys' | 'plans'>
  db: Pick<Database, 'catalogue'>
  wrongKeys: WrongKeys
  now: () => number
}

/**
 * Tells callers by their keys. Those who talk come often, so they are known as long as no account, key or plan changes; only
 * hashes of keys are kept.
 */
export function createCallers({ admin, db, wrongKeys, now }: CallersParts) {
  const known = new Map<string, { caller: Caller; until: number }>()
  let catalogue: number | undefined

  /** A key of the wrong kind or account is refused, but whoever has it guesses nothing. */
  async function verified(apiKey: string, address: string): Promise<VerifiedKey> {
    if (apiKey === '') throw invalidKey()
    const key = await admin.keys.verify(apiKey)
    if (!key) throw wrongKeys.refuse(address, invalidKey())
    return key
  }

  async function identify(apiKey: string, address: string): Promise<Caller> {
    const key = await verified(apiKey, address)
    if (key.kind === 'management') throw invalidKey()
    if (!key.enabled) throw new AppError('api_disabled', sentences.apiDisabled, { status: 401 })
    const { requests: rate } = await admin.plans.of(key.account)
    return { key: key.id, account: key.account, agent: key.agent, rate }
  }

  return {
    /** By a conversation or an agent key, which came from `address`. */
    async conversation(apiKey: string, address: string): Promise<Caller> {
      const at = db.catalogue()
      if (at !== catalogue) known.clear()
      catalogue = at
      const name = hash('sha256', apiKey, 'base64')
      const kept = known.get(name)
      if (kept && kept.until > now()) return kept.caller
      known.delete(name)
      const caller = await identify(apiKey, address)
      if (known.size >= maxKept) known.delete(known.keys().next().value!)
      // What changed while it was read may or may not be in it.
      if (db.catalogue() === at) known.set(name, { caller, until: now() + keepMs })
      return caller
    },

    /** By a management key, which must be the account's that the path names. */
    async management(apiKey: string, account: string, address: string): Promise<Manager> {
      const key = await verified(apiKey, address)
      if (key.kind !== 'management' || key.account !== account) throw invalidKey()
      return { key: key.id, account }
    },
  }
}

function invalidKey(): AppError {
  return new AppError('invalid_api_key', sentences.invalidApiKey, { status: 401 })
}
