import { z } from 'zod'
import type { Fault } from '../../src/lib/errors.ts'
import { httpUrl, isLoopback, secret, text } from '../../src/lib/variables.ts'
import type { PlatformSettings, Variables } from '../../src/ports/platform.ts'
import type { TeamsOptions } from './index.ts'

/** `unlimited` is nothing that an operator can set: the benchmarks measure throughput with it. */
export type TeamsSettings = Pick<
  TeamsOptions,
  'app' | 'owners' | 'allowedTenants' | 'loginUrl' | 'openIdUrl' | 'graphUrl' | 'unlimited'
>

const GUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
/** Microsoft writes them in lower case, and people sometimes do not. */
const microsoftId = text(GUID, 'must be an id like 00000000-0000-0000-0000-000000000000').transform((id) =>
  id?.toLowerCase(),
)

const env = z.object({
  TEAMS_APP_ID: microsoftId,
  TEAMS_APP_PASSWORD: secret.refine(
    (value) => value === undefined || !GUID.test(value),
    'must be the value of a client secret, which is shown once when it is made; this looks like its id',
  ),
  TEAMS_TENANT_ID: microsoftId,
  TEAMS_APP_TYPE: z.enum(['SingleTenant', 'MultiTenant']).optional(),
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
  TEAMS_AUTH: z.enum(['none']).optional(),
  TEAMS_LOGIN_URL: httpUrl,
  TEAMS_OPENID_URL: httpUrl,
  TEAMS_GRAPH_URL: httpUrl,
})

/** Without an app's id, whose tenant it is and of which type, nothing that comes could be checked. */
function faults(set: Variables): Fault[] {
  const needed = ['TEAMS_APP_ID', 'TEAMS_APP_PASSWORD', 'TEAMS_TENANT_ID', 'TEAMS_APP_TYPE']
  const given = needed.filter((name) => set[name])
  if (!set['TEAMS_AUTH']) {
    const missing = needed.filter((name) => !set[name])
    const [first] = [...given, ...['TEAMS_ALLOWED_TENANTS', 'TEAMS_OWNERS'].filter((name) => set[name])]
    if (missing.length === 0 || first === undefined) return []
    return [{ path: first, message: `needs ${new Intl.ListFormat('en').format(missing)} too` }]
  }
  const faults: Fault[] = []
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
    const { TEAMS_APP_ID: appId, TEAMS_APP_PASSWORD: appPassword, TEAMS_AUTH: auth } = variables
    const { TEAMS_TENANT_ID: tenantId, TEAMS_APP_TYPE: appType, TEAMS_ALLOWED_TENANTS: allowedTenants = [] } = variables
    const { TEAMS_LOGIN_URL: loginUrl, TEAMS_OPENID_URL: openIdUrl, TEAMS_OWNERS: owners = [] } = variables
    const { TEAMS_GRAPH_URL: graphUrl } = variables
    if (auth) return { owners, allowedTenants }
    return appId && appPassword && tenantId && appType
      ? {
          app: { appId, appPassword, tenantId, appType },
          owners,
          allowedTenants,
          ...(loginUrl && { loginUrl }),
          ...(openIdUrl && { openIdUrl }),
          ...(graphUrl && { graphUrl }),
        }
      : undefined
  },
}
