import type { MessageRef } from '../../src/model/message.ts'
import type { Budget } from '../../src/ports/budget.ts'
import type { Channel } from '../../src/ports/channel.ts'
import { LACKING } from './codes.ts'
import type { Scopes } from './limits.ts'
import { errorOf, isMissing } from './outcome.ts'
import { readMessageRef } from './places.ts'
import { createRefusals } from './refusals.ts'
import type { Web } from './web.ts'

const NAMES = { waiting: 'eyes', solved: 'white_check_mark' } as const

/** Emoji on messages, where the app has the right to them. What is put there to be taken away pays for that too. */
export function createMarks(parts: {
  web: Web
  budget: Pick<Budget, 'tryTake' | 'freeze'>
  scopesOf: (team: string) => Pick<Scopes, 'marks' | 'unmarks'>
  now: () => number
}): NonNullable<Channel['mark']> {
  const { web, budget, scopesOf, now } = parts
  const refused = createRefusals({ now })
  return async (message: MessageRef, mark, on, signal) => {
    const { team, channel, ts } = readMessageRef(message)
    if (refused.has(team)) return
    const { marks, unmarks } = scopesOf(team)
    const cost = mark === 'waiting' ? [marks, unmarks] : [marks]
    if (on && (await budget.tryTake(cost, 'normal')) !== 'ok') return
    const args = { channel, timestamp: ts, name: NAMES[mark] }
    const reply = await web.call(on ? 'reactions.add' : 'reactions.remove', args, signal)
    if (isMissing(reply) || LACKING.has(errorOf(reply) ?? '')) refused.add(team)
    if ('retryAt' in reply) budget.freeze(on ? marks : unmarks, reply.retryAt)
  }
}
