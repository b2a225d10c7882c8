import type { CommandDescription } from '../command.ts'
import { commands, parameters } from '../words/index.ts'
import { agent, ofAgent } from './parameters.ts'

/** Agents: made, shaped, published, taken back. */
export const ofAgents = [
  { name: 'list', group: 'agent', summary: commands.list, parameters: [], may: 'admin' },
  { name: 'show', group: 'agent', summary: commands.show, parameters: [{ ...ofAgent, named: false }], may: 'admin' },
  {
    name: 'create',
    group: 'agent',
    summary: commands.create,
    parameters: [{ ...agent, about: parameters.createAgent, completes: false, optional: true, rest: true }],
    may: 'admins',
  },
  { name: 'edit', group: 'agent', summary: commands.edit, parameters: [{ ...ofAgent, named: false }], may: 'admin' },
  { name: 'delete', group: 'agent', summary: commands.delete, parameters: [agent], may: 'admin' },
  { name: 'diff', group: 'agent', summary: commands.diff, parameters: [{ ...ofAgent, named: false }], may: 'admin' },
  {
    name: 'publish',
    group: 'agent',
    summary: commands.publish,
    parameters: [{ ...ofAgent, named: false }],
    may: 'admin',
  },
  {
    name: 'versions',
    group: 'agent',
    summary: commands.versions,
    parameters: [{ ...ofAgent, named: false }],
    may: 'admin',
  },
  {
    name: 'rollback',
    group: 'agent',
    summary: commands.rollback,
    parameters: [{ name: 'version', about: parameters.version, kind: 'number', completes: true }, ofAgent],
    may: 'admin',
  },
  {
    name: 'test',
    group: 'agent',
    summary: commands.test,
    parameters: [{ name: 'utterance', about: parameters.utterance, kind: 'text', rest: true }, ofAgent],
    may: 'admin',
  },
  {
    name: 'replay',
    group: 'agent',
    summary: commands.replay,
    parameters: [{ name: 'days', about: parameters.replayDays, kind: 'number', optional: true }, ofAgent],
    may: 'admin',
  },
] as const satisfies readonly CommandDescription[]
