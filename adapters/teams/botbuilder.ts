import { AsyncLocalStorage } from 'node:async_hooks'
import { type Activity, ConfigurationBotFrameworkAuthentication } from 'botbuilder'
import { ISSUER, readClaims } from './claims.ts'
import type { Authenticate } from './http.ts'
import { createKeys } from './keys.ts'
import { createProofs, type Verdict } from './proofs.ts'
import { createTurns } from './turns.ts'

/** Where Microsoft's servers are that say who is who. */
export interface Authority {
  loginUrl: string
  /** Names the keys that Teams signs with. */
  openIdUrl: string
}

export interface AppCredentials {
  appId: string
  appPassword: string
  tenantId: string
  appType: 'SingleTenant' | 'MultiTenant'
}

const CHANNEL = 'msteams'
const EMULATOR = 'https://login.microsoftonline.com/botframework.com/v2.0/.well-known/openid-configuration'
/** The names of errors that are about the token; others are about fetching keys. */
const ABOUT_TOKEN = /^(?:JsonWebToken|TokenExpired|NotBefore)Error$/
const UNAUTHORIZED = 401

/** The framework writes to the console for every bad token, which anybody can send: not while it checks one. */
const checking = new AsyncLocalStorage<true>()
const { error: complain } = console
console.error = (...words: unknown[]) => {
  if (!checking.getStore()) complain.apply(console, words)
}

/**
 * The only file that knows botbuilder, and all that is used of it: whether a request comes from Teams. Its signature is by a key
 * of the channel, for our app, about this service URL, and not out of date.
 */
export function createAuthenticate({
  appId,
  appPassword,
  tenantId,
  appType,
  loginUrl,
  limitMs,
  now,
  ...rest
}: AppCredentials & Authority & { limitMs: number; now: () => number }): Authenticate {
  const framework = new ConfigurationBotFrameworkAuthentication({
    MicrosoftAppId: appId,
    MicrosoftAppPassword: appPassword,
    MicrosoftAppTenantId: tenantId,
    MicrosoftAppType: appType,
    // Once one of these is set, none of the others has a default.
    ToBotFromChannelOpenIdMetadataUrl: rest.openIdUrl,
    ToBotFromChannelTokenIssuer: ISSUER,
    ToBotFromEmulatorOpenIdMetadataUrl: EMULATOR,
    ToChannelFromBotLoginUrl: `${loginUrl}/${tenantId}`,
    ToChannelFromBotOAuthScope: ISSUER,
    OAuthUrl: ISSUER,
  })

  const proofs = createProofs({
    keys: createKeys({ openIdUrl: rest.openIdUrl, limitMs, now }),
    turns: createTurns({ now: () => performance.now(), later: (ms, go) => void setTimeout(go, ms) }),
    channel: CHANNEL,
    now,
  })

  async function confirm(serviceUrl: string, authorization: string): Promise<Verdict> {
    try {
      const { claimsIdentity } = await checking.run(true, () =>
        framework.authenticateRequest({ channelId: CHANNEL, serviceUrl } as Activity, authorization),
      )
      return claimsIdentity.isAuthenticated ? 'ok' : 'denied'
    } catch (error) {
      const { name = '', statusCode } = error as { name?: string; statusCode?: number }
      return statusCode === UNAUTHORIZED || ABOUT_TOKEN.test(name) ? 'denied' : 'trouble'
    }
  }

  return async ({ channelId, serviceUrl }, authorization, address) => {
    // Other channels have other rules. The framework would also take tokens of its emulator, which say nothing of a service URL.
    if (channelId !== CHANNEL) return 'denied'
    const claimed = readClaims(authorization, { appId, serviceUrl, now: now() })
    return claimed ? proofs.of(claimed, address, () => confirm(claimed.serviceUrl, authorization)) : 'denied'
  }
}
