import { callLimitMs } from '../../src/ports/channel.ts'
import type { ServerClock } from '../../src/ports/server-clock.ts'
import { createCredential, type Kept, type Machine } from './credentials.ts'
import { type Cloud, scopeOf, tokenUrlOf } from './endpoints.ts'
import { endOf } from './expiry.ts'
import { createOnBehalf } from './on-behalf.ts'
import { createTokens, type Tokens } from './tokens.ts'

/** The app as Microsoft Entra knows it. */
export interface TeamsApp {
  appId: string
  credential: Kept
  tenantId: string
  /** `MultiTenant`: it gets its tokens from Bot Framework's own tenant. `UserAssignedMSI`: from this machine. */
  appType: 'SingleTenant' | 'MultiTenant' | 'UserAssignedMSI'
}

/** What opens Microsoft's doors to the app: tokens for Teams, and for Graph in a tenant. */
export function createAccess(parts: {
  app: TeamsApp
  cloud: Cloud
  loginUrl: string
  machine: Machine
  clock?: ServerClock | undefined
  now: () => number
}) {
  const { app, cloud, loginUrl, machine, clock, now } = parts
  const { appId, tenantId, appType } = app
  const credential = createCredential(app.credential, { machine, now })

  function tokensOf(tenant: string, type: string, api: string): Tokens {
    const tokenUrl = tokenUrlOf({ ...cloud, loginUrl }, { tenant, type })
    return createTokens({ tokenUrl, appId, credential, scope: scopeOf(api), limitMs: callLimitMs, clock, now })
  }

  return {
    teams: tokensOf(tenantId, appType, cloud.api),
    /** Of the tenant that is read, also where the bot's own tokens come from Bot Framework's. */
    graph: (tenant: string): Tokens => tokensOf(tenant, 'SingleTenant', cloud.graphUrl),
    /** In the name of people. */
    onBehalf: createOnBehalf({ cloud, loginUrl, appId, credential, now }),
    /** That it ends soon, or has. */
    ending: (): string | undefined => endOf(app.credential, credential.endsAt(), now())?.say.en,
  }
}
