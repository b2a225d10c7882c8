import { didYouMean } from '../lib/closest.ts'
import type { Fault } from '../lib/errors.ts'
import { faultsOf } from '../lib/faults.ts'
import type { ModelNames } from '../lib/model-names.ts'
import { type AgentSettings, agentSettingsSchema, promptTokenLimit } from '../model/agent.ts'
import { createBodySchema, isPlain, type Plain, updateBodySchema } from '../model/management.ts'
import type { Webhook } from '../model/webhook.ts'
import type { Retention } from './retention.ts'
import * as sentences from './sentences.ts'
import { webhookFaults } from './webhooks.ts'

export type ExceedsTokens = (text: string, max: number) => Promise<boolean>

/** What tells whether an agent's settings may be as they are, beyond their shape. */
export interface SettingChecks {
  exceedsTokens: ExceedsTokens
  modelNames: ModelNames
  /** Without it nobody knows how long the deployment keeps anything. */
  retention?: Retention | undefined
}

/** A management request body whose every part is as it may be. */
export interface Wanted {
  id: string | undefined
  patch: Plain
  /** The whole new list; undefined: as it was. */
  webhooks: Webhook[] | undefined
  issueAgentApiKey: boolean
}

const schemas = { create: createBodySchema, update: updateBodySchema }

/** Reads a body for create or update, or throws everything that is wrong with it. */
export async function readBody(body: unknown, purpose: 'create' | 'update', checks: SettingChecks): Promise<Wanted> {
  refuseTooDeep(body)
  const schema = schemas[purpose]
  const parsed = schema.safeParse(body)
  const faults = parsed.success ? [] : faultsOf(schema, body, parsed.error.issues)
  // What no schema sees is told in the same answer, as far as it can be.
  const { agent, webhooks: listed } = isPlain(body) ? body : {}
  if (isPlain(agent)) faults.push(...(await settingFaults(agent, checks)))
  const listedWebhooks = schema.shape.webhooks.safeParse(listed).data
  if (purpose === 'create' && listedWebhooks) faults.push(...webhookFaults(listedWebhooks, []))
  if (!parsed.success || faults.length > 0) throw sentences.invalidRequest(distinct(faults))
  const { agent: patch, webhooks, issueAgentApiKey } = parsed.data
  const { id, ...settings } = patch as Plain & { id?: string }
  return {
    id,
    patch: settings,
    webhooks: webhooks === null ? [] : webhooks,
    issueAgentApiKey: issueAgentApiKey ?? false,
  }
}

/** An agent's settings after a merge, or what is wrong with the whole. */
export function wholeSettings(merged: Plain): AgentSettings {
  const parsed = agentSettingsSchema.safeParse(merged)
  if (!parsed.success)
    throw sentences.invalidRequest(faultsOf(agentSettingsSchema, merged, parsed.error.issues, ['agent']))
  return parsed.data
}

/** What is wrong with an agent's settings that no schema sees: it depends on the deployment. */
export async function settingFaults(agent: Plain, checks: SettingChecks): Promise<Fault[]> {
  return [...(await llmFaults(agent['llmSettings'], checks)), ...keepingFaults(agent['keepDays'], checks)]
}

function keepingFaults(keepDays: unknown, { retention }: SettingChecks): Fault[] {
  if (!retention || typeof keepDays !== 'number' || keepDays <= retention.days) return []
  const { days } = retention
  const message = `must be at most ${days}: nothing is kept for longer here (\`memory.keepDays\` in parley.yaml)`
  return [{ path: 'agent.keepDays', message }]
}

/** How long its prompt is, and whether this deployment knows its models. */
async function llmFaults(llmSettings: unknown, { exceedsTokens, modelNames }: SettingChecks): Promise<Fault[]> {
  if (!isPlain(llmSettings)) return []
  const faults: Fault[] = []
  for (const role of ['llm', 'cheaperLlm', 'fallbackLlm', 'judgeLlm']) {
    const name = llmSettings[role]
    if (typeof name !== 'string' || (await modelNames.knows(name))) continue
    const message = `must be one of ${modelNames.all.join(', ')}${didYouMean(name, modelNames.all)}`
    faults.push({ path: `agent.llmSettings.${role}`, message })
  }
  const { prompt } = llmSettings
  if (typeof prompt === 'string' && (await exceedsTokens(prompt, promptTokenLimit))) {
    faults.push({ path: 'agent.llmSettings.prompt', message: `must have at most ${promptTokenLimit} tokens` })
  }
  return faults
}

/** The first of each path: a number can be too large in two ways. */
function distinct(faults: readonly Fault[]): Fault[] {
  return [...new Map(faults.toReversed().map((fault) => [fault.path, fault])).values()].reverse()
}

/** Far more than anything sensible; checking and showing a value takes a call for each level of it. */
const maxDepth = 64

export function refuseTooDeep(value: unknown, path = ''): void {
  if (isTooDeep(value)) throw sentences.invalidRequest([{ path, message: `must be nested at most ${maxDepth} deep` }])
}

function isTooDeep(body: unknown): boolean {
  let level: unknown[] = [body]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maxDepth) return true
    level = level.flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []))
  }
  return false
}
