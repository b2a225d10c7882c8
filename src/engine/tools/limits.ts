import { compileLinear, maxSteps, reachOf } from '../../lib/linear-regex.ts'
import type { ToolRule } from '../../model/tools.ts'

/** What is wrong with a call by the rules of the agent's author, in a sentence for the model; undefined: nothing. */
export function limitFault({ values = {}, patterns = {} }: ToolRule, input: Readonly<Record<string, unknown>>) {
  for (const [name, allowed] of Object.entries(values)) {
    if (!allowed.some((one) => one === input[name])) {
      return `${name} must be one of these: ${allowed.map((one) => JSON.stringify(one)).join(', ')}`
    }
  }
  for (const [name, pattern] of Object.entries(patterns)) {
    if (!fits(pattern, input[name])) return `${name} must be a text that fits ${pattern}`
  }
  return undefined
}

/** The whole text; an expression that cannot be read lets nothing through, and none a text that is longer than it can reach. */
function fits(pattern: string, value: unknown): boolean {
  if (typeof value !== 'string') return false
  try {
    const { regex, steps } = compileLinear(pattern)
    return steps <= maxSteps && value.length <= reachOf(steps) && regex.matches(value)
  } catch {
    return false
  }
}
