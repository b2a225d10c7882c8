import type { Budget, Scope } from '../../src/ports/budget.ts'
import type { Notes } from '../../src/ports/notes.ts'
import type { Outcome } from '../../src/ports/outcome.ts'
import type { Scopes } from './limits.ts'
import { outcomeBeside } from './outcome.ts'
import type { Message } from './payloads.ts'
import type { ApiCall } from './web.ts'

export interface Page {
  messages: Message[]
  hasMore: boolean
  cursor: string
}

export type Reads = ReturnType<typeof createReads>

/** Documented for apps that are distributed outside of the Marketplace: so many messages a call, and one call a minute. */
const SCARCE_PAGE = 15
/** Of an answer that says when to come again: the other tier never makes anybody wait for so long. */
const SCARCE_WAIT_MS = 45_000
/** What was found out of a workspace may change: its app is listed, or installed anew. */
const KNOWN_MS = 7 * 86_400_000

const REPLIES = 'conversations.replies'
const HISTORY = 'conversations.history'

/** Reads what was said, a page a call. All who read share what Slack allows: whoever finds it spent asks nobody. */
export function createReads(parts: {
  budget: Pick<Budget, 'tryTake' | 'freeze'>
  scopesOf: (team: string) => Pick<Scopes, 'replies' | 'history' | 'scarceReplies' | 'scarceHistory'>
  /** What was found out of workspaces outlives this process. */
  notes: Notes
  now: () => number
}) {
  const { budget, scopesOf, notes, now } = parts
  /** Until when a workspace is held for one that reads once a minute. */
  const scarce = new Map<string, number>()
  const looked = new Map<string, Promise<void>>()

  /** Once in a process it is asked what an earlier one found out. */
  function look(team: string): Promise<void> {
    let looking = looked.get(team)
    if (!looking) {
      looking = notes.get(noteOf(team)).then((until) => void (until && scarce.set(team, Number(until))))
      looked.set(team, looking)
    }
    return looking
  }

  const isScarce = (team: string): boolean => (scarce.get(team) ?? 0) > now()

  async function found(team: string): Promise<void> {
    if (isScarce(team)) return
    const until = now() + KNOWN_MS
    scarce.set(team, until)
    await notes.set(noteOf(team), `${until}`)
  }

  const ask = async (
    team: string,
    method: typeof REPLIES | typeof HISTORY,
    args: Bounds,
    call: ApiCall,
  ): Promise<Outcome<Page>> => {
    await look(team)
    const scope = scopeOf(team, method)
    const taken = await budget.tryTake([scope], 'normal')
    if (taken !== 'ok') return { limited: { retryAt: taken.retryAt, scope } }
    const outcome = outcomeBeside(await call(method, args), scope, (answer): Page => {
      const { messages = [], has_more = false, response_metadata } = answer as Answer
      return { messages, hasMore: has_more, cursor: response_metadata?.next_cursor ?? '' }
    })
    if ('limited' in outcome) {
      budget.freeze(scope, outcome.limited.retryAt)
      if (outcome.limited.retryAt - now() >= SCARCE_WAIT_MS) await found(team)
    }
    const isCut = 'ok' in outcome && outcome.ok.hasMore && outcome.ok.messages.length === SCARCE_PAGE
    if (isCut && args.limit > SCARCE_PAGE) await found(team)
    return outcome
  }

  function scopeOf(team: string, method: typeof REPLIES | typeof HISTORY): Scope {
    const { replies, history, scarceReplies, scarceHistory } = scopesOf(team)
    if (method === REPLIES) return isScarce(team) ? scarceReplies : replies
    return isScarce(team) ? scarceHistory : history
  }

  return {
    replies: (team: string, args: { channel: string; ts: string } & Bounds, call: ApiCall) =>
      ask(team, REPLIES, args, call),
    history: (team: string, args: { channel: string } & Bounds, call: ApiCall) => ask(team, HISTORY, args, call),
    /** As far as it is known, which it is once something was read there. */
    isScarce,
    /** Learns what an earlier process found out. */
    look,
  }
}

const noteOf = (team: string): string => `scarce reads ${team}`

interface Bounds {
  limit: number
  oldest?: string
  latest?: string
  inclusive?: boolean
  cursor?: string
  include_all_metadata?: boolean
}

interface Answer {
  messages?: Message[]
  has_more?: boolean
  response_metadata?: { next_cursor?: string }
}
