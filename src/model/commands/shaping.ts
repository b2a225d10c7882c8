import type { CommandDescription } from '../command.ts'
import { commands, parameters } from '../words/index.ts'
import { ofAgent } from './parameters.ts'

/** What agents say and know: rules, scenarios, knowledge. */
export const ofShaping = [
  {
    name: 'rule add',
    group: 'rule',
    summary: commands.ruleAdd,
    parameters: [
      { name: 'when', about: parameters.when, kind: 'text' },
      { name: 'say', about: parameters.say, kind: 'text', rest: true },
      { name: 'options', about: parameters.options, kind: 'text', optional: true, named: true },
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
    parameters: [{ name: 'words', about: parameters.ruleListWords, kind: 'text', optional: true, rest: true }, ofAgent],
    may: 'admin',
  },
  { name: 'scenario list', group: 'scenario', summary: commands.scenarioList, parameters: [ofAgent], may: 'admin' },
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
    parameters: [{ name: 'file', about: parameters.knowledgeAddFile, kind: 'file' }, ofAgent],
    may: 'admin',
  },
  { name: 'knowledge list', group: 'knowledge', summary: commands.knowledgeList, parameters: [ofAgent], may: 'admin' },
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
] as const satisfies readonly CommandDescription[]
