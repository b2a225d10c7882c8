import { Agent, request } from 'undici'
import { ToolAuthFailure } from '../../src/ports/tools.ts'
import type { Tokens } from './tokens.ts'

/** Like the id of a person, and of none. */
const NOBODY = '29:nobody'
const ANSWER_LIMIT = 256 * 1024

/** A token of somebody's, as it was given. `expiresAt`: in milliseconds since the epoch. */
export interface Held {
  token: string
  expiresAt?: number
}

/** What a card needs for somebody to sign in. */
export interface SignInResource {
  link: string
  exchange: { id: string; uri?: string; providerId?: string }
}

/** How Teams calls somebody for this app, and the code that they came back with from signing in by hand. */
interface Whose {
  user: string
  code?: string
}

/** Where Microsoft keeps what people have signed in with at an OAuth connection of the bot, and refreshes it. All of it throws `ToolAuthFailure`. */
export interface TokenStore {
  get(whose: Whose, signal: AbortSignal): Promise<Held | undefined>
  /** By what Teams has given their device; undefined: Microsoft wants to see them. */
  exchange(user: string, token: string, signal: AbortSignal): Promise<Held | undefined>
  signOut(user: string, signal: AbortSignal): Promise<void>
  resource(conversation: object, signal: AbortSignal): Promise<SignInResource>
  /** What the OAuth connections of the bot are called. */
  connections(signal: AbortSignal): Promise<string[]>
}

/** As Microsoft's own clients ask it (botframework-connector 4.23.3, `tokenApi`). */
export function createTokenStore(parts: {
  url: string
  appId: string
  connection: string
  tokens: Tokens
}): TokenStore {
  const { url, appId, connection, tokens } = parts
  const dispatcher = new Agent({ maxResponseSize: ANSWER_LIMIT })
  const away = (cause?: unknown) => new ToolAuthFailure('away', 'Microsoft’s token store could not be asked', cause)

  const unsuitable = (status: number) =>
    new ToolAuthFailure('unsuitable', `Microsoft’s token store knows no such connection (${status})`)

  async function ask(
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    query: Record<string, string>,
    { signal, body, isAgain = false }: { signal: AbortSignal; body?: object; isAgain?: boolean },
  ): Promise<{ status: number; json: Record<string, unknown> }> {
    const access = await tokens.get(signal)
    if (!('token' in access)) throw away(access)
    try {
      const { statusCode, body: answer } = await request(`${url}/api/${path}?${new URLSearchParams(query)}`, {
        ...{ method, dispatcher, signal },
        headers: {
          authorization: `Bearer ${access.token}`,
          ...(body && { 'content-type': 'application/json; charset=utf-8' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      })
      const text = await answer.text()
      if (statusCode !== 401 || isAgain) return { status: statusCode, json: parsed(text) }
    } catch (error) {
      throw away(error)
    }
    // It was not looked at.
    tokens.drop(access.token)
    return ask(method, path, query, { signal, ...(body && { body }), isAgain: true })
  }

  const of = (user: string) => ({ userId: user, connectionName: connection, channelId: 'msteams' })

  function heldIn({ status, json }: Awaited<ReturnType<typeof ask>>, none: readonly number[]): Held | undefined {
    const { token, expiration } = json
    if (status === 200 && typeof token === 'string' && token !== '') {
      const expiresAt = typeof expiration === 'string' ? Date.parse(expiration) : Number.NaN
      return { token, ...(!Number.isNaN(expiresAt) && { expiresAt }) }
    }
    if (none.includes(status)) return undefined
    if (status === 400) throw unsuitable(status)
    throw away(new Error(`it answered ${status}`))
  }

  return {
    async get({ user, code }, signal) {
      const query = { ...of(user), ...(code !== undefined && { code }) }
      return heldIn(await ask('GET', 'usertoken/GetToken', query, { signal }), code === undefined ? [404] : [400, 404])
    },

    async exchange(user, token, signal) {
      const answer = await ask('POST', 'usertoken/exchange', of(user), { signal, body: { token } })
      return heldIn(answer, [400, 404, 412])
    },

    async signOut(user, signal) {
      const { status } = await ask('DELETE', 'usertoken/SignOut', of(user), { signal })
      if (status !== 200 && status !== 204 && status !== 404) throw away(new Error(`it answered ${status}`))
    },

    async connections(signal) {
      // It tells of each what somebody has there; of nobody, that they have nothing.
      const query = { userId: NOBODY, channelId: 'msteams' }
      const { status, json } = await ask('GET', 'usertoken/GetTokenStatus', query, { signal })
      if (status !== 200 || !Array.isArray(json)) throw away(new Error(`it answered ${status}`))
      return json.flatMap(({ connectionName: name }) => (typeof name === 'string' ? [name] : []))
    },

    async resource(conversation, signal) {
      const state = Buffer.from(JSON.stringify({ connectionName: connection, conversation, msAppId: appId }))
      const query = { state: state.toString('base64') }
      const { status, json } = await ask('GET', 'botsignin/GetSignInResource', query, { signal })
      const { signInLink: link, tokenExchangeResource: exchange } = json
      const { id } = (exchange ?? {}) as { id?: unknown }
      if (status === 200 && typeof link === 'string' && typeof id === 'string' && id !== '')
        return { link, exchange: exchange as SignInResource['exchange'] }
      if (status === 200 || (status >= 400 && status < 429)) throw unsuitable(status)
      throw away(new Error(`it answered ${status}`))
    },
  }
}

function parsed(text: string): Record<string, unknown> {
  try {
    const json: unknown = JSON.parse(text)
    return typeof json === 'object' && json !== null ? (json as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
