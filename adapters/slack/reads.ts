import type { Budget, Scope } from '../../src/ports/budget.ts'
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

const REPLIES = 'conversations.replies'
const HISTORY = 'conversations.history'

/** Reads what was said, a page a call. All who read share what Slack allows: whoever finds it spent asks nobody. */
export function createReads(parts: {
  budget: Pick<Budget, 'tryTake' | 'freeze'>
  scopesOf: (team: string) => Pick<Scopes, 'replies' | 'history'>
}) {
  const { budget, scopesOf } = parts

  const ask = async (
    method: typeof REPLIES | typeof HISTORY,
    scope: Scope,
    args: object,
    call: ApiCall,
  ): Promise<Outcome<Page>> => {
    const taken = await budget.tryTake([scope], 'normal')
    if (taken !== 'ok') return { limited: { retryAt: taken.retryAt, scope } }
    const outcome = outcomeBeside(await call(method, args), scope, (answer): Page => {
      const { messages = [], has_more = false, response_metadata } = answer as Answer
      return { messages, hasMore: has_more, cursor: response_metadata?.next_cursor ?? '' }
    })
    if ('limited' in outcome) budget.freeze(scope, outcome.limited.retryAt)
    return outcome
  }

  return {
    replies: (team: string, args: { channel: string; ts: string } & Bounds, call: ApiCall) =>
      ask(REPLIES, scopesOf(team).replies, args, call),
    history: (team: string, args: { channel: string } & Bounds, call: ApiCall) =>
      ask(HISTORY, scopesOf(team).history, args, call),
  }
}

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
