import { cut } from '../../src/lib/cut.ts'
import type { Language } from '../../src/lib/language.ts'
import { LatestMap } from '../../src/lib/latest.ts'
import type { Budget, Scope } from '../../src/ports/budget.ts'
import type { Activity } from '../../src/ports/channel.ts'
import { LACKING } from './codes.ts'
import { createEnds, type End } from './ends.ts'
import type { Scopes } from './limits.ts'
import { errorOf, isMissing } from './outcome.ts'
import type { Spot } from './places.ts'
import { createRefusals } from './refusals.ts'
import type { Reply, Web } from './web.ts'
import { words } from './words/index.ts'

const LINE = 'assistant.threads.setStatus'
const SESSION = 'agents.sessions.setStatus'
/** Threads of which it is known what they show. Of one that was forgotten more is ended than need be. */
const KNOWN = 10_000
/** Documented. */
const TITLE = 200
/** Threads whose session has yet to begin. */
const UNTITLED = 1000
/** A process that was stopped for so long may have no right to begin anything any more. */
const STALE_MS = 1000
const NONE: Reply = { error: 'unknown_method', details: [] }

/**
 * The line "Parley is thinking…" and the Stop button. Nobody waits for either, so what the budget has no room for is left out;
 * but what was begun is ended, also what another process began.
 */
export function createActivities(parts: {
  web: Web
  budget: Pick<Budget, 'tryTake' | 'freeze'>
  scopesOf: (team: string) => Pick<Scopes, 'sessions' | 'lines'>
  now: () => number
}) {
  const { web, budget, scopesOf, now } = parts
  const refused = createRefusals({ now })
  const ends = createEnds(parts)
  /** What this process has shown in a thread, and not ended. */
  const shown = new LatestMap<string, { line: boolean; session: boolean }>(KNOWN)

  /** What the threads of the agent view are called, until Slack knows it: it takes a title with the session's beginning alone. */
  const titles = new LatestMap<string, string>(UNTITLED)

  async function tell(team: string, method: string, args: object, signal: AbortSignal): Promise<Reply> {
    if (refused.has(`${team} ${method}`)) return NONE
    const reply = await web.call(method, args, signal)
    if (isMissing(reply) || LACKING.has(errorOf(reply) ?? '')) refused.add(`${team} ${method}`)
    return reply
  }

  async function mayBegin(scope: Scope): Promise<boolean> {
    const at = now()
    return (await budget.tryTake([scope], 'normal')) === 'ok' && now() - at < STALE_MS
  }

  const placeOf = ({ channel, thread }: Spot) => ({ channel_id: channel, thread_ts: thread })
  const threadOf = ({ team, channel, thread }: Spot): string => `${team} ${channel} ${thread}`

  function endOf(spot: Spot, what: 'line' | 'session'): End {
    const isLine = what === 'line'
    const scopes = scopesOf(spot.team)
    const args = { ...placeOf(spot), status: isLine ? '' : 'active' }
    return {
      key: `${what} ${threadOf(spot)}`,
      scope: isLine ? scopes.lines : scopes.sessions,
      call: (signal) => tell(spot.team, isLine ? LINE : SESSION, args, signal),
    }
  }

  async function beginSession(spot: Spot, signal: AbortSignal): Promise<void> {
    const { team, recipient } = spot
    const here = shown.get(threadOf(spot))!
    if (here.session) return
    here.session = true
    const { key, scope } = endOf(spot, 'session')
    // One whose end is yet to be told goes on.
    if (ends.cancel(key)) return
    const isPaid = await mayBegin(scope)
    const initiator = recipient && { initiator_user_id: recipient.user }
    const title = titles.get(threadOf(spot))
    const args = { ...placeOf(spot), status: 'processing', ...initiator, ...(title && { title }) }
    const reply = isPaid ? await tell(team, SESSION, args, signal) : undefined
    if (reply && 'retryAt' in reply) budget.freeze(scope, reply.retryAt)
    if (!reply || 'retryAt' in reply) here.session = false
    if (reply && 'ok' in reply) titles.delete(threadOf(spot))
  }

  async function showLine(spot: Spot, status: string, signal: AbortSignal): Promise<void> {
    const here = shown.get(threadOf(spot))!
    const end = endOf(spot, 'line')
    if (status === '') {
      if (!here.line) return
      here.line = false
      return ends.end(end, true)
    }
    if (!(await mayBegin(end.scope))) return
    ends.cancel(end.key)
    here.line = true
    const reply = await tell(spot.team, LINE, { ...placeOf(spot), status }, signal)
    if ('retryAt' in reply) budget.freeze(end.scope, reply.retryAt)
  }

  async function end(spot: Spot): Promise<void> {
    const here = shown.get(threadOf(spot))
    shown.delete(threadOf(spot))
    const both = ['line', 'session'] as const
    const due = both.filter((what) => here?.[what] ?? true)
    await Promise.all(due.map((what) => ends.end(endOf(spot, what), here !== undefined)))
  }

  return {
    /** Somebody began a thread with it. */
    asked(spot: Spot, text: string): void {
      const line = text.replaceAll(/\s+/g, ' ').trim()
      if (line !== '') titles.set(threadOf(spot), cut(line, TITLE))
    },
    async show(spot: Spot, what: Activity, language: Language, signal: AbortSignal): Promise<void> {
      if (!spot.thread) return
      if (what === 'idle') return end(spot)
      const thread = threadOf(spot)
      shown.set(thread, shown.get(thread) ?? { line: false, session: false })
      const line = showLine(spot, what === 'writing' ? '' : words.status[what][language], signal)
      // What has not begun cannot be stopped.
      const isBegun = what !== 'received' && what !== 'waiting'
      await Promise.all([line, isBegun && beginSession(spot, signal)])
    },
    /** Resolves when nothing is left to end, or after a moment. */
    settled: ends.settled,
  }
}
