import type { CommandDescription } from '../command.ts'
import { commands, parameters } from '../words/index.ts'
import { ofAgent } from './parameters.ts'

/** What agents do: tools and webhooks. */
export const ofTools = [
  { name: 'webhook list', group: 'tool', summary: commands.webhookList, parameters: [ofAgent], may: 'admin' },
  { name: 'webhook add', group: 'tool', summary: commands.webhookAdd, parameters: [ofAgent], may: 'admin' },
  {
    name: 'webhook edit',
    group: 'tool',
    summary: commands.webhookEdit,
    parameters: [{ name: 'webhook', about: parameters.webhook, kind: 'text', completes: true }, ofAgent],
    may: 'admin',
  },
  {
    name: 'webhook toggle',
    group: 'tool',
    summary: commands.webhookToggle,
    parameters: [{ name: 'webhook', about: parameters.webhook, kind: 'text', completes: true }, ofAgent],
    may: 'admin',
  },
  {
    name: 'webhook remove',
    group: 'tool',
    summary: commands.webhookRemove,
    parameters: [{ name: 'webhook', about: parameters.webhook, kind: 'text', completes: true }, ofAgent],
    may: 'admin',
  },
  {
    name: 'webhook test',
    group: 'tool',
    summary: commands.webhookTest,
    parameters: [{ name: 'webhook', about: parameters.webhook, kind: 'text', completes: true }, ofAgent],
    may: 'admin',
  },
  { name: 'webhook log', group: 'tool', summary: commands.webhookLog, parameters: [ofAgent], may: 'admin' },
  { name: 'tool list', group: 'tool', summary: commands.toolList, parameters: [ofAgent], may: 'admin' },
  { name: 'tool add', group: 'tool', summary: commands.toolAdd, parameters: [ofAgent], may: 'admin' },
  {
    name: 'tool show',
    group: 'tool',
    summary: commands.toolShow,
    parameters: [{ name: 'tool', about: parameters.tool, kind: 'text', completes: true }, ofAgent],
    may: 'admin',
  },
  {
    name: 'tool allow',
    group: 'tool',
    summary: commands.toolAllow,
    parameters: [{ name: 'tool', about: parameters.tool, kind: 'text', completes: true }, ofAgent],
    may: 'admin',
  },
  {
    name: 'tool remove',
    group: 'tool',
    summary: commands.toolRemove,
    parameters: [{ name: 'tool', about: parameters.toolRemoveTool, kind: 'text', completes: true }, ofAgent],
    may: 'admin',
  },
] as const satisfies readonly CommandDescription[]
