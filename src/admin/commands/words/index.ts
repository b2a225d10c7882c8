import { catalogue } from '../../../lib/catalogue.ts'
import { en } from './en/index.ts'
import { ja } from './ja/index.ts'

/** What people read of commands, a group a topic: `rules.added(3).ja`. */
export const {
  agents,
  answers,
  approvals,
  audit,
  budgets,
  consoleLink,
  drafts,
  editing,
  general,
  handovers,
  hearing,
  help,
  installations,
  keys,
  knowledge,
  linking,
  me,
  parameters,
  parse,
  pausing,
  places,
  raids,
  refusing,
  roles,
  rules,
  scenarios,
  schedules,
  settings,
  state,
  tools,
  usage,
  webhooks,
} = catalogue({ en, ja })
