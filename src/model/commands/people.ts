import type { CommandDescription } from '../command.ts'
import { commands, parameters } from '../words/index.ts'
import { handover, ofAgent, person } from './parameters.ts'

/** People, and what they may. */
export const ofPeople = [
  { name: 'handover list', group: 'people', summary: commands.handoverList, parameters: [ofAgent], may: 'admin' },
  { name: 'handover take', group: 'people', summary: commands.handoverTake, parameters: [handover], may: 'anyone' },
  { name: 'handover back', group: 'people', summary: commands.handoverBack, parameters: [handover], may: 'anyone' },
  { name: 'handover close', group: 'people', summary: commands.handoverClose, parameters: [handover], may: 'anyone' },
  { name: 'state show', group: 'people', summary: commands.stateShow, parameters: [person, ofAgent], may: 'self' },
  {
    name: 'state set',
    group: 'people',
    summary: commands.stateSet,
    parameters: [
      { name: 'key', about: parameters.stateSetKey, kind: 'text' },
      { name: 'value', about: parameters.value, kind: 'text', rest: true },
      { ...person, named: true },
      ofAgent,
    ],
    may: 'admin',
  },
  { name: 'state clear', group: 'people', summary: commands.stateClear, parameters: [person, ofAgent], may: 'admin' },
  {
    name: 'role add',
    group: 'people',
    summary: commands.roleAdd,
    parameters: [
      { ...person, about: parameters.roleAddPerson, optional: false },
      { name: 'role', about: parameters.role, kind: 'choice', choices: ['owner', 'admin', 'member', 'blocked'] },
      { ...ofAgent, about: parameters.roleAddOfAgent },
    ],
    may: 'owner',
  },
  {
    name: 'role remove',
    group: 'people',
    summary: commands.roleRemove,
    parameters: [
      { ...person, about: parameters.roleRemovePerson, optional: false },
      { ...ofAgent, about: parameters.roleRemoveOfAgent },
    ],
    may: 'owner',
  },
  { name: 'role list', group: 'people', summary: commands.roleList, parameters: [], may: 'admins' },
] as const satisfies readonly CommandDescription[]
