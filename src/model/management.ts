import { z } from 'zod'
import { agentSettingsSchema } from './agent.ts'
import { agentIdSchema, knownAgentIdSchema } from './agent-id.ts'
import { webhookSchema } from './webhook.ts'

/** What stands for a secret wherever it is shown. Sent back, it means "as it was". */
export const mask = '••••'

/**
 * The request bodies of the management interface. `llmSettings`, `autoResponseSettings` and `knowledge` may be left out: an
 * agent without `llmSettings` answers from what was written for it and never asks a model. An `llmSettings` needs its `llm`.
 * `null` stands for what is left out where that may be left out: in an update it clears what there was.
 */
export const createBodySchema = bodyOf(bodyPart(agentSettingsSchema, 'whole').extend({ id: agentIdSchema.optional() }))

/** Nothing is required of an update but to say of which agent: it keeps what it does not name. `webhooks` is the whole list. */
export const updateBodySchema = bodyOf(bodyPart(agentSettingsSchema, 'changes').extend({ id: knownAgentIdSchema }))

function bodyOf(agent: z.ZodObject) {
  return z.strictObject({
    agent,
    webhooks: z.array(webhookSchema).nullish(),
    issueAgentApiKey: z.boolean().nullish(),
  })
}

/** The same object, and those inside it, with `null` for whatever may be left out; as `changes`, with nothing required. */
function bodyPart(schema: z.ZodObject, as: 'whole' | 'changes'): z.ZodObject {
  const entries = Object.entries(schema.shape).map(([key, field]) => {
    const optional = field instanceof z.ZodOptional
    const inner = optional ? field.unwrap() : field
    const part = memberPart(inner as z.ZodType, as)
    return [key, optional ? part.nullish() : as === 'changes' ? part.optional() : part]
  })
  return z.strictObject(Object.fromEntries(entries))
}

/** Of a record each value by its key, as of an object. */
function memberPart(inner: z.ZodType, as: 'whole' | 'changes'): z.ZodType {
  if (inner instanceof z.ZodObject) return bodyPart(inner, as)
  if (!(inner instanceof z.ZodRecord)) return inner
  const value = memberPart(inner.valueType as z.ZodType, as)
  return z.record(inner.keyType as z.ZodString, as === 'changes' ? value.nullable() : value)
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
