import { isDeepStrictEqual } from 'node:util'
import type { Fault } from '../lib/errors.ts'
import { jsonSchemaFault } from '../lib/json-schema-fault.ts'
import type { Scenario } from '../model/scenario.ts'
import { triggerTypes, type Webhook } from '../model/webhook.ts'

type Trigger = Webhook['trigger']

/**
 * What would make a webhook never be called, or a model refuse the functions it is offered. What an agent has already stays as it
 * is, so that its other settings can still be saved.
 */
export function triggerFaults(
  given: readonly Webhook[],
  kept: readonly Webhook[],
  scenarios: readonly Scenario[],
): Fault[] {
  const called = new Set(scenarios.flatMap(({ nodes }) => Object.values(nodes).map(({ webhook }) => webhook)))
  return given.flatMap(({ name, trigger, isEnable }, i) => {
    if (kept.some((one) => one.name === name && isDeepStrictEqual(one.trigger, trigger))) return []
    const faults: Fault[] = []
    const refuse = (member: keyof Trigger, message: string) =>
      void faults.push({ path: `webhooks[${i}].trigger.${member}`, message })
    const holds = trigger.condition === 0 || trigger.conditionValues?.some((value) => value.trim() !== '')
    // One that a scenario calls need not hold by itself.
    if (!(holds || called.has(name))) refuse('conditionValues', 'must have a value when there is a condition')
    if (trigger.triggerType !== triggerTypes.functionCall) return faults
    if (isEnable !== false && given.slice(0, i).some((former) => hides(former, trigger)))
      refuse('functionCallingName', 'is the function of another webhook, which is called instead')
    const fault = schemaFault(trigger.functionCallingParametersJson)
    if (fault) refuse('functionCallingParametersJson', fault)
    return faults
  })
}

/** Two of one name may stand for each other under different conditions, and the first whose condition holds is called. */
function hides({ trigger: former, isEnable }: Webhook, trigger: Trigger): boolean {
  if (isEnable === false || former.triggerType !== triggerTypes.functionCall) return false
  if (former.functionCallingName !== trigger.functionCallingName) return false
  const conditionOf = ({ condition, conditionValues = [] }: Trigger) => [condition, conditionValues]
  return former.condition === 0 || isDeepStrictEqual(conditionOf(former), conditionOf(trigger))
}

/** Some write the properties alone. */
function schemaFault(json: string | undefined): string | undefined {
  if (json === undefined) return undefined
  const schema = JSON.parse(json) as Record<string, unknown>
  const isWhole = typeof schema['type'] === 'string' || '$ref' in schema || typeof schema['properties'] === 'object'
  if (isWhole && 'type' in schema && schema['type'] !== 'object') return 'must be the JSON Schema of an object'
  return jsonSchemaFault(isWhole ? schema : { type: 'object', properties: schema })
}
