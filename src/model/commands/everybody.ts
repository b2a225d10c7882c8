import type { CommandDescription } from '../command.ts'
import { commands, parameters } from '../words/index.ts'
import { ofAgent, person } from './parameters.ts'

/** What is everybody's, and what has to be found at once: these stand in no group. */
export const ofEverybody = [
  {
    name: 'help',
    summary: commands.help,
    parameters: [
      { name: 'command', about: parameters.command, kind: 'text', completes: true, optional: true, rest: true },
    ],
    may: 'anyone',
  },
  {
    name: 'why',
    summary: commands.why,
    parameters: [{ name: 'turn', about: parameters.turn, kind: 'text', optional: true }],
    may: 'self',
  },
  { name: 'stop', summary: commands.stop, parameters: [], may: 'anyone' },
  { name: 'reset', summary: commands.reset, parameters: [person, ofAgent], may: 'self' },
  { name: 'me', summary: commands.me, parameters: [{ ...ofAgent, about: parameters.meAgent }], may: 'anyone' },
  {
    name: 'link',
    summary: commands.link,
    parameters: [{ name: 'code', about: parameters.code, kind: 'text', optional: true }],
    may: 'anyone',
  },
  { name: 'unlink', summary: commands.unlink, parameters: [], may: 'anyone' },
  {
    name: 'pause',
    summary: commands.pause,
    parameters: [{ name: 'why', about: parameters.why, kind: 'text', optional: true, rest: true }],
    may: 'owner',
  },
  { name: 'resume', summary: commands.resume, parameters: [], may: 'owner' },
  { name: 'console', summary: commands.console, parameters: [], may: 'admin' },
] as const satisfies readonly CommandDescription[]
