import type { Budget } from '../../src/ports/budget.ts'
import type { Channel } from '../../src/ports/channel.ts'
import type { Scopes } from './limits.ts'
import { codeOf } from './outcome.ts'
import type { Member } from './payloads.ts'
import type { Web } from './request.ts'

/** Documented: https://discord.com/developers/docs/topics/opcodes-and-status-codes#json */
const UNKNOWN_MEMBER = 10_007

/** Whether somebody has a role in a server: asked for, since what came with their message may be days old. */
export function createGroups(parts: {
  web: Web
  scopes: () => Scopes
  budget: Pick<Budget, 'learn' | 'tryTake'>
}): NonNullable<Channel['isIn']> {
  const { web, scopes, budget } = parts
  return async (person, group, signal) => {
    const [guild = '', role = ''] = group.split('/')
    if (![guild, role, person].every((id) => /^\d+$/.test(id))) return false
    const scope = scopes().reads(`${guild}:${person}`)
    if ((await budget.tryTake([scope], 'urgent')) !== 'ok') return undefined
    const reply = await web.call({ method: 'GET', path: `guilds/${guild}/members/${person}` }, signal)
    if (reply.left) budget.learn(scope, reply.left)
    if ('ok' in reply) return (reply.ok as Member).roles?.includes(role) ?? false
    return codeOf(reply) === UNKNOWN_MEMBER ? false : undefined
  }
}
