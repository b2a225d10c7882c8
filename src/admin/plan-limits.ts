import type { Plan } from '../model/plan.ts'
import type { Store } from '../store/index.ts'
import { limits } from '../store/limits.ts'
import type { Step } from '../store/statement.ts'
import * as sentences from './sentences.ts'

/** By how much an account is about to grow; what does not grow is never refused, however much there is. */
export interface Growth {
  agents: number
  webhooks: number
  scenarios?: number
}

/** Holds accounts to the numbers of their plans. */
export function createPlanLimits({ store }: { store: Store }) {
  const has = limits(store.db)

  /** Of what is live and of drafts, whichever of an agent has more. */
  async function scenariosOf(account: string): Promise<number> {
    let all = 0
    for (const { id, document } of await store.agents.list(account)) {
      const draft = await store.drafts.of(id)
      all += Math.max(document.scenarios.length, draft?.document.scenarios.length ?? 0)
    }
    return all
  }

  return {
    /**
     * Throws `agent_limit_exceeded`, `webhook_limit_exceeded` or `scenario_limit_exceeded`. Two at once can both get past it;
     * `guards` stops the second, but for scenarios: they stand inside documents, where no guard can count them.
     */
    async refuseOver(plan: Plan, account: string, more: Growth): Promise<void> {
      const there = await has.counts(account)
      if (more.agents > 0 && plan.agents !== null && there.agents + more.agents > plan.agents) {
        throw sentences.agentLimitExceeded(plan.agents)
      }
      if (more.webhooks > 0 && plan.webhooks !== null && there.webhooks + more.webhooks > plan.webhooks) {
        throw sentences.webhookLimitExceeded(plan.webhooks)
      }
      const { scenarios = 0 } = more
      if (scenarios > 0 && plan.scenarios !== null && (await scenariosOf(account)) + scenarios > plan.scenarios) {
        throw sentences.scenarioLimitExceeded(plan.scenarios)
      }
    },

    /** For the end of a batch: nothing of it happens where it would make more than the plan allows. */
    guards(plan: Plan, account: string, more: Growth): Step[] {
      return [
        ...(more.agents > 0 && plan.agents !== null ? [has.agentsStep(account, plan.agents)] : []),
        ...(more.webhooks > 0 && plan.webhooks !== null ? [has.webhooksStep(account, plan.webhooks)] : []),
      ]
    },
  }
}
