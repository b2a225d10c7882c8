import type { Fault } from '../errors.ts'
import { faultsOf } from '../faults.ts'
import { type AgentSettings, agentSettingsSchema, promptTokenLimit } from '../model/agent.ts'
import { isPlain, managementBodySchema, merge, type Plain } from '../model/management.ts'
import type { Webhook } from '../model/webhook.ts'
import * as sentences from './sentences.ts'
import { webhookFaults } from './webhooks.ts'

export type ExceedsTokens = (text: string, max: number) => Promise<boolean>

/** A management request body whose every part is as it may be. */
export interface Wanted {
  id: string | undefined
  patch: Plain
  /** The whole new list; undefined: as it was. */
  webhooks: Webhook[] | undefined
  issueAgentApiKey: boolean
}

/** Reads a body for create or update, or throws everything that is wrong with it. */
export async function readBody(
  body: unknown,
  purpose: 'create' | 'update',
  exceedsTokens: ExceedsTokens,
): Promise<Wanted> {
  if (isTooDeep(body))
    throw sentences.invalidRequest([{ path: '', message: `must be nested at most ${maxDepth} deep` }])
  const parsed = managementBodySchema.safeParse(body)
  const faults = parsed.success ? [] : faultsOf(managementBodySchema, body, parsed.error.issues)
  const agent = isPlain(body) && isPlain(body['agent']) ? body['agent'] : undefined
  if (agent) {
    if (purpose === 'create') faults.push(...settingsFaults(merge({}, agent)))
    else if (agent['id'] === undefined) faults.push({ path: 'agent.id', message: 'is required' })
    faults.push(...(await promptFaults(agent['llmSettings'], exceedsTokens)))
  }
  if (purpose === 'create' && parsed.data?.webhooks) faults.push(...webhookFaults(parsed.data.webhooks, []))
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

function settingsFaults({ id: _, ...merged }: Plain): Fault[] {
  const parsed = agentSettingsSchema.safeParse(merged)
  return parsed.success ? [] : faultsOf(agentSettingsSchema, merged, parsed.error.issues, ['agent'])
}

export async function promptFaults(llmSettings: unknown, exceedsTokens: ExceedsTokens): Promise<Fault[]> {
  const prompt = isPlain(llmSettings) ? llmSettings['prompt'] : undefined
  if (typeof prompt !== 'string' || !(await exceedsTokens(prompt, promptTokenLimit))) return []
  return [{ path: 'agent.llmSettings.prompt', message: `must have at most ${promptTokenLimit} tokens` }]
}

/** The first of each path: a fault of the part is found in the whole again. */
function distinct(faults: readonly Fault[]): Fault[] {
  return [...new Map([...faults].reverse().map((fault) => [fault.path, fault])).values()].reverse()
}

/** Far more than anything sensible; checking a value takes a call for each level of it. */
const maxDepth = 64

function isTooDeep(body: unknown): boolean {
  let level: unknown[] = [body]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maxDepth) return true
    level = level.flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []))
  }
  return false
}
