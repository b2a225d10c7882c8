import { agents } from './agents.ts'
import { answers } from './answers.ts'
import { approvals } from './approvals.ts'
import { audit } from './audit.ts'
import { budgets } from './budgets.ts'
import { connections } from './connections.ts'
import { consoleLink } from './console.ts'
import { drafts } from './drafts.ts'
import { editing } from './editing.ts'
import { general } from './general.ts'
import { handovers } from './handovers.ts'
import { hearing } from './hearing.ts'
import { help } from './help.ts'
import { home } from './home.ts'
import { installations } from './installations.ts'
import { keys } from './keys.ts'
import { knowledge } from './knowledge.ts'
import { linking } from './linking.ts'
import { me } from './me.ts'
import { nextSteps } from './next-steps.ts'
import { parameters } from './parameters.ts'
import { parse } from './parse.ts'
import { pausing } from './pausing.ts'
import { places } from './places.ts'
import { proposing } from './proposing.ts'
import { raids } from './raids.ts'
import { refusing } from './refusing.ts'
import { roles } from './roles.ts'
import { rules } from './rules.ts'
import { scenarios } from './scenarios.ts'
import { schedules } from './schedules.ts'
import { settings } from './settings.ts'
import { state } from './state.ts'
import { tools } from './tools.ts'
import { usage } from './usage.ts'
import { webhooks } from './webhooks.ts'

export const ja = {
  agents,
  answers,
  approvals,
  audit,
  budgets,
  consoleLink,
  connections,
  drafts,
  editing,
  general,
  handovers,
  hearing,
  help,
  home,
  installations,
  keys,
  knowledge,
  linking,
  me,
  parameters,
  nextSteps,
  parse,
  pausing,
  places,
  proposing,
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
}
