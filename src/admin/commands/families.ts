import type { CommandName } from '../../model/commands.ts'
import { agents } from './agents.ts'
import { answers } from './answers.ts'
import { approvals } from './approvals.ts'
import { audit } from './audit.ts'
import { budgets } from './budgets.ts'
import { connections } from './connections.ts'
import { consoleLink } from './console.ts'
import { drafts } from './drafts.ts'
import { handovers } from './handovers.ts'
import { help } from './help.ts'
import { home } from './home.ts'
import { installations } from './installations.ts'
import { keys } from './keys.ts'
import { knowledge } from './knowledge.ts'
import { linking } from './linking.ts'
import { me } from './me.ts'
import { pausing } from './pausing.ts'
import { places } from './places.ts'
import { raids } from './raids.ts'
import type { Act, Family, Handler } from './registry.ts'
import { roles } from './roles.ts'
import { rules } from './rules.ts'
import { scenarios } from './scenarios.ts'
import { schedules } from './schedules.ts'
import { settings } from './settings.ts'
import { state } from './state.ts'
import { tools } from './tools.ts'
import { usage } from './usage.ts'
import { webhooks } from './webhooks.ts'

const families: readonly Family[] = [
  help,
  home,
  agents,
  settings,
  places,
  drafts,
  answers,
  rules,
  scenarios,
  schedules,
  handovers,
  knowledge,
  webhooks,
  tools,
  connections,
  keys,
  usage,
  budgets,
  state,
  me,
  linking,
  roles,
  installations,
  approvals,
  audit,
  pausing,
  raids,
  consoleLink,
]

/** What each command of the table does. */
export const commands = Object.assign({}, ...families.map((family) => family.commands)) as Record<CommandName, Handler>

/** What buttons and forms do besides. */
export const acts: Readonly<Record<string, Act>> = Object.assign({}, ...families.map((family) => family.acts ?? {}))
