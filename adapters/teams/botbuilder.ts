import { type Activity, ConfigurationBotFrameworkAuthentication } from 'botbuilder'
import { CHANNEL } from './authenticate.ts'
import type { Verifier } from './verifier.ts'

/** The app, and where Microsoft's servers are that say who is who. */
export interface BotbuilderApp {
  appId: string
  tenantId: string
  loginUrl: string
  /** Of the app's cloud: whose tokens Teams sends. */
  issuer: string
  /** Names the keys that Teams signs with. */
  openIdUrl: string
}

const EMULATOR = 'https://login.microsoftonline.com/botframework.com/v2.0/.well-known/openid-configuration'
/** The names of errors that are about the token; others are about fetching keys. */
const ABOUT_TOKEN = /^(?:JsonWebToken|TokenExpired|NotBefore)Error$/
const UNAUTHORIZED = 401

/**
 * The only file that knows botbuilder, and all that is used of it: whether Bot Framework's service sent a token. It would also take
 * tokens of its emulator, which say nothing of a service URL; they have another issuer and do not come this far.
 *
 * It writes to the console for a token that it does not take (`jwtTokenExtractor.js`: one line, or the error of one that is out of
 * date). That is left as it is: only a token that is signed by Microsoft comes this far, so nobody can fill a log with it, and
 * whoever runs a server whose clock is wrong wants to read it.
 */
export function createBotbuilderVerifier(app: BotbuilderApp): Verifier {
  const { issuer } = app
  const urls = {
    // Once one of these is set, none of the others has a default.
    ToBotFromChannelOpenIdMetadataUrl: app.openIdUrl,
    ToBotFromChannelTokenIssuer: issuer,
    ToBotFromEmulatorOpenIdMetadataUrl: EMULATOR,
    ToChannelFromBotLoginUrl: `${app.loginUrl}/${app.tenantId}`,
    ToChannelFromBotOAuthScope: issuer,
    OAuthUrl: issuer,
  }
  const framework = new ConfigurationBotFrameworkAuthentication(urls, noCredentials(app.appId))

  return {
    async verify(serviceUrl, authorization) {
      try {
        const activity = { channelId: CHANNEL, serviceUrl } as Activity
        const { claimsIdentity } = await framework.authenticateRequest(activity, authorization)
        return claimsIdentity.isAuthenticated ? 'ok' : 'denied'
      } catch (error) {
        const { name = '', statusCode } = error as { name?: string; statusCode?: number }
        return statusCode === UNAUTHORIZED || ABOUT_TOKEN.test(name) ? 'denied' : 'trouble'
      }
    },
  }
}

/** It calls nobody for us, so it is given nothing to call with. */
const noCredentials = (
  ours: string,
): NonNullable<ConstructorParameters<typeof ConfigurationBotFrameworkAuthentication>[1]> => ({
  isValidAppId: async (appId) => appId === ours,
  isAuthenticationDisabled: async () => false,
  async createCredentials() {
    throw new Error('botbuilder is given no credentials')
  },
})
