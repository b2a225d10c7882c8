import { AppError } from '../../lib/errors.ts'
import type { View } from '../../model/view.ts'
import type { Role, RoleChange } from '../roles.ts'
import { button, type CommandUse, say, textOf, undoMs } from './call.ts'
import type { Family } from './registry.ts'
import { agentOf } from './rights.ts'
import { general, roles as sentences } from './words/index.ts'

/** Who may do what. */
export const roles: Family = {
  commands: {
    'role add': { run: add },
    'role remove': { run: remove },
    'role list': { run: list },
  },
  acts: { 'role restore': { may: 'owner', run: restore } },
}

const maxListed = 50

async function add(call: CommandUse): Promise<View> {
  const who = personOf(call)
  const role = textOf(call, 'role') as Role | 'member'
  const agent = await namedAgent(call)
  if (agent !== undefined && role !== 'admin') throw new AppError('invalid_value', sentences.onlyAdmins)
  const change = await call.parts.admin.roles.set(who, role, agent, call.actor)
  if (isSame(change)) return { text: say(call, sentences.unchanged(who)) }
  const told = role === 'blocked' ? sentences.blockedNow(who) : sentences.became(who, sentences.roleName(role, agent))
  return { text: say(call, told), buttons: [await undo(call, who, change)] }
}

async function remove(call: CommandUse): Promise<View> {
  const who = personOf(call)
  const agent = await namedAgent(call)
  const change = await call.parts.admin.roles.remove(who, agent, call.actor)
  if (isSame(change)) return { text: say(call, sentences.nothingToRemove(who)) }
  return { text: say(call, sentences.removed(who, agent)), buttons: [await undo(call, who, change)] }
}

function personOf(call: CommandUse): string {
  const who = textOf(call, 'person')!
  if (!call.parts.admin.platforms.isPerson(who)) throw new AppError('invalid_value', sentences.needsPlatform(who))
  return who
}

async function namedAgent(call: CommandUse): Promise<string | undefined> {
  const named = textOf(call, 'agent')
  return named === undefined ? undefined : await agentOf(call.parts, call.caller, call.standing, named, undefined)
}

function isSame({ before, after }: RoleChange): boolean {
  const told = (held: RoleChange['before']) => JSON.stringify(held.map(({ role, agent }) => [role, agent]).sort())
  return told(before) === told(after)
}

function undo(call: CommandUse, who: string, change: RoleChange) {
  return button(call, sentences.undo, 'role restore', { person: who, change }, { ttlMs: undoMs })
}

async function restore(call: CommandUse): Promise<View> {
  const who = String(call.kept['person'])
  await call.parts.admin.roles.restore(who, call.kept['change'] as RoleChange, call.actor)
  return { text: say(call, sentences.undone(who)) }
}

async function list(call: CommandUse): Promise<View> {
  const all = await call.parts.admin.roles.list(call.caller.account)
  const lines = all
    .slice(0, maxListed)
    .map(({ person, role, agent }) => `- <@${person}> · ${say(call, sentences.roleName(role, agent))}`)
  const rest = all.length - lines.length
  if (lines.length === 0) return { text: say(call, sentences.none) }
  return { text: [...lines, ...(rest > 0 ? [say(call, general.more(rest))] : [])].join('\n') }
}
