import { randomUUID } from 'node:crypto'
import { closest } from '../lib/closest.ts'
import type { AppError, Fault } from '../lib/errors.ts'
import { createOneAtATime } from '../lib/one-at-a-time.ts'
import { type AgentDocument, type AgentSettings, type AgentVersion, defaultModel } from '../model/agent.ts'
import { knownAgentIdSchema } from '../model/agent-id.ts'
import { merge } from '../model/management.ts'
import type { ModelInfo } from '../ports/llm.ts'
import type { Secrets } from '../ports/secrets.ts'
import { agentIdIn } from '../store/apart.ts'
import type { Store } from '../store/index.ts'
import type { Step } from '../store/statement.ts'
import { versions } from '../store/versions.ts'
import type { Actor } from './actor.ts'
import type { Audit } from './audit.ts'
import { readBody, type SettingChecks, wholeSettings } from './body.ts'
import type { Keys } from './keys.ts'
import { logLine } from './log-lines.ts'
import { createPlanLimits } from './plan-limits.ts'
import type { PlanBook } from './plans.ts'
import * as sentences from './sentences.ts'
import type { Space } from './spacing.ts'
import { summaryOf } from './summary.ts'
import { maskTools } from './tools.ts'
import { createWebhookSecrets, maskWebhooks, sealWebhooks, webhookFaults } from './webhooks.ts'

export interface Saved {
  id: string
  /** Shown this once. */
  issuedAgentApiKey?: string
  /** Of webhooks that are new, shown this once. */
  webhookSecrets?: { name: string; secret: string }[]
  /** What was accepted but will not work as one might think. */
  warnings?: Fault[]
}

export interface AgentView {
  id: string
  version: number
  /** Secrets in it read `••••`. */
  document: AgentDocument
  /** What will not work as one might think. */
  warnings: Fault[]
}

/**
 * Agents as their account's admins see and change them. Inputs are whatever came in; an `AppError` names all their faults.
 * 400 comes before 403 `first_agent_required` (through HTTP only), before 404 `agent_not_found`, before 403 `forbidden`;
 * only what needs the agent or the plan to be seen comes last, with 400.
 */
export interface AgentAdmin {
  /** The management request body. */
  create(body: unknown, actor: Actor): Promise<Saved>
  /**
   * The management request body, merged key by key into what there is; publishes at once. `from`: only while that version is
   * live, else 409 `changed_since`.
   */
  update(body: unknown, actor: Actor, from?: number): Promise<Saved>
  /** With everything that is only its own: versions, keys, bindings, people's state and memory. */
  /** `from` as of `update`. */
  remove(id: string, actor: Actor, from?: number): Promise<void>
  get(id: string, actor: Actor): Promise<AgentView>
  list(actor: Actor): Promise<AgentView[]>
  /** Newest first. */
  versions(id: string, actor: Actor): Promise<{ version: number; author: string; createdAt: number }[]>
}

export interface AgentAdminParts extends SettingChecks {
  store: Store
  secrets: Secrets
  plans: PlanBook
  keys: Keys
  audit: Audit
  space: Space
  models?: ((id: string) => ModelInfo | undefined) | undefined
  now: () => number
}

/** An update that finds the agent changed by another process is merged anew; who comes too late so often meets a machine. */
const maxAttempts = 100

export function createAgentAdmin(parts: AgentAdminParts): AgentAdmin {
  const { store, secrets, plans, keys, audit, space, models } = parts
  const planned = createPlanLimits(parts)
  const history = versions(store.db)
  const changeSecrets = createWebhookSecrets(parts)
  // Without it one of many who change an agent at the same time could come too late again and again.
  const oneAtATime = createOneAtATime()

  async function own(id: string, actor: Actor, from?: number): Promise<AgentVersion> {
    if (!knownAgentIdSchema.safeParse(id).success) throw sentences.invalidAgentId()
    const agent = await store.agents.live(id)
    if (!agent) throw await unknownAgent(store, id, actor)
    if (agent.account !== actor.account) throw sentences.forbidden()
    if (from !== undefined && from !== agent.version) throw sentences.changedSince()
    return agent
  }

  async function refuseFirst({ account, door }: Actor): Promise<void> {
    if (door === 'http' && !(await store.accounts.get(account))?.has_created_agent) throw sentences.firstAgentRequired()
  }

  function agentKey(wanted: boolean, agent: string, account: string): { key?: string; steps: Step[] } {
    if (!wanted) return { steps: [] }
    const { key, step } = keys.issueStep({ kind: 'agent', account, agent, name: 'Agent key' })
    return { key, steps: [step] }
  }

  function saved(
    id: string,
    key: string | undefined,
    issued: { name: string; secret: string }[],
    settings: AgentSettings,
  ) {
    const warnings = warningsOf(settings, models)
    return {
      id,
      ...(key !== undefined && { issuedAgentApiKey: key }),
      ...(issued.length > 0 && { webhookSecrets: issued }),
      ...(warnings.length > 0 && { warnings }),
    }
  }

  function viewOf({ id, version, document }: Omit<AgentVersion, 'account'>): AgentView {
    const webhooks = maskWebhooks(document.webhooks)
    const tools = maskTools(document.tools)
    const shown = { ...document, webhooks, ...(tools && { tools }) }
    return { id, version, document: shown, warnings: warningsOf(document.agent, models) }
  }

  return {
    async create(body, actor) {
      const wanted = await readBody(body, 'create', parts)
      await refuseFirst(actor)
      const { account, author } = actor
      const { id: name = randomUUID(), webhooks = [] } = wanted
      const id = agentIdIn(account, name)
      if (await store.agents.live(id)) throw sentences.agentAlreadyExists()
      const plan = await plans.of(account)
      const more = { agents: 1, webhooks: webhooks.length }
      await planned.refuseOver(plan, account, more)
      await space(account, webhooks.length)

      const settings = wholeSettings(merge({}, wanted.patch))
      const sealed = sealWebhooks(webhooks, [], id, secrets)
      const document = { agent: settings, webhooks: sealed, replies: {}, rules: [], scenarios: [] }
      const { issued, steps } = await changeSecrets(id, webhooks, [])
      const { key, steps: keySteps } = agentKey(wanted.issueAgentApiKey, id, account)
      const entry = { action: 'agent.create', agent: id, summary: summaryOf(undefined, document) }
      const done = await audit.commit(actor, entry, [
        ...store.agents.createSteps({ id, account, document, author }),
        ...steps,
        ...keySteps,
        ...planned.guards(plan, account, more),
      ])
      if (done) return saved(id, key, issued, settings)
      if (await store.agents.live(id)) throw sentences.agentAlreadyExists()
      await planned.refuseOver(plan, account, more)
      throw sentences.editedMeanwhile()
    },

    async update(body, actor, from) {
      const wanted = await readBody(body, 'update', parts)
      await refuseFirst(actor)
      const { account, author } = actor
      const id = agentIdIn(account, wanted.id!)
      return oneAtATime(id, async () => {
        let spaced = 0
        for (let attempt = 0; attempt < maxAttempts; attempt++) {
          const base = await own(id, actor, from)
          const kept = base.document.webhooks
          const settings = wholeSettings(merge(base.document.agent, wanted.patch))
          const faults = wanted.webhooks ? webhookFaults(wanted.webhooks, kept, base.document.scenarios) : []
          if (faults.length > 0) throw sentences.invalidRequest(faults)
          const plan = await plans.of(account)
          const given = wanted.webhooks ?? kept
          const { issued, steps } = await changeSecrets(id, given, kept)
          const more = { agents: 0, webhooks: given.length - kept.length }
          await planned.refuseOver(plan, account, more)
          await space(account, issued.length - spaced)
          spaced = Math.max(spaced, issued.length)

          const webhooks = wanted.webhooks ? sealWebhooks(wanted.webhooks, kept, id, secrets) : kept
          const document = { ...base.document, agent: settings, webhooks }
          const { key, steps: keySteps } = agentKey(wanted.issueAgentApiKey, id, account)
          const publish = store.agents.publishSteps({ id, base: base.version, document, author })
          const hold = planned.guards(plan, account, more)
          const entry = { action: 'agent.update', agent: id, summary: summaryOf(base.document, document) }
          if (await audit.commit(actor, entry, [...publish, ...steps, ...keySteps, ...hold])) {
            return saved(id, key, issued, settings)
          }
        }
        throw sentences.editedMeanwhile()
      })
    },

    async remove(id, actor, from) {
      const { version } = await own(id, actor, from)
      const entry = { action: 'agent.delete', agent: id, summary: logLine('agent.delete', { n: version }) }
      const done = await audit.commit(actor, entry, store.agents.removeSteps(id, actor.account, from))
      if (!done) throw (await store.agents.live(id)) ? sentences.changedSince() : sentences.agentNotFound()
      await store.knowledge.sweep()
    },

    async get(id, actor) {
      return viewOf(await own(id, actor))
    },

    async list({ account }) {
      const agents = await store.agents.list(account)
      return agents.map(({ id, head, document }) => viewOf({ id, version: head, document }))
    },

    async versions(id, actor) {
      await own(id, actor)
      return history.list(id)
    },
  }
}

/** Who is at the machine may know what is likest it; of a key it is not known which agents it may know of. */
async function unknownAgent(store: Store, id: string, { account, door }: Actor): Promise<AppError> {
  return sentences.agentNotFound(door === 'cli' ? closest(id, await store.agents.ids(account)) : undefined)
}

/** What of an agent's settings will not work as one might think. */
export function warningsOf({ useAIResponse, llmSettings }: AgentSettings, models: AgentAdminParts['models']): Fault[] {
  if (!models || useAIResponse === false) return []
  if (!llmSettings) return [{ path: 'agent.llmSettings', message: 'is not set, so no model is ever asked' }]
  const model = models(llmSettings.llm)
  const message = model ? model.warning : unconnected(llmSettings.llm)
  return message === undefined ? [] : [{ path: 'agent.llmSettings.llm', message }]
}

/** What a person can do about it, whether they run this or not. */
const unconnected = (model: string): string =>
  model === defaultModel
    ? 'no model is connected here, so only rules, scenarios and knowledge answer; whoever runs Parley sets a key such as OPENAI_API_KEY'
    : `${model} is not connected here, so only rules, scenarios and knowledge answer; choose another model, or ask whoever runs Parley to connect it`
