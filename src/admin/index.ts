import type { Plans } from '../model/plan.ts'
import type { ModelInfo } from '../ports/llm.ts'
import type { Secrets } from '../ports/secrets.ts'
import type { Store } from '../store/index.ts'
import { type AgentAdmin, createAgentAdmin } from './agents.ts'
import { type Bundles, createBundles } from './bundles.ts'
import { createKeys, type Keys } from './keys.ts'
import { createPlanBook, type PlanBook } from './plans.ts'

export interface AdminParts {
  store: Store
  secrets: Secrets
  plans: Plans
  /** What stands behind a model id; admins are warned of what they choose. Without it nobody is. */
  models?: (id: string) => ModelInfo | undefined
  /** Whether a text is longer than `max` tokens of o200k. */
  exceedsTokens(text: string, max: number): Promise<boolean>
  now: () => number
  sleep(ms: number): Promise<void>
}

/** What an admin may do, through whichever door. */
export interface Admin {
  agents: AgentAdmin
  keys: Keys
  plans: PlanBook
  bundles: Bundles
}

export function createAdmin(parts: AdminParts): Admin {
  const plans = createPlanBook(parts)
  const keys = createKeys(parts)
  return { agents: createAgentAdmin({ ...parts, plans, keys }), keys, plans, bundles: createBundles(parts) }
}

export { prepare } from './prepare.ts'
export { createSecrets } from './secrets.ts'
