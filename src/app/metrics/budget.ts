import { Counter, type Registry } from 'prom-client'
import type { Budget, Scope } from '../../ports/budget.ts'

/** The same budget, counting by platform what it refused, and what the platform did. */
export function countingBudget(budget: Budget, registry: Registry): Budget {
  const registers = [registry]
  const waits = new Counter({
    name: 'parley_budget_waits_total',
    help: 'Calls that had to wait because a limit of the platform was used up, by platform.',
    labelNames: ['platform'],
    registers,
  })
  const frozen = new Counter({
    name: 'parley_platform_limited_total',
    help: 'Times a platform answered that it was too much (429), by platform. Parley keeps below its limits, so this should stay near 0.',
    labelNames: ['platform'],
    registers,
  })
  return {
    ...budget,
    async tryTake(scopes, urgency, keep) {
      const taken = await budget.tryTake(scopes, urgency, keep)
      if (taken !== 'ok' && scopes[0]) waits.labels({ platform: platformOf(scopes[0]) }).inc()
      return taken
    },
    freeze(scope, until) {
      frozen.labels({ platform: platformOf(scope) }).inc()
      budget.freeze(scope, until)
    },
  }
}

/** Every scope begins with its platform. */
const platformOf = ({ key }: Scope): string => key.split(':', 1)[0]!
