import { Counter, type Registry } from 'prom-client'
import type { Budget, Scope } from '../../ports/budget.ts'

/** The same budget, counting by platform what it let through and refused, and what the platform did. */
export function countingBudget(budget: Budget, registry: Registry, now: () => number): Budget {
  const registers = [registry]
  const calls = new Counter({
    name: 'parley_platform_calls_total',
    help: 'Calls to a platform that its limits had room for, by platform.',
    labelNames: ['platform'],
    registers,
  })
  const waited = new Counter({
    name: 'parley_budget_wait_seconds_total',
    help: 'How long calls were told to wait because a limit of the platform was used up, by platform.',
    labelNames: ['platform'],
    registers,
  })
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
  function count(platform: string, taken: Awaited<ReturnType<Budget['tryTake']>>): void {
    if (taken === 'ok') return calls.labels({ platform }).inc()
    waits.labels({ platform }).inc()
    waited.labels({ platform }).inc(Math.max(0, taken.retryAt - now()) / 1000)
  }

  return {
    ...budget,
    async tryTake(scopes, urgency, keep) {
      const taken = await budget.tryTake(scopes, urgency, keep)
      if (scopes[0]) count(platformOf(scopes[0]), taken)
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
