import type { Language } from '../../src/lib/language.ts'
import { type Finding, fault, ok, unknown } from '../../src/ports/setup.ts'
import { createAccess } from './access.ts'
import { machineOf } from './credentials.ts'
import { CLOUDS } from './endpoints.ts'
import { createPeople } from './people.ts'
import type { TeamsSettings } from './settings.ts'
import { words } from './words/index.ts'

const CALL_MS = 10_000
const WHAT = 'single sign-on'

/** Whether the bot has the OAuth connection that is set; undefined where none is. */
export async function signOnOf(
  settings: TeamsSettings,
  env: Readonly<Record<string, string | undefined>>,
  language: Language,
): Promise<Finding | undefined> {
  const { app, sso, tokenStoreUrl, loginUrl, cloud: name = 'Public' } = settings
  if (!app || !sso) return undefined
  const cloud = CLOUDS[name]
  const [url, now] = [tokenStoreUrl ?? cloud.tokenStoreUrl, Date.now]
  const access = createAccess({ app, cloud, loginUrl: loginUrl ?? cloud.loginUrl, machine: machineOf(env), now })
  const { store } = createPeople({ ...sso, url, app, access, now })
  const { doctor } = words
  const found = await store.connections(AbortSignal.timeout(CALL_MS)).catch(() => undefined)
  if (!found) return unknown(WHAT, doctor.noTokenStore(new URL(url).origin)[language])
  const { connection, servers } = sso
  return found.includes(connection)
    ? ok(WHAT, doctor.signsOn(connection, servers.join(', '))[language])
    : fault(WHAT, doctor.noConnection(connection, found.join(', '))[language])
}
