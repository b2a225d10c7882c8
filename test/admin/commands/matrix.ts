import type { CommandDescription } from '../../../src/model/command.ts'
import { type CommandName, commandTable } from '../../../src/model/commands.ts'

/** Who may do what, written down anew: a change of the table that opens a door to somebody has to be made here too. */

export const roles = [
  'owner',
  'admin of all',
  'admin of this agent',
  'admin of another agent',
  'member',
  'blocked',
  'stranger',
] as const
/** `stranger`: nobody owns the account yet, and they do not manage the place. */
export type MatrixRole = (typeof roles)[number]

const everybody: readonly MatrixRole[] = [
  'owner',
  'admin of all',
  'admin of this agent',
  'admin of another agent',
  'member',
  'stranger',
]
const adminsOfIt: readonly MatrixRole[] = ['owner', 'admin of all', 'admin of this agent']
const anyAdmin: readonly MatrixRole[] = [...adminsOfIt, 'admin of another agent']
const adminsOfAll: readonly MatrixRole[] = ['owner', 'admin of all']
const owners: readonly MatrixRole[] = ['owner']

/** Of each command used about the agent of this place, and about nobody else than oneself. */
export const mayUse: Record<CommandName, readonly MatrixRole[]> = {
  list: anyAdmin,
  show: adminsOfIt,
  help: everybody,
  create: adminsOfAll,
  edit: adminsOfIt,
  delete: adminsOfIt,
  use: adminsOfIt,
  unuse: adminsOfIt,
  diff: adminsOfIt,
  publish: adminsOfIt,
  versions: adminsOfIt,
  rollback: adminsOfIt,
  test: adminsOfIt,
  replay: adminsOfIt,
  why: everybody,
  console: anyAdmin,
  'rule add': adminsOfIt,
  'rule remove': adminsOfIt,
  'rule list': adminsOfIt,
  'scenario list': adminsOfIt,
  'scenario show': adminsOfIt,
  'scenario upload': adminsOfIt,
  'scenario remove': adminsOfIt,
  'schedule add': adminsOfIt,
  'schedule list': adminsOfIt,
  'schedule run': adminsOfIt,
  'schedule pause': adminsOfIt,
  'schedule remove': adminsOfIt,
  'handover list': adminsOfIt,
  'handover take': everybody,
  'handover back': everybody,
  'handover close': everybody,
  'knowledge add': adminsOfIt,
  'knowledge list': adminsOfIt,
  'knowledge remove': adminsOfIt,
  'knowledge search': adminsOfIt,
  'webhook list': adminsOfIt,
  'webhook add': adminsOfIt,
  'webhook edit': adminsOfIt,
  'webhook toggle': adminsOfIt,
  'webhook remove': adminsOfIt,
  'webhook test': adminsOfIt,
  'webhook log': adminsOfIt,
  'tool list': adminsOfIt,
  'tool add': adminsOfIt,
  'tool show': adminsOfIt,
  'tool allow': adminsOfIt,
  'tool remove': adminsOfIt,
  'key issue': adminsOfAll,
  'key list': adminsOfAll,
  'key revoke': adminsOfAll,
  usage: adminsOfAll,
  limit: adminsOfAll,
  cost: adminsOfAll,
  'state show': everybody,
  'state set': adminsOfIt,
  'state clear': adminsOfIt,
  stop: everybody,
  reset: everybody,
  me: everybody,
  link: everybody,
  unlink: everybody,
  'role add': owners,
  'role remove': owners,
  'role list': adminsOfAll,
  installations: owners,
  audit: adminsOfAll,
  pause: owners,
  resume: owners,
}

/** The same about somebody else, where everybody may about themselves. */
export const mayUseOnOthers: Partial<Record<CommandName, readonly MatrixRole[]>> = {
  'state show': adminsOfIt,
  reset: adminsOfIt,
}

/** How somebody who may not is told so, in English. */
export const refusalText = /is for (everybody|admins|owners)|not an admin of|has blocked you/

/** Values with which each command means something, about the agent `demo` of this place. */
export function valuesFor(command: CommandName, other: string): Record<string, string> {
  const { parameters } = commandTable.find(({ name }) => name === command) as CommandDescription
  const known: Record<string, string> = {
    agent: 'demo',
    version: '1',
    utterance: 'hello',
    when: 'hello there',
    say: 'Hi',
    number: '1',
    scenario: 'greet',
    source: 'handbook.md',
    words: 'hello',
    time: '0 9 * * 1',
    schedule: '1',
    webhook: 'tickets',
    tool: 'tickets',
    kind: 'conversation',
    name: 'Site',
    key: 'plan',
    value: 'gold',
    person: other,
    role: 'member',
  }
  const needed = parameters.filter(({ optional, kind }) => !optional && kind !== 'file')
  return Object.fromEntries(needed.map(({ name }) => [name, known[name]!]))
}

/** What each role is made of in a house whose owner is Ann. */
export function roleGiven(role: MatrixRole): { role: 'owner' | 'admin' | 'blocked'; agent?: string } | undefined {
  switch (role) {
    case 'owner':
      return { role: 'owner' }
    case 'admin of all':
      return { role: 'admin' }
    case 'admin of this agent':
      return { role: 'admin', agent: 'demo' }
    case 'admin of another agent':
      return { role: 'admin', agent: 'other' }
    case 'blocked':
      return { role: 'blocked' }
    default:
      return undefined
  }
}
