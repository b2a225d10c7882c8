import type { Channel } from '../../src/ports/channel.ts'
import { errorOf } from './outcome.ts'
import type { Web } from './web.ts'

/** Whether somebody is in a user group of this workspace: of no other can it be asked. What is no group, or is switched off, has nobody in it. */
export function createGroups(web: Web, workspace: string): NonNullable<Channel['isIn']> {
  return async (person, group, signal) => {
    const [where, usergroup = ''] = group.split('/')
    if (where !== workspace) return false
    const reply = await web.call('usergroups.users.list', { usergroup }, signal)
    if ('ok' in reply) return Array.isArray(reply.ok['users']) && reply.ok['users'].includes(person)
    return errorOf(reply) === 'no_such_subteam' ? false : undefined
  }
}
