import type { PlatformId } from '../model/message.ts'
import type { Installation, Installations } from '../ports/installations.ts'
import type { Secrets } from '../ports/secrets.ts'
import { firstAccount } from '../store/accounts.ts'
import type { Store } from '../store/index.ts'
import type { Approvals } from './approvals.ts'

/** What becomes of an installation that is not the operator's own. */
export type InstallationPolicy = 'approve' | 'own-account' | 'open'

export interface InstallationsParts {
  store: Store
  secrets: Secrets
  approvals: Pick<Approvals, 'giveOwnAccount'>
  policy: InstallationPolicy
}

/** Where the app of one platform is installed, with what opens it encrypted. */
export function createInstallations(
  { store, secrets, approvals, policy }: InstallationsParts,
  platform: PlatformId,
  /** Whose they are when they are new. Nobody has to approve what an account other than the first has brought along. */
  account: string = firstAccount,
): Installations {
  const { places } = store
  return {
    list: () => listInstalled({ store, secrets }, platform),
    version: () => store.db.catalogue(),
    async add({ id, name, credentials, own, agent }) {
      const owner = (agent === undefined ? undefined : await store.agents.live(agent))?.account ?? account
      const secret = credentials === undefined ? null : secrets.seal(credentials, contextOf(platform, id))
      const isServed = own === 'always' || policy === 'open' || owner !== firstAccount
      const status = isServed ? 'approved' : 'waiting'
      const row = await places.install({ platform, id, name, account: owner, secret, status })
      if (row.status !== 'waiting') return row.status
      // It may have waited since before it was the operator's, or before the policy was another one.
      if (isServed) await store.db.batch([places.approveStep(platform, id)])
      else if (own === 'first' && (await store.db.batch(places.approveFirstSteps(platform, id)))) return 'approved'
      else if (policy === 'own-account') await approvals.giveOwnAccount(platform, id)
      else return 'waiting'
      return 'approved'
    },
  }
}

/** Those that are kept with what opens them, and were not removed. */
export async function listInstalled(
  { store, secrets }: Pick<InstallationsParts, 'store' | 'secrets'>,
  platform: PlatformId,
): Promise<Installation[]> {
  const rows = await store.places.installations(platform)
  return rows.flatMap(({ id, name, secret, removed_at }) =>
    secret === null || removed_at !== null
      ? []
      : [{ id, name, credentials: secrets.open(secret, contextOf(platform, id)) }],
  )
}

export const contextOf = (platform: PlatformId, id: string): string => `installation:${platform}:${id}`
