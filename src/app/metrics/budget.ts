import { Counter, type Registry } from 'prom-client'
import type { Budget, BudgetGrant, Scope } from '../../ports/budget.ts'

/** The same budget, counting by platform and limit what it let through and refused, and what the platform did. */
export function countingBudget(budget: Budget, registry: Registry, now: () => number): Budget {
  const registers = [registry]
  const calls = new Counter({
    name: 'parley_platform_calls_total',
    help: 'Calls to a platform that its limits had room for, by platform.',
    labelNames: ['platform'],
    registers,
  })
  const byScope = (name: string, help: string) =>
    new Counter({ name, help, labelNames: ['platform', 'scope'], registers })
  const taken = byScope(
    'parley_budget_calls_total',
    'Calls that a limit of a platform had room for, by platform and limit. A call counts for each limit that it is under.',
  )
  const waited = byScope(
    'parley_budget_wait_seconds_total',
    'How long calls were told to wait because a limit of the platform was used up, by platform and limit.',
  )
  const waits = byScope(
    'parley_budget_waits_total',
    'Calls that had to wait because a limit of the platform was used up, by platform and limit.',
  )
  const frozen = byScope(
    'parley_platform_limited_total',
    'Times a platform answered that it was too much (429), by platform and limit. Parley keeps below its limits, so this should stay near 0.',
  )
  function count(first: Scope, scopes: readonly Scope[], answer: BudgetGrant): void {
    const platform = platformOf(first)
    if (answer === 'ok') {
      calls.labels({ platform }).inc()
      for (const scope of scopes) taken.labels({ platform, scope: nameOf(scope) }).inc()
    } else {
      const scope = nameOf(answer.short)
      waits.labels({ platform, scope }).inc()
      waited.labels({ platform, scope }).inc(Math.max(0, answer.retryAt - now()) / 1000)
    }
  }

  return {
    ...budget,
    async tryTake(scopes, urgency, keep) {
      const answer = await budget.tryTake(scopes, urgency, keep)
      if (scopes[0]) count(scopes[0], scopes, answer)
      return answer
    },
    freeze(scope, until) {
      frozen.labels({ platform: platformOf(scope), scope: nameOf(scope) }).inc()
      budget.freeze(scope, until)
    },
  }
}

const platformOf = ({ key }: Scope): string => key.split(':', 1)[0]!

/** While Redis is away nobody knows what is short, and a platform that was brought along may name nothing. */
const nameOf = (scope: Scope | undefined): string => scope?.name ?? 'other'
