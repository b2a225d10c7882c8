import type { Limits } from '../limits.ts'
import type { AppSettings, TenantSettings } from '../settings.ts'
import type { World } from '../world.ts'
import { CLOUDS } from './clouds.ts'
import { createInboundTokens } from './inbound-tokens.ts'
import { createLogin } from './login.ts'
import { createMachine } from './machine.ts'
import { createTokenStore } from './token-store.ts'

/** Who is who: what Microsoft gives the app, its people, and whoever is told something. */
export function createIdentity(parts: {
  app: AppSettings
  tenant: TenantSettings
  world: World
  limits: Limits
  url: () => string
  now: () => number
}) {
  const { app, now } = parts
  const issuer = CLOUDS[app.cloud ?? 'Public'].connector
  const login = createLogin(parts)
  return {
    issuer,
    login,
    tokens: createInboundTokens({ appId: app.id, issuer, now }),
    machine: createMachine({ app, issue: login.issue, now }),
    store: createTokenStore({ ...parts, login }),
  }
}
