import type { Database } from './database.ts'
import { type Step, stepOf } from './statement.ts'

/** How much an account has of what its plan limits; as guards of a batch they hold whoever else writes at the same time. */
export function limits(db: Database) {
  const { query } = db
  const agents = (account: string) =>
    query
      .selectFrom('agent')
      .select((e) => e.fn.countAll<number>().as('n'))
      .where('account', '=', account)
  const webhooks = (account: string) =>
    query
      .selectFrom('webhook_secret')
      .innerJoin('agent', 'agent.id', 'webhook_secret.agent')
      .select((e) => e.fn.countAll<number>().as('n'))
      .where('agent.account', '=', account)
  /** Changes nothing, but only of an account that has at most `max`. */
  const atMost = (count: ReturnType<typeof agents>, account: string, max: number): Step =>
    stepOf(
      query
        .updateTable('account')
        .set((e) => ({ plan: e.ref('plan') }))
        .where('id', '=', account)
        .where(count, '<=', max),
      { guard: true },
    )

  return {
    async counts(account: string): Promise<{ agents: number; webhooks: number }> {
      const [a, w] = await Promise.all([agents(account).executeTakeFirst(), webhooks(account).executeTakeFirst()])
      return { agents: a?.n ?? 0, webhooks: w?.n ?? 0 }
    },
    /** Behind the steps that add them. */
    agentsStep: (account: string, max: number): Step => atMost(agents(account), account, max),
    webhooksStep: (account: string, max: number): Step => atMost(webhooks(account), account, max),
  }
}
