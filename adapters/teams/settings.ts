import { z } from 'zod'
import type { Fault } from '../../src/lib/errors.ts'
import { httpUrl, isLoopback, secret, text } from '../../src/lib/variables.ts'
import type { PlatformSettings, Variables } from '../../src/ports/platform.ts'
import type { Kept } from './credentials.ts'
import type { TeamsOptions } from './index.ts'

/** `unlimited` is nothing that an operator can set: the benchmarks measure throughput with it. */
export type TeamsSettings = Pick<
  TeamsOptions,
  | 'app'
  | 'owners'
  | 'allowedTenants'
  | 'cloud'
  | 'loginUrl'
  | 'openIdUrl'
  | 'graphUrl'
  | 'machine'
  | 'unlimited'
  | 'sso'
  | 'tokenStoreUrl'
>

const GUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
/** Microsoft writes them in lower case, and people sometimes do not. */
const microsoftId = text(GUID, 'must be an id like 00000000-0000-0000-0000-000000000000').transform((id) =>
  id?.toLowerCase(),
)

/** Anything but https only on this machine. */
function isOrigin(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname))
  return isSafe && url !== undefined && url.href === `${url.origin}/` && url.username === ''
}

const env = z.object({
  TEAMS_APP_ID: microsoftId,
  TEAMS_APP_PASSWORD: secret.refine(
    (value) => value === undefined || !GUID.test(value),
    'must be the value of a client secret, which is shown once when it is made; this looks like its id',
  ),
  TEAMS_APP_PASSWORD_FILE: z.string().optional(),
  TEAMS_APP_PASSWORD_EXPIRES: z
    .string()
    .refine(
      (day) => /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day)),
      'must be the day on which the client secret ends, as 2027-01-31',
    )
    .transform((day) => Date.parse(day))
    .optional(),
  TEAMS_CERTIFICATE_FILE: z.string().optional(),
  TEAMS_FEDERATED_TOKEN_FILE: z.string().optional(),
  TEAMS_MANAGED_IDENTITY: microsoftId,
  TEAMS_TENANT_ID: microsoftId,
  TEAMS_APP_TYPE: z.enum(['SingleTenant', 'MultiTenant', 'UserAssignedMSI']).optional(),
  TEAMS_CLOUD: z.enum(['Public', 'GCCHigh', 'DoD', 'China']).optional(),
  TEAMS_ALLOWED_TENANTS: z
    .string()
    .transform((list) => list.split(',').map((tenant) => tenant.trim().toLowerCase()))
    .refine(
      (tenants) => tenants.every((tenant) => tenant === '*' || GUID.test(tenant)),
      'must be ids of tenants with commas between them, or * for all',
    )
    .optional(),
  TEAMS_OWNERS: z
    .string()
    .transform((list) => list.split(',').map((person) => person.trim()))
    .refine(
      (people) => people.every((person) => GUID.test(person)),
      'must be object ids of people in Entra with commas between them',
    )
    .optional(),
  TEAMS_OAUTH_CONNECTION: text(
    /^[\w .-]{1,64}$/,
    'must be the name of an OAuth connection of the Azure Bot, as it stands under Settings, Configuration',
  ),
  TEAMS_OAUTH_SERVERS: z
    .string()
    .transform((list) => list.split(',').map((server) => server.trim()))
    .refine(
      (servers) => servers.every(isOrigin),
      'must be origins of servers of tools, as https://tracker.example.com, with commas between them',
    )
    .transform((servers) => servers.map((server) => new URL(server).origin))
    .optional(),
  TEAMS_OAUTH_URL: httpUrl,
  TEAMS_AUTH: z.enum(['none']).optional(),
  TEAMS_LOGIN_URL: httpUrl,
  TEAMS_OPENID_URL: httpUrl,
  TEAMS_GRAPH_URL: httpUrl,
})

/** What an app shows at Microsoft's login is one of these, unless it is a managed identity of the machine. */
const CREDENTIALS = [
  'TEAMS_APP_PASSWORD',
  'TEAMS_APP_PASSWORD_FILE',
  'TEAMS_CERTIFICATE_FILE',
  'TEAMS_FEDERATED_TOKEN_FILE',
  'TEAMS_MANAGED_IDENTITY',
] as const
const NAMES = ['TEAMS_APP_ID', 'TEAMS_TENANT_ID', 'TEAMS_APP_TYPE']
const list = (names: readonly string[]): string => new Intl.ListFormat('en').format(names)

/** What of an app is not set; without its id, whose tenant it is and of which type, nothing that comes could be checked. */
export function missingOf(set: Variables): string[] {
  const shows = set['TEAMS_APP_TYPE'] === 'UserAssignedMSI' || CREDENTIALS.some((name) => set[name])
  const needed = ['TEAMS_APP_ID', ...(shows ? [] : ['TEAMS_APP_PASSWORD']), 'TEAMS_TENANT_ID', 'TEAMS_APP_TYPE']
  return needed.filter((name) => !set[name])
}

/** A token of a person is not for whichever server an agent names. */
const SSO_NEEDS = {
  TEAMS_OAUTH_CONNECTION:
    'needs TEAMS_OAUTH_SERVERS too: the origins of the servers of tools that the tokens of people may go to',
  TEAMS_OAUTH_SERVERS: 'needs TEAMS_OAUTH_CONNECTION too: the name of the OAuth connection whose tokens go there',
}

function faults(set: Variables): Fault[] {
  const shown = CREDENTIALS.filter((name) => set[name])
  const given = [...NAMES.slice(0, 1), ...CREDENTIALS, ...NAMES.slice(1)].filter((name) => set[name])
  const sso = ['TEAMS_OAUTH_CONNECTION', 'TEAMS_OAUTH_SERVERS'].filter((name) => set[name])
  if (!set['TEAMS_AUTH']) {
    const missing = missingOf(set)
    const others = ['TEAMS_ALLOWED_TENANTS', 'TEAMS_OWNERS', 'TEAMS_CLOUD', 'TEAMS_APP_PASSWORD_EXPIRES', ...sso]
    const [first] = [...given, ...others.filter((name) => set[name])]
    if (first === undefined) return []
    const isMachine = set['TEAMS_APP_TYPE'] === 'UserAssignedMSI'
    return [
      ...(missing.length > 0 ? [{ path: first, message: `needs ${list(missing)} too` }] : []),
      ...(sso.length === 1 ? [{ path: sso[0]!, message: SSO_NEEDS[sso[0] as keyof typeof SSO_NEEDS] }] : []),
      ...(shown.length > 1
        ? [{ path: shown[0]!, message: `and ${list(shown.slice(1))} are different proofs of the app: set one of them` }]
        : []),
      ...(isMachine && shown.length > 0
        ? [
            {
              path: shown[0]!,
              message: 'must not be set where TEAMS_APP_TYPE is UserAssignedMSI: the machine gives the tokens',
            },
          ]
        : []),
    ]
  }
  const faults: Fault[] = []
  for (const path of sso) faults.push({ path, message: 'needs an app: where TEAMS_AUTH is none nobody is signed in' })
  if (given.length > 0) {
    const message = `asks nobody who they are, which an app does: leave out either it or ${given.join(', ')}`
    faults.push({ path: 'TEAMS_AUTH', message })
  }
  if (set['HOST'] && !isLoopback(set['HOST'])) {
    const message =
      'must not be none when HOST is not a loopback address: everybody who reaches it could talk as anybody'
    faults.push({ path: 'TEAMS_AUTH', message })
  }
  return faults
}

export const settings: PlatformSettings<TeamsSettings> = {
  env,
  faults,
  read(variables: z.infer<typeof env>) {
    const { TEAMS_APP_ID: appId, TEAMS_AUTH: auth, TEAMS_CLOUD: cloud } = variables
    const { TEAMS_TENANT_ID: tenantId, TEAMS_APP_TYPE: appType, TEAMS_ALLOWED_TENANTS: allowedTenants = [] } = variables
    const { TEAMS_LOGIN_URL: loginUrl, TEAMS_OPENID_URL: openIdUrl, TEAMS_OWNERS: owners = [] } = variables
    const { TEAMS_GRAPH_URL: graphUrl, TEAMS_OAUTH_URL: tokenStoreUrl } = variables
    const { TEAMS_OAUTH_CONNECTION: connection, TEAMS_OAUTH_SERVERS: servers } = variables
    if (auth) return { owners, allowedTenants }
    const credential = credentialIn(variables)
    return appId && credential && tenantId && appType
      ? {
          app: { appId, credential, tenantId, appType },
          owners,
          allowedTenants,
          ...(cloud && { cloud }),
          ...(loginUrl && { loginUrl }),
          ...(openIdUrl && { openIdUrl }),
          ...(graphUrl && { graphUrl }),
          ...(tokenStoreUrl && { tokenStoreUrl }),
          ...(connection && servers && { sso: { connection, servers } }),
        }
      : undefined
  },
}

function credentialIn(variables: z.infer<typeof env>): Kept | undefined {
  const { TEAMS_APP_PASSWORD: value, TEAMS_APP_PASSWORD_FILE: file, TEAMS_APP_PASSWORD_EXPIRES: expiresAt } = variables
  const { TEAMS_CERTIFICATE_FILE: certificate, TEAMS_FEDERATED_TOKEN_FILE: federated } = variables
  const { TEAMS_MANAGED_IDENTITY: client, TEAMS_APP_TYPE: type } = variables
  const ends = expiresAt !== undefined && { expiresAt }
  if (type === 'UserAssignedMSI') return { kind: 'machine' }
  if (value) return { kind: 'secret', value, ...ends }
  if (file) return { kind: 'secretFile', file, ...ends }
  if (certificate) return { kind: 'certificate', file: certificate }
  if (federated) return { kind: 'federated', file: federated }
  return client === undefined ? undefined : { kind: 'identity', client }
}
