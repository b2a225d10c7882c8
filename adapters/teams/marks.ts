import { LatestMap } from '../../src/lib/latest.ts'
import type { Budget } from '../../src/ports/budget.ts'
import type { Channel } from '../../src/ports/channel.ts'
import { type Connector, toMark } from './connector.ts'
import { marksOf, scopesOf } from './limits.ts'
import { readMessageRef } from './places.ts'

/** As Teams calls them. */
const TYPES = { waiting: '1f440_eyes', solved: '2705_whiteheavycheckmark' } as const
const REFUSED_MS = 600_000
const KEPT = 10_000

/** Emoji on messages, where the tenant has them: they are in preview, so a conversation that refuses one is left alone for a while. */
export function createMarks(parts: {
  connector: Connector
  budget: Pick<Budget, 'tryTake'>
  unlimited?: boolean | undefined
  now: () => number
}): NonNullable<Channel['mark']> {
  const { connector, budget, unlimited, now } = parts
  const refused = new LatestMap<string, number>(KEPT)
  return async (message, mark, on, signal) => {
    const posted = readMessageRef(message)
    const where = `${posted.tenant}/${posted.conversation}`
    if ((refused.get(where) ?? 0) > now()) return
    const isFree =
      unlimited || (await budget.tryTake([...scopesOf(posted).calls, marksOf(posted.tenant)], 'normal')) === 'ok'
    if (on && !isFree) return
    const reply = await connector.begin(signal)(toMark(posted, TYPES[mark], on))
    if (on && 'error' in reply) refused.set(where, now() + REFUSED_MS)
  }
}
