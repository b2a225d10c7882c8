import { WebSocket } from 'undici'
import { type Diagnosed, type Finding, fault, ok, unknown } from '../../src/ports/setup.ts'
import { createBreaker } from './breaker.ts'
import { COMMANDS } from './commands.ts'
import type { GatewayInfo } from './gateway.ts'
import { createGuard } from './guard.ts'
import { type Identity, identify } from './identity.ts'
import { type Extras, invite, inviteForOneself, permissionsWith } from './invite.ts'
import { type Reply, sayOf } from './reply.ts'
import type { Web } from './request.ts'
import type { DiscordSettings } from './settings.ts'
import { createWeb } from './web.ts'

const API_URL = 'https://discord.com/api'
const APPS = 'https://discord.com/developers/applications'
const CALL_MS = 10_000
const ADMINISTRATOR = 1n << 3n
/** Servers that are said to be lacking something. */
const NAMED = 10
const HELLO = 10

/** Everything between Discord and Parley that has to be right, in the order in which it matters. */
export async function* diagnose({ env, settings }: Diagnosed): AsyncGenerator<Finding> {
  const { DISCORD_BOT_TOKEN: token, DISCORD_SHARD_COUNT: shardCount } = env
  if (!token) {
    const say = `DISCORD_BOT_TOKEN is not set. Make an app at ${APPS}, and copy its token from Bot.`
    return yield fault('configuration', say)
  }
  const silent = { debug() {}, info() {}, warn() {}, error() {} }
  const [guard, breaker] = [createGuard({ now: Date.now, log: silent }), createBreaker({ now: Date.now, log: silent })]
  const apiUrl = env['DISCORD_API_URL'] ?? API_URL
  const web = createWeb({ token, apiUrl, limitMs: CALL_MS, guard, breaker, now: Date.now })

  const identity = await identify(web)
  if (!('self' in identity)) return yield fault('bot token', tokenFault(identity, apiUrl))
  const { self } = identity
  yield ok('bot token', `${self.name} (${self.id}), of the application ${self.application}`)
  yield intent(identity)
  yield* gateway(web, shardCount)
  const {
    autoThread: threads = false,
    reactions = false,
    userInstalls = false,
  } = (settings ?? {}) as Partial<DiscordSettings>
  yield await commands(web, self.application)
  yield* forPeople(identity, userInstalls)
  yield* servers(web, self.application, { threads, reactions })
}

function tokenFault(reply: Reply, apiUrl: string): string {
  return 'error' in reply && reply.error.status === 401
    ? `Discord refuses it. Copy the token from Bot of your app at ${APPS}; resetting it there makes a new one.`
    : `Discord could not be asked at ${apiUrl} (${sayOf(reply)}).`
}

function intent({ readsMessages }: Identity): Finding {
  if (readsMessages) return ok('Message Content Intent', 'It is on.')
  const say = `It is off: the agent hears direct messages and mentions, and nothing else. To have it follow threads or whole channels, switch it on under Bot of your app at ${APPS}.`
  return unknown('Message Content Intent', say)
}

/** What is set here, and what is set at Discord. */
function* forPeople({ isForPeople, self }: Identity, userInstalls: boolean): Generator<Finding> {
  if (userInstalls && !isForPeople) {
    const say = `discord.userInstalls is on, and nobody can: switch on User Install under Installation of your app at ${APPS}.`
    yield fault('user installs', say)
  } else if (userInstalls)
    yield ok('user installs', `Whoever adds it for themselves at ${inviteForOneself(self.application)} is answered.`)
  else if (isForPeople) {
    const say = `People can add it for themselves, and are not answered: switch off User Install under Installation of your app at ${APPS}, or set discord.userInstalls.`
    yield unknown('user installs', say)
  }
}

async function* gateway(web: Web, shardCount: string | undefined): AsyncGenerator<Finding> {
  const reply = await web.call({ method: 'GET', path: 'gateway/bot' })
  if (!('ok' in reply)) return yield fault('gateway', `Discord does not say where it is (${sayOf(reply)}).`)
  const { url, shards, session_start_limit } = reply.ok as GatewayInfo
  const { remaining, total, reset_after } = session_start_limit
  yield remaining > 0
    ? ok('starts', `${remaining} of ${total} are left today.`)
    : fault(
        'starts',
        `All ${total} of today are used up; there are new ones in ${Math.ceil(reset_after / 60_000)} minutes.`,
      )
  if (shardCount && Number(shardCount) < shards) {
    const say = `Discord recommends ${shards}, DISCORD_SHARD_COUNT says ${shardCount}.`
    yield Number(shardCount) * 2 < shards
      ? fault('shards', `${say} That may be too few to be let in.`)
      : unknown('shards', say)
  }
  const told = await firstOp(url)
  yield told === HELLO
    ? ok('connection', `Discord greets it at ${url}.`)
    : fault(
        'connection',
        `Discord did not greet the connection to ${url}. Something between here and Discord may hold back WebSockets.`,
      )
}

/** Undefined when nothing comes. */
function firstOp(address: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    const socket = new WebSocket(`${address}?v=10&encoding=json`)
    const end = (op?: number): void => {
      clearTimeout(timer)
      socket.close()
      resolve(op)
    }
    const timer = setTimeout(end, CALL_MS)
    socket.addEventListener('message', ({ data }) => end((JSON.parse(String(data)) as { op?: number }).op))
    socket.addEventListener('error', () => end())
    socket.addEventListener('close', () => end())
  })
}

async function commands(web: Web, application: string): Promise<Finding> {
  const reply = await web.call({ method: 'GET', path: `applications/${application}/commands` })
  if (!('ok' in reply)) return unknown('commands', `Discord does not say which there are (${sayOf(reply)}).`)
  const known = (reply.ok as { name: string }[]).map(({ name }) => name)
  const missing = COMMANDS.map(({ name }) => name).filter((name) => !known.includes(name))
  return missing.length === 0
    ? ok('commands', known.join(', '))
    : unknown('commands', `Not there yet: ${missing.join(', ')}. Parley writes them when it starts.`)
}

async function* servers(web: Web, application: string, extras: Extras): AsyncGenerator<Finding> {
  const reply = await web.call({ method: 'GET', path: 'users/@me/guilds' })
  if (!('ok' in reply)) return yield unknown('servers', `Discord does not say which there are (${sayOf(reply)}).`)
  const needed = permissionsWith(extras)
  const all = reply.ok as { id: string; name: string; permissions?: string }[]
  const link = invite(application, extras)
  if (all.length === 0) return yield fault('servers', `The app is in none. Add it to yours at ${link}`)
  const lacking = all.map(({ name, id, permissions }) => ({
    name,
    id,
    missing: missingOf(needed, BigInt(permissions ?? '0')),
  }))
  const faulty = lacking.filter(({ missing }) => missing.length > 0)
  if (faulty.length === 0) return yield ok('servers', `${all.length}, with all permissions that are needed`)
  for (const { name, id, missing } of faulty.slice(0, NAMED)) {
    const say = `Missing: ${missing.join(', ')}. Give them to the app's role, or add the app again at ${link}`
    yield fault(`server ${name} (${id})`, say)
  }
  if (faulty.length > NAMED) yield fault('servers', `${faulty.length - NAMED} more of ${all.length} lack permissions.`)
}

function missingOf(needed: Readonly<Record<string, bigint>>, permissions: bigint): string[] {
  if (permissions & ADMINISTRATOR) return []
  return Object.entries(needed).flatMap(([name, bit]) => (permissions & bit ? [] : [name]))
}
