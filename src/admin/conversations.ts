import { AppError } from '../lib/errors.ts'
import type { Language } from '../lib/language.ts'
import { inUtc, withMoments } from '../lib/moment.ts'
import type { MemoryItem } from '../model/conversation.ts'
import { agentIdIn } from '../store/apart.ts'
import type { Store } from '../store/index.ts'
import { recentTurns, type Start } from '../store/recent-turns.ts'
import { type TracedTurn, traces } from '../store/traces.ts'
import type { Outcome, RecentTurn, TurnFilter } from '../store/turn-seen/shape.ts'
import type { Actor } from './actor.ts'
import type { Audit } from './audit.ts'
import { logLine } from './log-lines.ts'
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
  turn: TracedTurn
  /** While it is remembered. */
  said: readonly MemoryItem[]
  /** Why it answered so, in words, a line for each step. */
  story: readonly string[]
}

/** What people talked about with agents, for those who administer these. */
export interface Conversations {
  /**
   * The last turns of those agents that somebody of this standing administers, newest first, without a word of what was said. A page may
   * hold fewer than `limit`, or none, and still have a `next`: only so much is looked through at once. That somebody looked for words
   * stands in the log of changes, without the words.
   */
  list(
    actor: Actor,
    standing: Standing,
    filter: ConversationFilter,
    page: { limit: number; cursor?: string | undefined },
  ): Promise<ConversationPage>
  /** The same of those after which nothing was said in their conversation: each conversation is told once, where it ended last. */
  latest(
    actor: Actor,
    standing: Standing,
    filter: Omit<ConversationFilter, 'words'>,
    page: { limit: number; cursor?: string | undefined },
  ): Promise<ConversationPage>
  /** The last answers of those agents, as figures; at most `mostAnswers` of them. */
  figures(
    who: { account: string; standing: Standing },
    which: { agent?: string | undefined; last: number },
  ): Promise<AnswerFigures>
  /** A turn with its words. That it was read stands in the log of changes. 404 `turn_not_found`. */
  read(actor: Actor, standing: Standing, id: string, language: Language): Promise<ConversationView>
}

/** Whoever looks waits, so that it cannot be all there ever was. */
export const mostAnswers = 2000
const atOnce = 500

export interface AnswerFigures {
  answers: number
  /** ISO 8601; null where there is none. */
  since: string | null
  people: number
  withoutModel: number
  outcomes: Partial<Record<Outcome, number>>
  doors: Record<string, number>
  /** In milliseconds; null where none was measured. */
  firstTextMs: Spread | null
  ms: Spread | null
}
interface Spread {
  median: number
  p95: number
}

export function createConversations({ store, audit }: { store: Store; audit: Audit }): Conversations {
  const { page: last, endOf } = recentTurns(store.db)
  const told = traces(store.db)
  return {
    async list(actor, standing, { agent, ...which }, { limit, cursor }) {
      const { account } = actor
      const agents = agentsOf(standing, agent === undefined ? undefined : agentIdIn(account, agent))
      if (which.words !== undefined && cursor === undefined) {
        const of = agent === undefined ? {} : { agent: agentIdIn(account, agent) }
        const entry = {
          action: 'conversation.search',
          ...of,
          summary: logLine('conversation.search', { person: actor.author }),
        }
        await audit.commit(actor, entry, [])
      }
      const { turns, before } = await last({ account, agents, ...which }, { limit, before: startOf(cursor) })
      return { items: turns, next: before ? cursorOf(before) : null }
    },

    async latest({ account }, standing, { agent, ...which }, { limit, cursor }) {
      const agents = agentsOf(standing, agent === undefined ? undefined : agentIdIn(account, agent))
      const { turns, before } = await last({ account, agents, ...which }, { limit, before: startOf(cursor) })
      // Of callers without a uid nothing goes on.
      const ends = await endOf(turns.filter(({ uid }) => uid !== '').map(({ id }) => id))
      return { items: turns.filter(({ id }) => ends.has(id)), next: before ? cursorOf(before) : null }
    },

    async figures({ account, standing }, { agent, last: most }) {
      const agents = agentsOf(standing, agent === undefined ? undefined : agentIdIn(account, agent))
      const turns: RecentTurn[] = []
      let before: Start | undefined
      do {
        const page = await last({ account, agents }, { limit: Math.min(atOnce, most - turns.length), before })
        turns.push(...page.turns)
        before = page.before
      } while (before && turns.length < most)
      return figuresOf(turns)
    },

    async read(actor, standing, id, language) {
      const turn = await told.byId(id)
      // What belongs to others looks as if it were not there.
      if (turn?.account !== actor.account || !may(standing, 'admin', { agent: turn.agent })) {
        throw new AppError('turn_not_found', words.noTurn, { status: 404 })
      }
      const entry = {
        action: 'conversation.read',
        agent: turn.agent,
        summary: logLine('conversation.read/turn', { person: actor.author, turn: id }),
      }
      await audit.commit(actor, entry, [])
      const said = await told.said(turn)
      return { turn, said, story: story(turn, said, language).map((line) => withMoments(line, inUtc)) }
    },
  }
}

function figuresOf(turns: readonly RecentTurn[]): AnswerFigures {
  const ended = turns.filter(({ outcome }) => outcome !== 'running')
  const oldest = ended.at(-1)
  return {
    answers: ended.length,
    since: oldest ? new Date(oldest.startedAt).toISOString() : null,
    people: new Set(ended.map(({ uid }) => uid).filter(Boolean)).size,
    withoutModel: ended.filter(({ model }) => model === null).length,
    outcomes: countsOf(ended.map(({ outcome }) => outcome)),
    doors: countsOf(ended.map(({ door }) => door)),
    firstTextMs: spreadOf(ended.map(({ firstTextMs }) => firstTextMs)),
    ms: spreadOf(ended.map(({ ms }) => ms)),
  }
}

function countsOf<Name extends string>(names: readonly Name[]): Record<Name, number> {
  const counts = {} as Record<Name, number>
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1
  return counts
}

function spreadOf(measured: readonly (number | null)[]): Spread | null {
  const sorted = measured.filter((ms) => ms !== null).sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!
  return sorted.length === 0 ? null : { median: at(0.5), p95: at(0.95) }
}

/** Whoever administers some agents alone sees the turns of no other. */
function agentsOf({ adminOf }: Standing, agent: string | undefined): 'all' | readonly string[] {
  if (agent === undefined) return adminOf
  return adminOf === 'all' || adminOf.includes(agent) ? [agent] : []
}

const cursorOf = (start: Start): string => ('seen' in start ? `seen.${start.seen}` : `${start.at}.${start.id}`)

/** Undefined: the first page. Throws for what is no cursor of this list. */
function startOf(cursor: string | undefined): Start | undefined {
  if (cursor === undefined) return undefined
  const [, seen] = /^seen\.(\d{1,15})$/.exec(cursor) ?? []
  if (seen !== undefined) return { seen: Number(seen) }
  const [, at, id] = /^(\d{1,15})\.([\w-]+)$/.exec(cursor) ?? []
  if (at !== undefined && id !== undefined) return { at: Number(at), id }
  throw new AppError('invalid_request', words.noPage, {
    faults: [{ path: 'cursor', message: 'must be the `next` of a page of this list' }],
  })
}
