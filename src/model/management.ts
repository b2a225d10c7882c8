import { z } from 'zod'
import { agentIdSchema, agentSettingsSchema } from './agent.ts'
import { webhookSchema } from './webhook.ts'

/** What stands for a secret wherever it is shown. Sent back, it means "as it was". */
export const mask = '••••'

/**
 * The request bodies of the management interface, for create and for update. Both may leave out what an agent has to have:
 * an update keeps it, and creating is an update of nothing, so what is still missing is found in the whole.
 *
 * `llmSettings`, `autoResponseSettings` and `knowledge` may be left out: an agent without `llmSettings` answers from what
 * was written for it and never asks a model. An `llmSettings` needs its `llm`. `null` clears whatever may be left out;
 * `webhooks`, where given, is the whole list.
 */
const agentPatchSchema = patchOf(agentSettingsSchema).extend({ id: agentIdSchema.optional() })

export const managementBodySchema = z.strictObject({
  agent: agentPatchSchema,
  webhooks: z.array(webhookSchema).nullish(),
  issueAgentApiKey: z.boolean().nullish(),
})

/** The same object with nothing required, and `null` for what may be cleared; so in the objects inside it. */
function patchOf(schema: z.ZodObject): z.ZodObject {
  const entries = Object.entries(schema.shape).map(([key, field]) => {
    const optional = field instanceof z.ZodOptional
    const inner = optional ? field.unwrap() : field
    const patch = inner instanceof z.ZodObject ? patchOf(inner) : (inner as z.ZodType)
    return [key, optional ? patch.nullish() : patch.optional()]
  })
  return z.strictObject(Object.fromEntries(entries))
}

export type Plain = Record<string, unknown>

/** `patch` over `base`, key by key, also in the objects inside; `null` takes a key away. Lists are values. */
export function merge(base: Plain, patch: Plain): Plain {
  const merged = { ...base }
  for (const [key, value] of Object.entries(patch)) {
    if (value === undefined) continue
    if (value === null) delete merged[key]
    else merged[key] = isPlain(value) ? merge(isPlain(merged[key]) ? merged[key] : {}, value) : value
  }
  return merged
}

export function isPlain(value: unknown): value is Plain {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
