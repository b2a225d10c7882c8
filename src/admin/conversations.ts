import { AppError } from '../lib/errors.ts'
import type { Language } from '../lib/language.ts'
import type { MemoryItem, Trace } from '../model/conversation.ts'
import { agentIdIn } from '../store/apart.ts'
import type { Store } from '../store/index.ts'
import { type RecentTurn, recentTurns, type TurnFilter } from '../store/recent-turns.ts'
import { traces } from '../store/traces.ts'
import type { Actor } from './actor.ts'
import type { Audit } from './audit.ts'
import { may, type Standing } from './roles.ts'
import { story } from './story.ts'
import { consoleWords as words } from './words/index.ts'

/** Which turns somebody looks for. */
export type ConversationFilter = Omit<TurnFilter, 'account' | 'agents'> & { agent?: string | undefined }

/** A page of a list; `next` is where the one behind it begins, null where this is the last. */
export interface ConversationPage {
  items: RecentTurn[]
  next: string | null
}

export interface ConversationView {
  id: string
  agent: string
  version: number
  uid: string
  trace: Trace | null
  votes: { good: number; bad: number }
  attempts: number
  startedAt: number
  /** While it is remembered. */
  said: readonly MemoryItem[]
  /** Why it answered so, in words, a line for each step. */
  story: readonly string[]
}

/** What people talked about with agents, for those who administer these. */
export interface Conversations {
  /**
   * The last turns of those agents that somebody of this standing administers, newest first, without a word of what was said. A page may
   * hold fewer than `limit`, or none, and still have a `next`: only so much is looked through at once.
   */
  list(
    who: { account: string; standing: Standing },
    filter: ConversationFilter,
    page: { limit: number; cursor?: string | undefined },
  ): Promise<ConversationPage>
  /** A turn with its words. That it was read stands in the log of changes. 404 `turn_not_found`. */
  read(actor: Actor, standing: Standing, id: string, language: Language): Promise<ConversationView>
}

export function createConversations({ store, audit }: { store: Store; audit: Audit }): Conversations {
  const last = recentTurns(store.db)
  const told = traces(store.db)
  return {
    async list({ account, standing }, { agent, ...which }, { limit, cursor }) {
      const agents = agentsOf(standing, agent === undefined ? undefined : agentIdIn(account, agent))
      const { turns, before } = await last({ account, agents, ...which }, { limit, before: startOf(cursor) })
      return { items: turns, next: before ? `${before.at}.${before.id}` : null }
    },

    async read(actor, standing, id, language) {
      const turn = await told.byId(id)
      // What belongs to others looks as if it were not there.
      if (turn?.account !== actor.account || !may(standing, 'admin', { agent: turn.agent })) {
        throw new AppError('turn_not_found', words.noTurn, { status: 404 })
      }
      const { agent, version, uid, trace = null, votes, attempts, startedAt } = turn
      await audit.commit(
        actor,
        { action: 'conversation.read', agent, summary: `${actor.author} read the turn ${id}` },
        [],
      )
      const said = await told.said(turn)
      return {
        ...{ id, agent, version, uid, trace, votes, attempts, startedAt, said },
        story: story(turn, said, language),
      }
    },
  }
}

/** Whoever administers some agents alone sees the turns of no other. */
function agentsOf({ adminOf }: Standing, agent: string | undefined): 'all' | readonly string[] {
  if (agent === undefined) return adminOf
  return adminOf === 'all' || adminOf.includes(agent) ? [agent] : []
}

/** What is no cursor of ours begins at the beginning. */
function startOf(cursor: string | undefined): { at: number; id: string } | undefined {
  const [, at, id] = /^(\d{1,15})\.([\w-]+)$/.exec(cursor ?? '') ?? []
  return at === undefined || id === undefined ? undefined : { at: Number(at), id }
}
