import type { Activity } from '../../src/ports/channel.ts'
import { isMissing } from './outcome.ts'
import type { Spot } from './places.ts'
import type { Web } from './web.ts'

const STATUS: Record<Activity, string> = {
  thinking: 'is thinking…',
  searching: 'is searching…',
  writing: '',
  idle: '',
}
/** `agents.sessions.setStatus` may be called 50 times a minute; what is begun is also ended. */
const SESSIONS = 24
const MINUTE_MS = 60_000

/** The line "Parley is thinking…" and the Stop button. Nobody waits for either, so calls that cannot be had are left out. */
export function createActivities({ web, now }: { web: Web; now: () => number }) {
  const missing = new Set<string>()
  const sessions = new Set<string>()
  const begun = new Map<string, number[]>()

  async function tell(team: string, method: string, args: object, signal: AbortSignal): Promise<void> {
    if (missing.has(`${team} ${method}`)) return
    const reply = await web.call(method, args, signal)
    if (isMissing(reply)) missing.add(`${team} ${method}`)
  }

  function mayBegin(team: string): boolean {
    const recent = (begun.get(team) ?? []).filter((at) => at > now() - MINUTE_MS)
    begun.set(team, recent)
    return recent.length < SESSIONS && recent.push(now()) > 0
  }

  function sessionStatus({ team, channel, thread }: Spot, what: Activity): 'active' | 'processing' | undefined {
    const session = `${team} ${channel} ${thread}`
    if (what === 'idle') return sessions.delete(session) ? 'active' : undefined
    if (sessions.has(session) || !mayBegin(team)) return undefined
    sessions.add(session)
    return 'processing'
  }

  return {
    async show(spot: Spot, what: Activity, signal: AbortSignal): Promise<void> {
      const { team, channel, thread, recipient } = spot
      if (!thread) return
      const place = { channel_id: channel, thread_ts: thread }
      const status = sessionStatus(spot, what)
      const initiator = status === 'processing' && recipient ? { initiator_user_id: recipient.user } : {}
      await Promise.all([
        tell(team, 'assistant.threads.setStatus', { ...place, status: STATUS[what] }, signal),
        status && tell(team, 'agents.sessions.setStatus', { ...place, status, ...initiator }, signal),
      ])
    },
  }
}
