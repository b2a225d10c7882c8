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
