import type { Entry } from './journal.ts'
import type { Limits } from './limits.ts'
import type { ClientEvent } from './view.ts'

export type Activity = Extract<ClientEvent, { type: 'status' | 'session' }>
export type SessionStatus = Extract<ClientEvent, { type: 'session' }>['status']

/** What the agent is said to be doing in each thread: a status line that fades, and a session that stays. */
export interface Activities {
  setStatus(channel: string, thread_ts: string, status: string): void
  /** A title is taken when the session begins, and left out afterwards. */
  setSession(channel: string, thread_ts: string, status: SessionStatus, title?: string): void
  session(channel: string, thread_ts: string): SessionStatus | undefined
  /** All there is now. */
  list(): Activity[]
  expire(): void
  restore(entry: Extract<Entry, { session: unknown }>): void
  entries(): Iterable<Entry>
}

type Session = Omit<Extract<Activity, { type: 'session' }>, 'type'>

/** Sessions remembered; the oldest go first. */
const KEPT = 10_000

export function createActivities(parts: {
  limits: Limits
  now: () => number
  write: (entry: Entry) => void
  tell: (activity: Activity) => void
}): Activities {
  const { limits, now, write, tell } = parts
  const statuses = new Map<string, { activity: Activity; until: number }>()
  const sessions = new Map<string, Session>()
  const key = (channel: string, thread_ts: string): string => `${channel}:${thread_ts}`

  function setStatus(channel: string, thread_ts: string, status: string): void {
    const thread = key(channel, thread_ts)
    if (!status && !statuses.has(thread)) return
    const activity: Activity = { type: 'status', channel, thread_ts, status }
    if (status) statuses.set(thread, { activity, until: now() + limits.statusLifetimeMs })
    else statuses.delete(thread)
    tell(activity)
  }

  function insert(session: Session): void {
    sessions.set(key(session.channel, session.thread_ts), session)
    if (sessions.size > KEPT) sessions.delete(sessions.keys().next().value!)
  }

  return {
    setStatus,
    setSession(channel, thread_ts, status, given) {
      const known = sessions.get(key(channel, thread_ts))
      if (known?.status === status) return
      const title = known ? known.title : given
      const session = { channel, thread_ts, status, ...(title !== undefined && { title }) }
      insert(session)
      write({ session })
      tell({ type: 'session', ...session })
    },
    session: (channel, thread_ts) => sessions.get(key(channel, thread_ts))?.status,
    list: () => [
      ...[...statuses.values()].map(({ activity }) => activity),
      ...[...sessions.values()].map((session) => ({ type: 'session' as const, ...session })),
    ],
    expire() {
      for (const { activity, until } of statuses.values()) {
        if (until <= now()) setStatus(activity.channel, activity.thread_ts, '')
      }
    },
    restore: ({ session }) => insert(session),
    *entries() {
      for (const session of sessions.values()) yield { session }
    },
  }
}
