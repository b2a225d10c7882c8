import { budgetPeriods, budgetScopes, budgetUnits } from './budget.ts'
import type { CommandDescription, CommandGroup, Parameter } from './command.ts'
import { contextReaches } from './context.ts'
import { commands, groups, parameters } from './words/index.ts'

/** The table of `/agent`. What each does is in `src/admin/commands/`; every door shows it from here. */

const agent: Parameter = {
  name: 'agent',
  about: parameters.agent,
  kind: 'text',
  completes: true,
}
/** Of what is done in a place that has an agent: without it, that one. */
const ofAgent: Parameter = {
  ...agent,
  about: parameters.ofAgent,
  optional: true,
  named: true,
}
const person: Parameter = {
  name: 'person',
  about: parameters.person,
  kind: 'person',
  optional: true,
}

const handover: Parameter = { name: 'handover', about: parameters.handover, kind: 'text', optional: true }

/** What a limit is of: that of the place's agent by day, in money, where nothing else is said. */
const ofLimit: readonly Parameter[] = [
  { name: 'unit', about: parameters.unit, kind: 'choice', choices: budgetUnits, optional: true },
  { name: 'period', about: parameters.period, kind: 'choice', choices: budgetPeriods, optional: true },
  { name: 'whose', about: parameters.whose, kind: 'choice', choices: budgetScopes, optional: true },
  { name: 'which', about: parameters.which, kind: 'text', optional: true, named: true },
  { ...person, about: parameters.limitPerson, named: true },
  ofAgent,
]

/** What stands outside of them is everybody's, or has to be found at once. */
export const commandGroups = [
  { name: 'agent', title: groups.agent },
  { name: 'rule', title: groups.rule },
  { name: 'scenario', title: groups.scenario },
  { name: 'knowledge', title: groups.knowledge },
  { name: 'tool', title: groups.tool },
  { name: 'place', title: groups.place },
  { name: 'people', title: groups.people },
  {
    name: 'more',
    title: groups.more,
  },
] as const satisfies readonly CommandGroup[]

export const commandTable = [
  {
    name: 'list',
    group: 'agent',
    summary: commands.list,
    parameters: [],
    may: 'admin',
  },
  {
    name: 'show',
    group: 'agent',
    summary: commands.show,
    parameters: [{ ...ofAgent, named: false }],
    may: 'admin',
  },
  {
    name: 'help',
    summary: commands.help,
    parameters: [
      {
        name: 'command',
        about: parameters.command,
        kind: 'text',
        completes: true,
        optional: true,
        rest: true,
      },
    ],
    may: 'anyone',
  },
  {
    name: 'create',
    group: 'agent',
    summary: commands.create,
    parameters: [
      {
        ...agent,
        about: parameters.createAgent,
        completes: false,
        optional: true,
      },
    ],
    may: 'admins',
  },
  {
    name: 'edit',
    group: 'agent',
    summary: commands.edit,
    parameters: [{ ...ofAgent, named: false }],
    may: 'admin',
  },
  {
    name: 'delete',
    group: 'agent',
    summary: commands.delete,
    parameters: [agent],
    may: 'admin',
  },
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
      {
        name: 'where',
        about: parameters.where,
        kind: 'choice',
        choices: ['channel', 'workspace'],
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
        choices: ['channel', 'workspace'],
        optional: true,
        named: true,
      },
    ],
    may: 'admin',
  },
  {
    name: 'diff',
    group: 'agent',
    summary: commands.diff,
    parameters: [{ ...ofAgent, named: false }],
    may: 'admin',
  },
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
    name: 'why',
    summary: commands.why,
    parameters: [
      {
        name: 'turn',
        about: parameters.turn,
        kind: 'text',
        optional: true,
      },
    ],
    may: 'self',
  },
  {
    name: 'rule add',
    group: 'rule',
    summary: commands.ruleAdd,
    parameters: [
      {
        name: 'when',
        about: parameters.when,
        kind: 'text',
      },
      {
        name: 'say',
        about: parameters.say,
        kind: 'text',
        rest: true,
      },
      {
        name: 'options',
        about: parameters.options,
        kind: 'text',
        optional: true,
        named: true,
      },
      ofAgent,
    ],
    may: 'admin',
  },
  {
    name: 'rule remove',
    group: 'rule',
    summary: commands.ruleRemove,
    parameters: [{ name: 'number', about: parameters.number, kind: 'number', completes: true }, ofAgent],
    may: 'admin',
  },
  {
    name: 'rule list',
    group: 'rule',
    summary: commands.ruleList,
    parameters: [
      {
        name: 'words',
        about: parameters.ruleListWords,
        kind: 'text',
        optional: true,
        rest: true,
      },
      ofAgent,
    ],
    may: 'admin',
  },
  {
    name: 'scenario list',
    group: 'scenario',
    summary: commands.scenarioList,
    parameters: [ofAgent],
    may: 'admin',
  },
  {
    name: 'scenario show',
    group: 'scenario',
    summary: commands.scenarioShow,
    parameters: [{ name: 'scenario', about: parameters.scenario, kind: 'text', completes: true }, ofAgent],
    may: 'admin',
  },
  {
    name: 'scenario upload',
    group: 'scenario',
    summary: commands.scenarioUpload,
    parameters: [{ name: 'file', about: parameters.scenarioUploadFile, kind: 'file' }, ofAgent],
    may: 'admin',
  },
  {
    name: 'scenario remove',
    group: 'scenario',
    summary: commands.scenarioRemove,
    parameters: [{ name: 'scenario', about: parameters.scenario, kind: 'text', completes: true }, ofAgent],
    may: 'admin',
  },
  {
    name: 'knowledge add',
    group: 'knowledge',
    summary: commands.knowledgeAdd,
    parameters: [
      {
        name: 'file',
        about: parameters.knowledgeAddFile,
        kind: 'file',
      },
      ofAgent,
    ],
    may: 'admin',
  },
  {
    name: 'knowledge list',
    group: 'knowledge',
    summary: commands.knowledgeList,
    parameters: [ofAgent],
    may: 'admin',
  },
  {
    name: 'knowledge remove',
    group: 'knowledge',
    summary: commands.knowledgeRemove,
    parameters: [{ name: 'source', about: parameters.source, kind: 'text', completes: true, rest: true }, ofAgent],
    may: 'admin',
  },
  {
    name: 'knowledge search',
    group: 'knowledge',
    summary: commands.knowledgeSearch,
    parameters: [{ name: 'words', about: parameters.knowledgeSearchWords, kind: 'text', rest: true }, ofAgent],
    may: 'admin',
  },
  {
    name: 'webhook list',
    group: 'tool',
    summary: commands.webhookList,
    parameters: [ofAgent],
    may: 'admin',
  },
  {
    name: 'webhook add',
    group: 'tool',
    summary: commands.webhookAdd,
    parameters: [ofAgent],
    may: 'admin',
  },
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
  {
    name: 'webhook log',
    group: 'tool',
    summary: commands.webhookLog,
    parameters: [ofAgent],
    may: 'admin',
  },
  {
    name: 'tool list',
    group: 'tool',
    summary: commands.toolList,
    parameters: [ofAgent],
    may: 'admin',
  },
  {
    name: 'tool add',
    group: 'tool',
    summary: commands.toolAdd,
    parameters: [ofAgent],
    may: 'admin',
  },
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
  {
    name: 'key issue',
    group: 'more',
    summary: commands.keyIssue,
    parameters: [
      {
        name: 'kind',
        about: parameters.kind,
        kind: 'choice',
        choices: ['agent', 'conversation', 'management'],
      },
      { name: 'name', about: parameters.name, kind: 'text', rest: true },
      ofAgent,
    ],
    may: 'admins',
  },
  {
    name: 'key list',
    group: 'more',
    summary: commands.keyList,
    parameters: [],
    may: 'admins',
  },
  {
    name: 'key revoke',
    group: 'more',
    summary: commands.keyRevoke,
    parameters: [{ name: 'key', about: parameters.keyRevokeKey, kind: 'text', completes: true }],
    may: 'admins',
  },
  {
    name: 'usage',
    group: 'more',
    summary: commands.usage,
    parameters: [],
    may: 'admins',
  },
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
  {
    name: 'schedule list',
    group: 'place',
    summary: commands.scheduleList,
    parameters: [ofAgent],
    may: 'admin',
  },
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
  {
    name: 'handover list',
    group: 'people',
    summary: commands.handoverList,
    parameters: [ofAgent],
    may: 'admin',
  },
  {
    name: 'handover take',
    group: 'people',
    summary: commands.handoverTake,
    parameters: [handover],
    may: 'anyone',
  },
  {
    name: 'handover back',
    group: 'people',
    summary: commands.handoverBack,
    parameters: [handover],
    may: 'anyone',
  },
  {
    name: 'handover close',
    group: 'people',
    summary: commands.handoverClose,
    parameters: [handover],
    may: 'anyone',
  },
  {
    name: 'state show',
    group: 'people',
    summary: commands.stateShow,
    parameters: [person, ofAgent],
    may: 'self',
  },
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
  {
    name: 'state clear',
    group: 'people',
    summary: commands.stateClear,
    parameters: [person, ofAgent],
    may: 'admin',
  },
  {
    name: 'reset',
    summary: commands.reset,
    parameters: [person, ofAgent],
    may: 'self',
  },
  {
    name: 'me',
    summary: commands.me,
    parameters: [{ ...ofAgent, about: parameters.meAgent }],
    may: 'anyone',
  },
  {
    name: 'link',
    summary: commands.link,
    parameters: [{ name: 'code', about: parameters.code, kind: 'text', optional: true }],
    may: 'anyone',
  },
  {
    name: 'unlink',
    summary: commands.unlink,
    parameters: [],
    may: 'anyone',
  },
  {
    name: 'role add',
    group: 'people',
    summary: commands.roleAdd,
    parameters: [
      { ...person, about: parameters.roleAddPerson, optional: false },
      {
        name: 'role',
        about: parameters.role,
        kind: 'choice',
        choices: ['owner', 'admin', 'member', 'blocked'],
      },
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
  {
    name: 'role list',
    group: 'people',
    summary: commands.roleList,
    parameters: [],
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
  {
    name: 'audit',
    group: 'more',
    summary: commands.audit,
    parameters: [ofAgent],
    may: 'admins',
  },
  {
    name: 'pause',
    summary: commands.pause,
    parameters: [
      {
        name: 'why',
        about: parameters.why,
        kind: 'text',
        optional: true,
        rest: true,
      },
    ],
    may: 'owner',
  },
  {
    name: 'resume',
    summary: commands.resume,
    parameters: [],
    may: 'owner',
  },
  {
    name: 'console',
    summary: commands.console,
    parameters: [],
    may: 'admin',
  },
] as const satisfies readonly (CommandDescription & { group?: (typeof commandGroups)[number]['name'] })[]

export type CommandName = (typeof commandTable)[number]['name']

/**
 * A command's two words where commands stand in groups: `agent list`, `rule add`, `tool webhook-add`; one word for those that stand
 * outside of them.
 */
export function groupedName({ name, group }: Pick<CommandDescription, 'name' | 'group'>): string {
  if (group === undefined || name.startsWith(`${group} `)) return name
  return `${group} ${name.replace(' ', '-')}`
}
