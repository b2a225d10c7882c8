import { randomInt, randomUUID } from 'node:crypto'
import { isRecord, type Json } from '../../shared/json.ts'
import type { Limits } from '../limits.ts'
import { refuse } from '../refusal.ts'
import { personalChat } from '../settings.ts'
import type { World } from '../world.ts'
import type { Login } from './login.ts'

/** Keeps what people have signed in with at the OAuth connections of the bot. What it is asked wrongly it refuses. */
export interface TokenStore {
  resource(query: URLSearchParams): Json
  get(query: URLSearchParams): Json | undefined
  /** Of each connection, whether it has a token of somebody's. */
  status(query: URLSearchParams): Json[]
  exchange(query: URLSearchParams, body: unknown): Json
  signOut(query: URLSearchParams): void
  /** Somebody has signed in on the page of a link: the code that they come back with. */
  signIn(user: string, link: string): string
  /** What is held of somebody is there no more, as after a while or by an administrator. */
  drop(user: string): void
  /** Microsoft wants to see people, before it exchanges anything. */
  wantsToSee: boolean
}

/** Of the end of a token; stricter clients are not known. */
const REFRESH_MS = 300_000

const bad = (message: string): never => refuse(400, 'BadArgument', message)

export function createTokenStore(parts: {
  world: World
  login: Login
  url: () => string
  limits: Pick<Limits, 'tokenLifetimeMs'>
  now: () => number
}): TokenStore {
  const { world, login, url, limits, now } = parts
  const { app } = world
  const held = new Map<string, { token: string; until: number }>()
  const links = new Map<string, { user: string; connection: string }>()
  const codes = new Map<string, { user: string; connection: string }>()

  function whoIn(query: URLSearchParams): { user: string; connection: string } {
    const [user, connection, channel] = ['userId', 'connectionName', 'channelId'].map((name) => query.get(name) ?? '')
    if (channel !== 'msteams') bad('The channelId is not msteams')
    if (!world.people.has(user!)) bad('There is no such user')
    return { user: user!, connection: connectionNamed(connection).name }
  }

  function connectionNamed(name: unknown) {
    const found = (app.connections ?? []).find((one) => one.name === name)
    return found ?? refuse(400, 'BadArgument', 'The OAuth connection is not configured for the bot')
  }

  function hold({ user, connection }: { user: string; connection: string }): void {
    const { audience } = connectionNamed(connection)
    held.set(`${user} ${connection}`, {
      token: login.personToken(world.person(user), audience),
      until: now() + limits.tokenLifetimeMs,
    })
  }

  const shown = ({ user, connection }: { user: string; connection: string }): Json | undefined => {
    const found = held.get(`${user} ${connection}`)
    if (!found) return undefined
    // It keeps what refreshes a token, too, and does before its end.
    if (found.until <= now() + REFRESH_MS) hold({ user, connection })
    const { token, until } = held.get(`${user} ${connection}`)!
    return { channelId: 'msteams', connectionName: connection, token, expiration: new Date(until).toISOString() }
  }

  const store: TokenStore = {
    wantsToSee: false,
    resource(query) {
      const { connectionName, conversation, msAppId } = stateIn(query.get('state'))
      const { name } = connectionNamed(connectionName)
      if (msAppId !== app.id) bad('The state is of another app')
      const { user, bot, conversation: chat, channelId } = isRecord(conversation) ? conversation : {}
      const { id } = isRecord(user) ? user : {}
      if (typeof id !== 'string' || !world.people.has(id)) return bad('The state names no user')
      if (!isRecord(bot) || bot['id'] !== world.botId) bad('The state names another bot')
      if (!isRecord(chat) || chat['id'] !== personalChat(id)) bad('The state names another conversation')
      if (channelId !== 'msteams') bad('The state names another channel')
      const link = `${url()}/tokens/signin/${randomUUID()}`
      links.set(link, { user: id, connection: name })
      return { signInLink: link, tokenExchangeResource: { id: randomUUID(), uri: `api://botid-${app.id}` } }
    },
    get(query) {
      const who = whoIn(query)
      // Microsoft's own client sends an empty one along.
      const code = query.get('code')
      if (!code) return shown(who)
      const given = codes.get(code)
      if (!given || given.user !== who.user || given.connection !== who.connection) return undefined
      codes.delete(code)
      hold(given)
      return shown(given)
    },
    status(query) {
      const user = query.get('userId')
      if (!user || query.get('channelId') !== 'msteams') return bad('A status is of a user of msteams')
      return (app.connections ?? []).map(({ name }) => ({
        ...{ channelId: 'msteams', connectionName: name, hasToken: held.has(`${user} ${name}`) },
        serviceProviderDisplayName: 'Azure Active Directory v2',
      }))
    },
    exchange(query, body) {
      const who = whoIn(query)
      const token = isRecord(body) ? body['token'] : undefined
      const isTheirs = typeof token === 'string' && login.isPersonToken(token, world.person(who.user))
      if (!isTheirs) bad('The token is not one of this user for the app')
      if (store.wantsToSee) bad('AADSTS65001: The user or administrator has not consented to use the application.')
      hold(who)
      return shown(who)!
    },
    signOut(query) {
      const { user, connection } = whoIn(query)
      held.delete(`${user} ${connection}`)
    },
    signIn(user, link) {
      const meant = links.get(link)
      if (!meant || meant.user !== user) throw new Error('There is no such page to sign in on')
      const code = String(randomInt(100_000, 1_000_000))
      codes.set(code, meant)
      return code
    },
    drop(user) {
      for (const key of held.keys()) if (key.startsWith(`${user} `)) held.delete(key)
    },
  }
  return store
}

function stateIn(state: string | null): Json {
  try {
    const read: unknown = JSON.parse(Buffer.from(state ?? '', 'base64').toString())
    return isRecord(read) ? read : bad('The state is no object')
  } catch (error) {
    if (error instanceof SyntaxError) return bad('The state is no JSON in base64')
    throw error
  }
}
