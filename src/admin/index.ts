import type { Environment } from '../config/environment.ts'
import { createModelNames, type ModelNames } from '../lib/model-names.ts'
import { createPriceBook, type PriceBook } from '../lib/price-book.ts'
import type { Plans } from '../model/plan.ts'
import type { StateLimits } from '../model/state.ts'
import type { Documents } from '../ports/documents.ts'
import type { ConsoleIssuer, Identities } from '../ports/identities.ts'
import type { Llm, ModelInfo } from '../ports/llm.ts'
import type { PlatformFacts } from '../ports/platform.ts'
import type { Search } from '../ports/search.ts'
import type { Secrets } from '../ports/secrets.ts'
import type { SignOnOf } from '../ports/sign-on.ts'
import type { ToolAuth } from '../ports/tools.ts'
import type { Store } from '../store/index.ts'
import { type Accounts, createAccounts } from './accounts.ts'
import { type AgentAdmin, createAgentAdmin } from './agents.ts'
import { type Approvals, createApprovals } from './approvals.ts'
import { type Audit, createAudit } from './audit.ts'
import { type Bindings, createBindings } from './bindings.ts'
import { type BudgetAdmin, createBudgetAdmin } from './budgets.ts'
import { type Bundles, createBundles } from './bundles/index.ts'
import { type ConsoleAdmin, type ConsoleSettings, createConsole } from './console.ts'
import { type Conversations, createConversations } from './conversations.ts'
import { createDestinations, type Destinations, type HouseDestinations } from './destinations.ts'
import { createDrafts, type Drafts } from './drafts/index.ts'
import { createEventAdmin, type EventAdmin } from './events.ts'
import { createHandoverAdmin, type HandoverAdmin } from './handovers.ts'
import { createKeys, type Keys } from './keys.ts'
import { createKnowledgeAdmin, type KnowledgeAdmin } from './knowledge/index.ts'
import { createMessages, type Messages } from './messages.ts'
import { createModelShelf, type ModelShelf } from './models.ts'
import { createOffers, type Offers } from './offers.ts'
import { createPeople, type People } from './people/index.ts'
import { createPersonLinks, type PersonLinkAdmin } from './person-links.ts'
import { createPersonStates, type PersonStates } from './person-states.ts'
import { createPlanBook, type PlanBook } from './plans.ts'
import { createPlatforms, type Platforms } from './platforms.ts'
import { createQuestions, type Questions } from './questions.ts'
import { createRetention, type Retention } from './retention.ts'
import { createRoles, type Roles } from './roles.ts'
import { createScenarioTraffic, type ReadTraffic } from './scenario-traffic.ts'
import { createSchedules, type Schedules } from './schedules.ts'
import { createSignIn, type SignIn } from './sign-in.ts'
import { createSpacing } from './spacing.ts'
import { createStandingApprovals, type StandingApprovalAdmin } from './standing-approvals.ts'
import { createToolGrants, type ToolGrantAdmin } from './tool-grants.ts'
import type { LostLeave } from './tool-tokens.ts'
import { createUsageAdmin, type UsageAdmin } from './usage.ts'
import { createVisitors, type Visitors } from './visitors.ts'
import { createWebhookAdmin, type WebhookAdmin } from './webhook-calls.ts'

export interface AdminParts {
  store: Store
  secrets: Secrets
  documents: Documents
  search: Search
  plans: Plans
  /** What stands behind a model id; admins are warned of what they choose. Without it nobody is. */
  models?: (id: string) => ModelInfo | undefined
  /** What agents may be set to; without it the ids of the specification. */
  modelNames?: ModelNames
  /** Of those, what answers at the moment; without it nobody knows. */
  offered?: Llm['offered']
  /** What models cost; without it nobody knows of any. */
  prices?: PriceBook
  /** All there are. */
  platforms: readonly PlatformFacts[]
  /** The origins of the pages on which people talk with an agent; without it there are none. */
  pagesOf?: (agent: string) => readonly string[]
  /** Whether a text is longer than `max` tokens of o200k. */
  exceedsTokens(text: string, max: number): Promise<boolean>
  /** How much may be kept of a person; without it the usual. */
  stateLimits?: StateLimits
  /** How long what people said is kept; without it 30 days. */
  keepMemoryMs?: number
  /** Where agent folders find the secrets they name. */
  env: Environment
  /** The agent folder that accounts begin with which are made for an installation; without one they begin with a plain agent. */
  starter?: string | undefined
  /** Ends the turn of an event in whichever process it runs, because its person is forgotten. */
  endTurn?(eventId: string): Promise<void>
  /** What was kept to be posted is to be posted now; without it, when somebody looks next. */
  wakeTimers?(): Promise<void>
  /** Where it is kept besides the database who was forgotten. */
  dataFolder?: string
  /** Whether a URL may be called, as far as can be told without looking it up; without it any. */
  mayCall?(url: string): boolean
  /** Called with the account in which something happened that others may be told of; without it they hear of it with the next sweep. */
  onEvents?(account: string): void
  /** Where data goes by what the operator has set; without it nobody knows. */
  destinations?: HouseDestinations
  /** How servers of tools are asked for leave; without it they cannot be. */
  toolAuth?: ToolAuth
  /** What platforms know people by, for servers that take that. */
  signOnOf?: SignOnOf
  /** An agent has its leave at a server of tools no more, though nobody here took it back. */
  onLeaveLost?(lost: LostLeave): void
  /** Where the console is reached, and how long people stay signed in; without it nobody knows where. */
  console?: ConsoleSettings
  /** Who else may say who somebody is that opens it, and what asks them; without either nobody does. */
  issuers?: readonly ConsoleIssuer[]
  identities?: Identities
  now: () => number
  sleep(ms: number): Promise<void>
}

/** What an admin may do, through whichever door. */
export interface Admin {
  accounts: Accounts
  approvals: Approvals
  bindings: Bindings
  agents: AgentAdmin
  keys: Keys
  plans: PlanBook
  usage: UsageAdmin
  budgets: BudgetAdmin
  bundles: Bundles
  knowledge: KnowledgeAdmin
  webhooks: WebhookAdmin
  audit: Audit
  events: EventAdmin
  console: ConsoleAdmin
  conversations: Conversations
  destinations: Destinations
  handovers: HandoverAdmin
  questions: Questions
  scenarioTraffic: ReadTraffic
  roles: Roles
  schedules: Schedules
  signIn: SignIn
  standingApprovals: StandingApprovalAdmin
  drafts: Drafts
  offers: Offers
  people: People
  personLinks: PersonLinkAdmin
  personStates: PersonStates
  platforms: Platforms
  models: ModelShelf
  retention: Retention
  toolGrants: ToolGrantAdmin
  visitors: Visitors
  messages: Messages
}

export function createAdmin(given: AdminParts): Admin {
  const retention = createRetention(given.keepMemoryMs)
  const parts = { ...given, modelNames: given.modelNames ?? createModelNames(undefined), retention }
  const { store, models, prices = createPriceBook({ currency: 'USD', providers: {} }) } = parts
  const plans = createPlanBook(parts)
  const audit = createAudit(parts)
  const space = createSpacing(parts)
  const keys = createKeys({ ...parts, audit })
  const agents = createAgentAdmin({ ...parts, plans, keys, audit, space })
  const knowledge = createKnowledgeAdmin({ ...parts, agents, audit })
  const platforms = createPlatforms(parts.platforms)
  const accounts = createAccounts({ ...parts, plans, audit })
  const bundles = createBundles({ ...parts, agents, knowledge, audit })
  const roles = createRoles({ ...parts, audit })
  const { console: place = { url: undefined, idleMs: 43_200_000, maxMs: 604_800_000 } } = parts
  const console = createConsole({ ...parts, console: place, roles, audit })
  const toolGrants = createToolGrants({ ...parts, audit, auth: parts.toolAuth, url: place.url })
  const drafts = createDrafts({ ...parts, agents, plans, audit, space })
  return {
    accounts,
    approvals: createApprovals({ ...parts, accounts, agents, bundles, audit, starter: parts.starter }),
    agents,
    bindings: createBindings({ store, audit }),
    keys,
    plans,
    usage: createUsageAdmin({ ...parts, plans }),
    budgets: createBudgetAdmin({ store, audit, prices, models }),
    bundles,
    knowledge,
    webhooks: createWebhookAdmin({ ...parts, agents, audit }),
    audit,
    events: createEventAdmin({ ...parts, audit }),
    console,
    conversations: createConversations({ ...parts, audit }),
    destinations: createDestinations(parts),
    handovers: createHandoverAdmin({ ...parts, audit }),
    questions: createQuestions({ store, agents, audit }),
    roles,
    schedules: createSchedules({ ...parts, audit }),
    signIn: createSignIn({ ...parts, console }),
    standingApprovals: createStandingApprovals({ store, agents, audit }),
    drafts,
    scenarioTraffic: createScenarioTraffic({ ...parts, agents, drafts }),
    offers: createOffers(parts),
    people: createPeople({ ...parts, audit, endLeave: toolGrants.over }),
    personLinks: createPersonLinks({ ...parts, audit }),
    personStates: createPersonStates({ ...parts, audit }),
    platforms,
    messages: createMessages({ ...parts, agents, audit, platforms, wake: parts.wakeTimers }),
    models: createModelShelf(parts),
    retention,
    toolGrants,
    visitors: createVisitors(parts),
  }
}

export { agreeOnKey, forgetKeys } from './agree-key.ts'
export { createInstallations, listInstalled } from './installations.ts'
export { rekey } from './rekey.ts'
export { createSecrets, dropFormerKeys, introduceKey } from './secrets.ts'
