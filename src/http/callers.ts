import { hash } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { Admin } from '../admin/index.ts'
import type { VerifiedKey } from '../admin/keys.ts'
import { AppError } from '../lib/errors.ts'
import type { Scope } from '../model/scope.ts'
import type { Database } from '../store/database.ts'
import { managementRate, type Rate } from './rate-limit.ts'
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
  /** Null: all. */
  scopes: readonly Scope[] | null
  /** Null: no limit. */
  rate: Rate | null
}

export type Callers = ReturnType<typeof createCallers>

/** After so long somebody who talks all the time is looked up again, which takes note that their key is in use. In milliseconds. */
const keepMs = 30_000
const maxKept = 10_000
/** A revoked key ends its streams within a second; mostly this asks memory. In milliseconds. */
const lookEveryMs = 400

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

  async function identify(apiKey: string, address: string): Promise<Caller & { endsAt: number }> {
    const key = await verified(apiKey, address)
    if (key.kind === 'management') throw invalidKey()
    if (!key.enabled) throw new AppError('api_disabled', sentences.apiDisabled, { status: 401 })
    const { requests: rate } = await admin.plans.of(key.account)
    const endsAt = key.expiresAt ?? Number.POSITIVE_INFINITY
    return { key: key.id, account: key.account, agent: key.agent, rate, endsAt }
  }

  async function manager(apiKey: string, address: string): Promise<Manager> {
    const key = await verified(apiKey, address)
    if (key.kind !== 'management') throw invalidKey()
    return managerOf(key)
  }

  async function managerOf({ id, account, scopes }: VerifiedKey): Promise<Manager> {
    return { key: id, account, scopes, rate: managementRate(await admin.plans.of(account)) }
  }

  /** By a conversation or an agent key, which came from `address`. */
  async function conversation(apiKey: string, address: string): Promise<Caller> {
    const at = db.catalogue()
    if (at !== catalogue) known.clear()
    catalogue = at
    const name = hash('sha256', apiKey, 'base64')
    const kept = known.get(name)
    if (kept && kept.until > now()) return kept.caller
    known.delete(name)
    const { endsAt, ...caller } = await identify(apiKey, address)
    if (known.size >= maxKept) known.delete(known.keys().next().value!)
    // What changed while it was read may or may not be in it.
    if (db.catalogue() === at) known.set(name, { caller, until: Math.min(now() + keepMs, endsAt) })
    return caller
  }

  return {
    conversation,

    /** Who talks to drafts: by a management key that may change them. */
    async drafter(apiKey: string, address: string): Promise<Manager> {
      const key = await verified(apiKey, address)
      const may = key.kind === 'management' && (key.scopes?.includes('agents:write') ?? true)
      if (!may) throw new AppError('out_of_scope', sentences.request.draftKey, { status: 403 })
      return managerOf(key)
    },

    /** Calls `end` once, soon after the key of whoever is sent a stream opens nothing any more; until the stream is closed. */
    watch(
      apiKey: string,
      address: string,
      stream: ServerResponse,
      end: (why: AppError) => void,
      known: (apiKey: string, address: string) => Promise<unknown> = conversation,
    ): void {
      watchCaller(() => known(apiKey, address), stream, end)
    },

    /** By a management key. */
    manager,

    /** Somebody who is signed in to the console: their calls have a rate as those of a management key do. */
    async signedIn(account: string, person: string): Promise<{ key: string; rate: Rate | null }> {
      return { key: `console:${account}:${person}`, rate: managementRate(await admin.plans.of(account)) }
    },

    /** By a management key, which must be the account's that the path names. One with scopes is for `/v1`, which knows them. */
    async management(apiKey: string, account: string, address: string): Promise<Manager> {
      const found = await manager(apiKey, address)
      if (found.account !== account) throw invalidKey()
      if (found.scopes !== null) throw new AppError('out_of_scope', sentences.request.adminKey, { status: 403 })
      return found
    },
  }
}

function invalidKey(): AppError {
  return new AppError('invalid_api_key', sentences.invalidApiKey, { status: 401 })
}

/** Calls `end` once, soon after whoever is sent a stream is not let in any more; until the stream is closed. */
export function watchCaller(look: () => Promise<unknown>, stream: ServerResponse, end: (why: AppError) => void): void {
  const timer = setInterval(() => void again(), lookEveryMs)
  stream.once('close', () => clearInterval(timer))
  async function again(): Promise<void> {
    try {
      await look()
    } catch (error) {
      // A database that is away says nothing of keys.
      if (!(error instanceof AppError) || error.status !== 401) return
      clearInterval(timer)
      end(error)
    }
  }
}
