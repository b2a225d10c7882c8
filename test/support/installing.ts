import { type Admin, createInstallations } from '../../src/admin/index.ts'
import type { InstallationPolicy } from '../../src/admin/installations.ts'
import type { PlatformId } from '../../src/model/message.ts'
import type { Installations } from '../../src/ports/installations.ts'
import type { Secrets } from '../../src/ports/secrets.ts'
import { firstAccount } from '../../src/store/accounts.ts'
import type { Store } from '../../src/store/index.ts'

/** As an adapter is given them. */
export function installationsOf(
  { store, secrets, admin }: { store: Store; secrets: Secrets; admin: Pick<Admin, 'approvals'> },
  platform: PlatformId,
  policy: InstallationPolicy = 'approve',
): Installations {
  return createInstallations({ store, secrets, approvals: admin.approvals, policy }, platform)
}

/** One that is there and served. */
export async function install(store: Store, platform: PlatformId, id: string, account = firstAccount): Promise<void> {
  await store.places.install({ platform, id, account, name: id, secret: null, status: 'approved' })
}

/** Given to another account, as an owner would. */
export async function giveTo(store: Store, platform: PlatformId, id: string, account: string): Promise<void> {
  const standing = (await store.places.standingOf(platform, id))!
  const to = { account, status: 'approved' as const }
  await store.db.batch([store.places.decideStep({ platform, id, ...standing }, to, 'test')])
}
