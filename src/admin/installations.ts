import type { Platform } from '../model/message.ts'
import type { Installations } from '../ports/installations.ts'
import type { Secrets } from '../ports/secrets.ts'
import { firstAccount } from '../store/accounts.ts'
import type { Store } from '../store/index.ts'

/** Where the app of one platform is installed, with what opens it encrypted. */
export function createInstallations(
  { store, secrets }: { store: Store; secrets: Secrets },
  platform: Platform,
  /** Whose they are when they are new. */
  account: string = firstAccount,
): Installations {
  const contextOf = (id: string): string => `installation:${platform}:${id}`
  return {
    async list() {
      const rows = await store.places.installations(platform)
      return rows.flatMap(({ id, name, secret, removed_at }) =>
        secret === null || removed_at !== null ? [] : [{ id, name, credentials: secrets.open(secret, contextOf(id)) }],
      )
    },
    version: () => store.db.catalogue(),
    async add({ id, name, credentials }) {
      const secret = credentials === undefined ? null : secrets.seal(credentials, contextOf(id))
      await store.places.install({ platform, id, name, account, secret })
    },
  }
}
