import { join } from 'node:path'
import { AppError } from '../errors.ts'
import { firstAccount } from '../store/accounts.ts'
import type { Store } from '../store/index.ts'
import { byFolder } from './agents.ts'
import { applyAgentFolders, type Notices } from './bundles/apply-all.ts'
import { watchFolder } from './bundles/watch.ts'
import type { Admin } from './index.ts'

/** The agent that answers before anybody has chosen one. */
const demoAgent = 'demo'

export interface PrepareParts {
  store: Store
  admin: Admin
  config: { configFolder: string }
  log: Notices
}

/**
 * What has to be there before anybody comes: the first account, the agents of `<configFolder>/agents`, a default one. Throws what
 * is wrong with their folders where there is no agent yet.
 */
export async function prepare({ store, admin, config, log }: PrepareParts): Promise<void> {
  await store.accounts.ensureFirst()
  try {
    await applyAgentFolders(join(config.configFolder, 'agents'), admin.bundles, log)
  } catch (error) {
    // A start after a slip of the pen goes on with the agents there were.
    if (!(error instanceof AppError) || (await store.agents.list(firstAccount)).length === 0) throw error
    warnOfFaults(log, error)
  }
  const account = await store.accounts.get(firstAccount)
  if (!account?.default_agent && (await store.agents.live(demoAgent))?.account === firstAccount) {
    await admin.accounts.update(firstAccount, { defaultAgent: demoAgent }, byFolder)
  }
  for (const { id, plan } of await store.accounts.list()) {
    if (!admin.plans.names.includes(plan)) {
      log.warn({ account: id, plan }, 'an account is on a plan that is not in plans.yaml; it counts as `default`')
    }
  }
}

/** Applies the agent folders again whenever they change. A faulty one changes nothing: what is running stays. */
export async function watchAgentFolders({
  admin,
  config,
  log,
}: Omit<PrepareParts, 'store'>): Promise<{ stop(): void }> {
  const folder = join(config.configFolder, 'agents')
  return watchFolder({
    folder,
    onChange: () => applyAgentFolders(folder, admin.bundles, log),
    onError: (error) => warnOfFaults(log, error),
  })
}

function warnOfFaults(log: Notices, error: unknown): void {
  const faults = error instanceof AppError ? error.faults : []
  log.warn(
    faults.length > 0 ? { faults: faults.map(({ path, message }) => `${path} ${message}`) } : { err: error },
    'the agent folders were not applied; what is running stays',
  )
}
