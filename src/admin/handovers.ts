import { AppError } from '../lib/errors.ts'
import type { HandoverState } from '../model/handover.ts'
import { readOrderKey } from '../model/key.ts'
import type { Handover } from '../store/handovers.ts'
import type { Store } from '../store/index.ts'
import type { SaidAt } from '../store/people.ts'
import type { Actor } from './actor.ts'
import { type Audit, unlessDone } from './audit.ts'
import { logLine } from './log-lines.ts'
import { may, type Standing } from './roles.ts'
import { consoleWords as words } from './words/index.ts'

/** Conversations that are handed to people, for those who administer their agents. */
export interface HandoverAdmin {
  /** The newest first, without a word of what was said. */
  list(
    actor: Actor,
    standing: Standing,
    filter: { agent?: string | undefined; states?: readonly HandoverState[] | undefined },
    page: { limit: number; before?: HandoverPlace | undefined },
  ): Promise<readonly Handover[]>
  /** 404 `handover_not_found`. */
  find(actor: Actor, standing: Standing, id: string): Promise<Handover>
  /**
   * With what was passed on, and said since, while it is remembered. That somebody read it stands in the log of changes, once an hour.
   * 404 `handover_not_found`.
   */
  read(actor: Actor, standing: Standing, id: string): Promise<{ row: Handover; since: readonly SaidAt[] }>
}

/** Where a page begins: behind this one. */
export interface HandoverPlace {
  at: number
  id: string
}

export interface HandoverAdminParts {
  store: Store
  audit: Audit
  now: () => number
}

/** Of what was said since. */
const mostSaid = 200
/** Rows that are looked at at once, whosever they are. */
const atOnce = 200

export function createHandoverAdmin({ store, audit, now }: HandoverAdminParts): HandoverAdmin {
  async function find({ account }: Actor, standing: Standing, id: string): Promise<Handover> {
    const row = await store.handovers.byId(id)
    const of = row && readOrderKey(row.key)
    // What belongs to others looks as if it were not there.
    if (!row || row.state === 'asked' || of?.account !== account || !may(standing, 'admin', { agent: of.agent })) {
      throw new AppError('handover_not_found', words.noHandover, { status: 404 })
    }
    return row
  }

  return {
    find,
    async list({ account }, standing, { agent, states }, { limit, before }) {
      const found: Handover[] = []
      let from = before
      while (found.length < limit) {
        const rows = await store.handovers.recent({ before: from, states, limit: atOnce })
        for (const row of rows) {
          const of = readOrderKey(row.key)
          const isMeant = of.account === account && (agent === undefined || of.agent === agent)
          if (isMeant && may(standing, 'admin', { agent: of.agent })) found.push(row)
        }
        const last = rows.at(-1)
        if (rows.length < atOnce || !last) break
        from = { at: last.asked_at, id: last.id }
      }
      return found.slice(0, limit)
    },
    async read(actor, standing, id) {
      const row = await find(actor, standing, id)
      const { agent } = readOrderKey(row.key)
      const entry = {
        action: 'handover.read',
        agent,
        summary: logLine('handover.read', { person: actor.author, handover: id }),
      }
      // Whoever has it open reads it again and again.
      const nonce = `handover ${id} read by ${actor.author} ${Math.floor(now() / 3_600_000)}`
      await audit.commit({ ...actor, nonce }, entry, []).catch(unlessDone)
      const within = { from: row.waiting_at ?? row.asked_at, to: row.closed_at ?? now(), limit: mostSaid }
      return { row, since: await store.people.saidWithin(row.key, row.conversation, within) }
    },
  }
}
