import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { AppError } from '../lib/errors.ts'
import { createOneAtATime } from '../lib/one-at-a-time.ts'
import { type AuditRow, hashOf, sealed } from '../store/audit.ts'
import type { Store } from '../store/index.ts'
import type { Step } from '../store/statement.ts'
import type { Actor } from './actor.ts'
import * as sentences from './sentences.ts'

/** What a row tells besides who, when and through which door. */
export interface AuditEntry {
  /** What kind of change, e.g. `agent.publish`. */
  action: string
  agent?: string | undefined
  /** In English, without secrets. What is too long is cut. */
  summary: string
}

/** What came of looking at an account's chain. */
export interface Verified {
  account: string
  /** Rows that are as they were written, up to the first that is not. */
  rows: number
  /** The hash of the last of them. Whoever keeps it elsewhere also sees when the newest rows were taken away. */
  head: string
  broken?: { n: number; why: string }
}

/** The log of every change, append-only: one chain of rows for each account, each carrying the hash of the one before. */
export interface Audit {
  /**
   * Does the steps together with the row that tells of them, or nothing. Undefined: a guard of the steps failed. Where the
   * actor's nonce has a row already: 409 `done_already`. Where other processes were faster again and again: 503
   * `edited_meanwhile`. Steps that need the number of the row are given it.
   */
  commit(
    actor: Actor,
    entry: AuditEntry,
    steps: readonly Step[] | ((n: number) => readonly Step[]),
  ): Promise<AuditRow | undefined>
  find(account: string, nonce: string): Promise<AuditRow | undefined>
  /** Newest first, those before number `before`. */
  list(account: string, which: { agent?: string; limit: number; before?: number }): Promise<AuditRow[]>
  /** Walks the chain of one account, or of each that has one. */
  verify(account?: string): Promise<Verified[]>
}

const maxSummary = 4000
const maxNonce = 500
/** Each time that another process was faster, it has changed something: for so long, in milliseconds, is a storm and no accident. */
const maxRaceMs = 5000
/** After a lost race, in milliseconds: somewhat more each time, and by chance, so that those who race drift apart. */
const pauseAfter = (tries: number): number => Math.ceil(Math.random() * Math.min(2 * tries, 50))
/** Rows read at once. */
const page = 1000

export interface AuditParts {
  store: Store
  now: () => number
  /** Keeps a process that does nothing else alive. */
  sleep?: (ms: number) => Promise<unknown>
  /** Called with the account in which something happened that others may be told of. */
  onEvents?(account: string): void
}

export function createAudit({ store, now, sleep = wait, onEvents }: AuditParts): Audit {
  const rows = store.audit
  // Without it those who change something at the same time would void each other again and again.
  const oneAtATime = createOneAtATime()

  async function verifyOne(account: string): Promise<Verified> {
    let head = { n: 0, hash: '' }
    // Ends: each page begins behind the last, and the last page is not full.
    for (;;) {
      const next = await rows.next(account, head.n || undefined, page)
      for (const row of next) {
        const why = faultOf(row, head)
        if (why) return { account, rows: head.n, head: head.hash, broken: { n: head.n + 1, why } }
        head = row
      }
      if (next.length < page) return { account, rows: head.n, head: head.hash }
    }
  }

  return {
    commit(actor, { action, agent, summary }, steps) {
      const { account, author, door } = actor
      const nonce = (actor.nonce ?? randomUUID()).slice(0, maxNonce).toWellFormed()
      return oneAtATime(account, async () => {
        const startedAt = now()
        for (let tries = 1; now() < startedAt + maxRaceMs; tries++) {
          const done = actor.nonce !== undefined && (await rows.byNonce(account, nonce))
          if (done) throw sentences.doneAlready(done.at)
          const tail = await rows.tail(account)
          const row = sealed({
            account,
            n: tail.n + 1,
            at: now(),
            actor: author.toWellFormed(),
            door,
            action,
            agent: agent ?? null,
            summary: cut(summary),
            nonce,
            previous: tail.hash,
          })
          const together = typeof steps === 'function' ? steps(row.n) : steps
          // Who did it, and to whom, stands in the log alone.
          const data = { action, agent: row.agent, door: row.door, audit: row.n }
          const told = await store.events.steps({ account, type: 'audit.recorded', key: '', data })
          if (await store.db.batch([...together, rows.addStep(row), ...told])) {
            onEvents?.(account)
            return row
          }
          // Another process was faster, unless it was one of the steps that failed.
          if ((await rows.tail(account)).n === tail.n) return undefined
          await sleep(pauseAfter(tries))
        }
        throw sentences.accountEditedMeanwhile()
      })
    },

    find: (account, nonce) => rows.byNonce(account, nonce.slice(0, maxNonce).toWellFormed()),
    list: rows.list,

    async verify(account) {
      const verified: Verified[] = []
      for (const one of account === undefined ? await rows.accounts() : [account]) verified.push(await verifyOne(one))
      return verified
    },
  }
}

/** What came twice is done once: after a `commit`, that its nonce has a row already is no error. */
export function unlessDone(error: unknown): undefined {
  if (!(error instanceof AppError && error.code === 'done_already')) throw error
}

/** Lone halves of a character would come back from the database as another one. */
function cut(summary: string): string {
  const short = summary.length > maxSummary ? `${summary.slice(0, maxSummary)}…` : summary
  return short.toWellFormed()
}

function faultOf(row: AuditRow, before: { n: number; hash: string }): string | undefined {
  const { hash, ...rest } = row
  if (row.n !== before.n + 1) return `row ${before.n + 1} is missing: the next one is ${row.n}`
  if (row.previous !== before.hash) return 'it does not carry the hash of the row before it'
  if (hash !== hashOf(rest)) return 'it was changed: its hash is that of something else'
  return undefined
}

export type { AuditRow }
