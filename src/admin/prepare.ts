import { join } from 'node:path'
import { firstAccount } from '../store/accounts.ts'
import type { Store } from '../store/index.ts'
import type { Notices } from './bundles.ts'
import type { Admin } from './index.ts'

/** The agent that answers before anybody has chosen one. */
const demoAgent = 'demo'

export interface PrepareParts {
  store: Store
  admin: Admin
  config: { configFolder: string }
  log: Notices
}

/** What has to be there before anybody comes: the first account, the agents of `<configFolder>/agents`, a default one. */
export async function prepare({ store, admin, config, log }: PrepareParts): Promise<void> {
  await store.accounts.ensureFirst()
  await admin.bundles.apply(join(config.configFolder, 'agents'), firstAccount, log)
  const account = await store.accounts.get(firstAccount)
  if (!account?.default_agent && (await store.agents.live(demoAgent))?.account === firstAccount) {
    await store.accounts.update(firstAccount, { default_agent: demoAgent })
  }
  for (const { id, plan } of await store.accounts.list()) {
    if (!admin.plans.names.includes(plan)) {
      log.warn({ account: id, plan }, 'an account is on a plan that is not in plans.yaml; it counts as `default`')
    }
  }
}
