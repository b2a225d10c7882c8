import { keyOf } from '../lib/normalise.ts'
import type { Suggested } from '../model/trace.ts'
import type { Store } from '../store/index.ts'
import { newestTurns, recentTurns } from '../store/recent-turns.ts'
import { type TracedTurn, traces } from '../store/traces.ts'
import type { Actor } from './actor.ts'
import type { AgentAdmin } from './agents.ts'
import { groupAlike } from './alike.ts'
import type { Audit } from './audit.ts'
import { logLine } from './log-lines.ts'

/** What an agent should have answered better: what several people asked, in whatever words. */
export interface OpenQuestion {
  /** As most of them wrote it; of two ways that are as frequent the newer one. */
  text: string
  /** The other ways in which it was written, the most frequent first. */
  others: string[]
  /** One for each turn, and another one for each vote that its answer was not good. */
  weight: number
  people: number
  /** Turns that had no answer. */
  unanswered: number
  /** Votes that an answer was not good. */
  disliked: number
  /** What people pressed when they were asked what they meant, the most frequent first: phrases that `text` belongs beside. */
  meant: { phrase: string; times: number }[]
  /** Newest first. */
  turns: { id: string; at: number }[]
}

export interface Questions {
  /**
   * What nothing had an answer to, what somebody did not find well answered, and what was chosen after "did you mean", heaviest first; the
   * last of each that are still remembered, however much was answered since. That it was read stands in the log of changes.
   */
  open(agent: string, actor: Actor): Promise<OpenQuestion[]>
}

/** Turns of a kind whose words are read: the list takes no longer with a million of them. */
const mostRead = 300

interface Asked extends TracedTurn {
  text: string
  meant?: Suggested
}

export function createQuestions({
  store,
  agents,
  audit,
}: {
  store: Store
  agents: AgentAdmin
  audit: Audit
}): Questions {
  const told = traces(store.db)
  const recent = recentTurns(store.db)

  /** Without an answer, for whatever reason, or with one that somebody did not find good. */
  async function open(of: { account: string; agent: string }): Promise<TracedTurn[]> {
    const kinds = [{ outcome: 'unanswered' }, { outcome: 'failed' }, { rating: 'bad' }] as const
    const own = { account: of.account, agents: [of.agent] }
    const turns = await Promise.all(kinds.map((kind) => newestTurns(recent, { ...own, ...kind }, mostRead)))
    const ids = new Set(turns.flat().map(({ id }) => id))
    return (await told.byIds([...ids])).filter(isOpen)
  }

  return {
    async open(id, actor) {
      const { id: agent } = await agents.get(id, actor)
      const of = { account: actor.account, agent }
      const [unsolved, chosen] = await Promise.all([open(of), told.meant(of, mostRead)])
      const meant = new Map(chosen.map((turn) => [turn.id, turn.meant]))
      const all = new Map([...unsolved, ...chosen].map((turn) => [turn.id, turn]))
      const newest = [...all.values()].sort((a, b) => b.startedAt - a.startedAt || (a.id < b.id ? 1 : -1))
      const asked: Asked[] = []
      for (const turn of newest.slice(0, mostRead)) {
        const text = (await told.said(turn)).find(({ role }) => role === 'user')?.text.trim()
        if (text) asked.push({ ...turn, text, ...(meant.has(turn.id) && { meant: meant.get(turn.id)! }) })
      }
      const summary = logLine('conversation.read/questions', { person: actor.author, agent })
      await audit.commit(actor, { action: 'conversation.read', agent, summary }, [])
      return questionsOf(asked)
    },
  }
}

/** Without an answer, or with one that somebody did not find good. What people took over is answered. */
function isOpen({ trace, votes }: TracedTurn): boolean {
  if (!trace || trace.handover) return false
  return votes.bad > 0 || hasNoAnswer({ trace })
}

const hasNoAnswer = ({ trace }: Pick<TracedTurn, 'trace'>): boolean =>
  trace?.source === 'fixed' || trace?.source === 'none'

/** Questions of turns, which come newest first. */
function questionsOf(asked: readonly Asked[]): OpenQuestion[] {
  const ways = frequent(asked, ({ text }) => keyOf(text))
  return groupAlike(ways, ([{ text }]) => text)
    .map((group): OpenQuestion => {
      const turns = group.flat()
      const disliked = turns.reduce((sum, { votes }) => sum + votes.bad, 0)
      const [text = '', ...others] = group.map(([first]) => first.text)
      const presses = turns.flatMap(({ meant }) => (meant ? [meant] : []))
      return {
        ...{ text, others, disliked, weight: turns.length + disliked },
        people: new Set(turns.map(({ uid }) => uid)).size,
        unanswered: turns.filter(hasNoAnswer).length,
        meant: frequent(presses, ({ phrase }) => phrase).map((same) => ({
          phrase: same[0].phrase,
          times: same.length,
        })),
        turns: turns.map(({ id, startedAt }) => ({ id, at: startedAt })).sort((a, b) => b.at - a.at),
      }
    })
    .sort((a, b) => b.weight - a.weight || b.turns[0]!.at - a.turns[0]!.at)
}

/** Those of one key together, the most frequent first; of those that are as frequent the one that came first. */
function frequent<Item>(items: readonly Item[], keyOf: (item: Item) => string): [Item, ...Item[]][] {
  const byKey = new Map<string, [Item, ...Item[]]>()
  for (const item of items) {
    const same = byKey.get(keyOf(item))
    if (same) same.push(item)
    else byKey.set(keyOf(item), [item])
  }
  return [...byKey.values()].sort((a, b) => b.length - a.length)
}
