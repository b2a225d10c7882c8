import { join } from 'node:path'
import { AppError } from '../errors.ts'
import { firstAccount } from '../store/accounts.ts'
import type { Store } from '../store/index.ts'
import { versions } from '../store/versions.ts'
import { byFolder } from './agents.ts'
import { applyAgentFolders, type Notices } from './bundles/apply-all.ts'
import { signatureOf, watchFolder } from './bundles/watch.ts'
import type { Admin } from './index.ts'

/** The agent that answers before anybody has chosen one. */
const demoAgent = 'demo'

export interface PrepareParts {
  store: Store
  admin: Admin
  config: { configFolder: string }
  log: Notices
}

export interface Prepared {
  /**
   * Applies the agent folders again whenever they change, from when they were applied at the start. A faulty one changes nothing:
   * what is running stays. Where several processes see the same folders, one of them is enough.
   */
  watch(): Promise<{ stop(): void }>
}

/**
 * What has to be there before anybody comes: the first account, the agents of `<configFolder>/agents`, a default one. Several
 * processes may do so at once. Throws what is wrong with their folders where there is no agent yet.
 */
export async function prepare({ store, admin, config, log }: PrepareParts): Promise<Prepared> {
  const folder = join(config.configFolder, 'agents')
  const heeded = await signatureOf(folder)
  await store.accounts.ensureFirst()
  try {
    await applyAgentFolders(folder, admin.bundles, log)
  } catch (error) {
    // A start after a slip of the pen goes on with the agents there were.
    if (!(error instanceof AppError) || (await store.agents.list(firstAccount)).length === 0) throw error
    warnOfFaults(log, error)
  }
  await chooseDefault({ store, admin })
  for (const { id, plan } of await store.accounts.list()) {
    if (!admin.plans.names.includes(plan)) {
      log.warn({ account: id, plan }, 'an account is on a plan that is not in plans.yaml; it counts as `default`')
    }
  }
  return {
    watch: async () =>
      watchFolder({
        folder,
        heeded,
        onChange: () => applyAgentFolders(folder, admin.bundles, log),
        onError: (error) => warnOfFaults(log, error),
      }),
  }
}

async function chooseDefault({ store, admin }: Pick<PrepareParts, 'store' | 'admin'>): Promise<void> {
  const account = await store.accounts.get(firstAccount)
  if (account?.default_agent || (await store.agents.live(demoAgent))?.account !== firstAccount) return
  // The same for every process that sees this agent without another, so that one of them does it.
  const made = (await versions(store.db).list(demoAgent)).at(-1)?.createdAt
  const by = { ...byFolder, nonce: `default agent: ${demoAgent} of ${made}` }
  await admin.accounts.update(firstAccount, { defaultAgent: demoAgent }, by).catch((error) => {
    if ((error as AppError).code !== 'done_already') throw error
  })
}

function warnOfFaults(log: Notices, error: unknown): void {
  const faults = error instanceof AppError ? error.faults : []
  log.warn(
    faults.length > 0 ? { faults: faults.map(({ path, message }) => `${path} ${message}`) } : { err: error },
    'the agent folders were not applied; what is running stays',
  )
}
