import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '../lib/errors.ts'
import { firstAccount } from '../store/accounts.ts'
import { agentIdIn, playgroundAccount } from '../store/apart.ts'
import type { Store } from '../store/index.ts'
import { versions } from '../store/versions.ts'
import { byFolder } from './actor.ts'
import { unlessDone } from './audit.ts'
import { applyAgentFolders, type Notices } from './bundles/apply-all.ts'
import { signatureOf, watchFolder } from './bundles/watch.ts'
import type { Admin } from './index.ts'

/** The agent that answers before anybody has chosen one. */
const demoAgent = 'demo'

/** The folder that an account begins with which is made for an installation. */
export function starterIn({ configFolder }: { configFolder: string }): string | undefined {
  const folder = join(configFolder, 'agents', demoAgent)
  return existsSync(folder) ? folder : undefined
}

export interface PrepareParts {
  store: Store
  admin: Admin
  config: { configFolder: string }
  /** Where there is a playground: the uids of those who own it from the start, on each of its platforms. */
  playground?: { owners: readonly string[] } | undefined
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
export async function prepare({ store, admin, config, playground, log }: PrepareParts): Promise<Prepared> {
  const folder = join(config.configFolder, 'agents')
  const heeded = await signatureOf(folder)
  await store.accounts.ensureFirst()
  if (playground) await store.accounts.ensurePlayground()
  const accounts = [firstAccount, ...(playground ? [playgroundAccount] : [])]
  const apply = () => applyAgentFolders(folder, accounts, admin.bundles, log)
  try {
    await apply()
  } catch (error) {
    // A start after a slip of the pen goes on with the agents there were.
    if (!(error instanceof AppError) || (await store.agents.list(firstAccount)).length === 0) throw error
    warnOfFaults(log, error)
  }
  for (const account of accounts) await chooseDefault(account, { store, admin })
  for (const person of playground?.owners ?? []) await makeOwner(person, admin)
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
        onChange: apply,
        onError: (error) => warnOfFaults(log, error),
      }),
  }
}

async function chooseDefault(account: string, { store, admin }: Pick<PrepareParts, 'store' | 'admin'>): Promise<void> {
  const former = (await store.accounts.get(account))?.default_agent
  const first = former ? undefined : await firstOf(account, store)
  if (first === undefined) return
  // The same for every process that sees this agent without another, so that one of them does it.
  const made = (await versions(store.db).list(first)).at(-1)?.createdAt
  const by = { ...byFolder, nonce: `default agent: ${first} of ${made}` }
  await admin.accounts.update(account, { defaultAgent: first }, by).catch(unlessDone)
}

/** The demo agent; where an account has one agent alone, that one. */
async function firstOf(account: string, store: Store): Promise<string | undefined> {
  const demo = agentIdIn(account, demoAgent)
  if ((await store.agents.live(demo))?.account === account) return demo
  const all = await store.agents.list(account)
  return all.length === 1 ? all[0]!.id : undefined
}

/** Once: whoever they make of themselves afterwards they stay. */
async function makeOwner(person: string, { roles }: Admin): Promise<void> {
  const by = { ...byFolder, account: playgroundAccount, nonce: `owner of the playground: ${person}` }
  await roles.set(person, 'owner', undefined, by).catch(unlessDone)
}

function warnOfFaults(log: Notices, error: unknown): void {
  const faults = error instanceof AppError ? error.faults : []
  log.warn(
    faults.length > 0 ? { faults: faults.map(({ path, message }) => `${path} ${message}`) } : { err: error },
    'the agent folders were not applied; what is running stays',
  )
}
