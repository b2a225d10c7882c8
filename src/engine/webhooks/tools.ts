import { z } from 'zod'
import { faultsOf } from '../../lib/faults.ts'
import type { Webhook } from '../../model/webhook.ts'
import type { Tool } from '../../ports/llm.ts'

/** Functions for the model, of webhooks of trigger 2. Two of one name may stand for each other under different conditions: the first counts. */
export function toolsOf(webhooks: readonly Webhook[]): Map<string, { tool: Tool; webhook: Webhook }> {
  const tools = new Map<string, { tool: Tool; webhook: Webhook }>()
  for (const webhook of webhooks) {
    const { functionCallingName: name, functionCallingDescription: description = '' } = webhook.trigger
    if (name === undefined || tools.has(name)) continue
    tools.set(name, { webhook, tool: { name, description, parameters: parametersOf(webhook) } })
  }
  return tools
}

/** Models refuse anything but the schema of an object; some admins write its properties alone. */
function parametersOf({ trigger }: Webhook): Tool['parameters'] {
  const schema = JSON.parse(trigger.functionCallingParametersJson ?? '{}') as Record<string, unknown>
  const isWhole = schema['type'] === 'object' || '$ref' in schema || typeof schema['properties'] === 'object'
  return isWhole ? { properties: {}, ...schema, type: 'object' } : { type: 'object', properties: schema }
}

/** A call's arguments; undefined where they are no JSON object. */
export function readArguments(json: string): Record<string, unknown> | undefined {
  // Some models write nothing at all where a function takes nothing.
  if (json.trim() === '') return {}
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}

const maxFaults = 5

/**
 * What is wrong with a call's arguments, in a sentence for the model; undefined: nothing. Keys that the schema does not name are
 * wrong unless it says that there may be others. A schema that cannot be read holds nobody up.
 */
export function argumentsFault({ parameters }: Tool, given: Readonly<Record<string, unknown>>): string | undefined {
  const schema = readable(parameters)
  const read = schema?.safeParse(given)
  if (!schema || !read || read.success) return undefined
  const faults = faultsOf(schema, given, read.error.issues).slice(0, maxFaults)
  return `the arguments do not fit the function: ${faults.map(({ path, message }) => `${path} ${message}`.trim()).join('; ')}`
}

const schemas = new WeakMap<object, z.ZodType | null>()

function readable(parameters: Tool['parameters']): z.ZodType | undefined {
  let schema = schemas.get(parameters)
  if (schema === undefined) {
    schema = fromJsonSchema(parameters)
    schemas.set(parameters, schema)
  }
  return schema ?? undefined
}

function fromJsonSchema(parameters: Tool['parameters']): z.ZodType | null {
  const names = Object.keys(parameters['properties'] ?? {})
  const isClosed = names.length > 0 && !('additionalProperties' in parameters)
  try {
    return z.fromJSONSchema({ ...parameters, ...(isClosed ? { additionalProperties: false } : {}) })
  } catch {
    return null
  }
}
