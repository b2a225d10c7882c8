import type { CommandDescription } from '../command.ts'
import { contextReaches } from '../context.ts'
import { commands, parameters } from '../words/index.ts'
import { agent, ofAgent } from './parameters.ts'

/** Where agents are used, and what they say there by themselves. */
export const ofPlaces = [
  {
    name: 'use',
    group: 'place',
    summary: commands.use,
    parameters: [
      agent,
      {
        name: 'mode',
        about: parameters.mode,
        kind: 'choice',
        choices: ['mention', 'thread', 'all', 'listen'],
        optional: true,
      },
      {
        name: 'context',
        about: parameters.context,
        kind: 'choice',
        choices: contextReaches,
        optional: true,
        named: true,
      },
      { name: 'reads', about: parameters.reads, kind: 'text', optional: true, named: true },
      {
        name: 'where',
        about: parameters.where,
        kind: 'choice',
        choices: ['channel', 'workspace', 'organisation'],
        optional: true,
        named: true,
      },
    ],
    may: 'admin',
  },
  {
    name: 'unuse',
    group: 'place',
    summary: commands.unuse,
    parameters: [
      {
        name: 'where',
        about: parameters.where,
        kind: 'choice',
        choices: ['channel', 'workspace', 'organisation'],
        optional: true,
        named: true,
      },
    ],
    may: 'admin',
  },
  {
    name: 'schedule add',
    group: 'place',
    summary: commands.scheduleAdd,
    parameters: [
      { name: 'time', about: parameters.scheduleWhen, kind: 'text' },
      { name: 'words', about: parameters.scheduleWords, kind: 'text', rest: true },
      { name: 'zone', about: parameters.zone, kind: 'text', optional: true, named: true },
      ofAgent,
    ],
    may: 'admin',
  },
  { name: 'schedule list', group: 'place', summary: commands.scheduleList, parameters: [ofAgent], may: 'admin' },
  {
    name: 'schedule run',
    group: 'place',
    summary: commands.scheduleRun,
    parameters: [{ name: 'schedule', about: parameters.schedule, kind: 'text' }, ofAgent],
    may: 'admin',
  },
  {
    name: 'schedule pause',
    group: 'place',
    summary: commands.schedulePause,
    parameters: [{ name: 'schedule', about: parameters.schedule, kind: 'text' }, ofAgent],
    may: 'admin',
  },
  {
    name: 'schedule remove',
    group: 'place',
    summary: commands.scheduleRemove,
    parameters: [{ name: 'schedule', about: parameters.schedule, kind: 'text' }, ofAgent],
    may: 'admin',
  },
] as const satisfies readonly CommandDescription[]
