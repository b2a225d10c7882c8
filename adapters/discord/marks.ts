import { setTimeout as sleep } from 'node:timers/promises'
import { LatestMap } from '../../src/lib/latest.ts'
import type { Budget, Scope } from '../../src/ports/budget.ts'
import type { Channel } from '../../src/ports/channel.ts'
import type { Scopes } from './limits.ts'
import { codeOf } from './outcome.ts'
import { readMessageRef } from './places.ts'
import type { Web } from './request.ts'

const EMOJI = { waiting: '👀', solved: '✅' } as const
/** Documented: Missing Access, Missing Permissions, and that there are emoji enough. */
const LACKING = new Set<number | undefined>([50001, 50013, 30010])
const REFUSED_MS = 600_000
const KEPT = 10_000
const TRIES = 5
const PAUSE_MS = 300

/** Emoji on messages, where the app may add them. What is put there is taken away also where the budget has no room for it. */
export function createMarks(parts: {
  web: Web
  budget: Pick<Budget, 'tryTake' | 'learn'>
  scopes: () => Pick<Scopes, 'marks' | 'everything'>
  now: () => number
}): NonNullable<Channel['mark']> {
  const { web, budget, scopes, now } = parts
  const refused = new LatestMap<string, number>(KEPT)

  /** Two in a moment are more than Discord takes, and each is for somebody else. */
  async function hasRoom(scope: Scope, signal: AbortSignal): Promise<boolean> {
    for (let tried = 1; ; tried++) {
      if ((await budget.tryTake([scope, scopes().everything], 'normal')) === 'ok') return true
      if (tried === TRIES) return false
      await sleep(PAUSE_MS, undefined, { signal, ref: false })
    }
  }

  return async (ref, mark, on, signal) => {
    const { channel, message } = readMessageRef(ref)
    if ((refused.get(channel) ?? 0) > now()) return
    const scope = scopes().marks(channel)
    if (!(await hasRoom(scope, signal)) && on) return
    const path = `channels/${channel}/messages/${message}/reactions/${encodeURIComponent(EMOJI[mark])}/@me`
    const reply = await web.call({ method: on ? 'PUT' : 'DELETE', path }, signal)
    if (reply.left) budget.learn(scope, reply.left)
    if (LACKING.has(codeOf(reply))) refused.set(channel, now() + REFUSED_MS)
  }
}
