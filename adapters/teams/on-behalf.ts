import { Agent, request } from 'undici'
import { ToolAuthFailure } from '../../src/ports/tools.ts'
import { type Credential, CredentialFault } from './credentials.ts'
import { type Cloud, tokenUrlOf } from './endpoints.ts'
import type { Held } from './token-store.ts'

const ANSWER_LIMIT = 256 * 1024
/** RFC 6749 and Entra: they concern the person, who can do something about it, and not the app. */
const THEIRS = new Set(['invalid_grant', 'interaction_required', 'consent_required'])

/** Entra gives the app no token in somebody's name. `isTheirs`: it would, once they or an administrator have agreed. */
export class OnBehalfRefused extends ToolAuthFailure {
  readonly code: string
  readonly isTheirs: boolean
  constructor(code: string, isTheirs: boolean) {
    super('failed', `Entra gives no token in the name of a person (${code})`)
    this.code = code
    this.isTheirs = isTheirs
  }
}

export type OnBehalf = (
  wanted: { tenant: string; assertion: string; scope: string },
  signal: AbortSignal,
) => Promise<Held>

/** https://learn.microsoft.com/entra/identity-platform/v2-oauth2-on-behalf-of-flow: with a token that somebody has for the app, one for them elsewhere. */
export function createOnBehalf(parts: {
  cloud: Cloud
  loginUrl: string
  appId: string
  credential: Credential
  now: () => number
}): OnBehalf {
  const { cloud, loginUrl, appId, credential, now } = parts
  const dispatcher = new Agent({ maxResponseSize: ANSWER_LIMIT })
  const away = (cause: unknown) => new ToolAuthFailure('away', 'Microsoft’s login could not be asked', cause)

  async function ask(...[{ tenant, assertion, scope }, signal]: Parameters<OnBehalf>) {
    // That of the person, also where the bot's own tokens come from Bot Framework's.
    const tokenUrl = tokenUrlOf({ ...cloud, loginUrl }, { tenant, type: 'SingleTenant' })
    try {
      const { url, ...asked } = await credential.request({ tokenUrl, appId, scope, assertion }, signal)
      const { statusCode, body } = await request(url, { ...asked, signal, dispatcher })
      return { statusCode, answer: (await body.json()) as Record<string, unknown> }
    } catch (error) {
      if (error instanceof CredentialFault) throw new ToolAuthFailure('failed', error.message)
      throw away(error)
    }
  }

  return async (wanted, signal) => {
    const { statusCode, answer } = await ask(wanted, signal)
    const { access_token: token, expires_in: seconds, error, error_description: description } = answer
    if (statusCode === 200 && typeof token === 'string')
      return { token, ...(Number(seconds) > 0 && { expiresAt: now() + Number(seconds) * 1000 }) }
    if (statusCode === 429 || statusCode >= 500) throw away(new Error(`it answered ${statusCode}`))
    const [code = `status ${statusCode}`] = /AADSTS\d+/.exec(String(description)) ?? []
    throw new OnBehalfRefused(code, THEIRS.has(String(error)))
  }
}
