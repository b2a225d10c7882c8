import type { CommandDescription } from '../command.ts'
import { commands, parameters } from '../words/index.ts'
import { ofAgent, ofLimit } from './parameters.ts'

/** Cost, limits, keys and the like. */
export const ofMore = [
  {
    name: 'key issue',
    group: 'more',
    summary: commands.keyIssue,
    parameters: [
      { name: 'kind', about: parameters.kind, kind: 'choice', choices: ['agent', 'conversation', 'management'] },
      { name: 'name', about: parameters.name, kind: 'text', rest: true },
      ofAgent,
    ],
    may: 'admins',
  },
  { name: 'key list', group: 'more', summary: commands.keyList, parameters: [], may: 'admins' },
  {
    name: 'key revoke',
    group: 'more',
    summary: commands.keyRevoke,
    parameters: [{ name: 'key', about: parameters.keyRevokeKey, kind: 'text', completes: true }],
    may: 'admins',
  },
  { name: 'usage', group: 'more', summary: commands.usage, parameters: [], may: 'admins' },
  {
    name: 'limit',
    group: 'more',
    summary: commands.limit,
    parameters: [{ name: 'most', about: parameters.most, kind: 'text', optional: true }, ...ofLimit],
    may: 'admins',
  },
  {
    name: 'cost',
    group: 'more',
    summary: commands.cost,
    parameters: [{ name: 'most', about: parameters.ifMost, kind: 'text', optional: true }, ...ofLimit],
    may: 'admins',
  },
  {
    name: 'installations',
    group: 'more',
    summary: commands.installations,
    parameters: [
      {
        name: 'installation',
        about: parameters.installation,
        kind: 'text',
        completes: true,
        optional: true,
        rest: true,
      },
    ],
    may: 'owner',
  },
  { name: 'audit', group: 'more', summary: commands.audit, parameters: [ofAgent], may: 'admins' },
] as const satisfies readonly CommandDescription[]
