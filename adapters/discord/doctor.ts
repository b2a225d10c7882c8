import { WebSocket } from 'undici'
import type { Language } from '../../src/lib/language.ts'
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
import { words as all } from './words/index.ts'

const words = all.doctor

const API_URL = 'https://discord.com/api'
const APPS = 'https://discord.com/developers/applications'
const CALL_MS = 10_000
const ADMINISTRATOR = 1n << 3n
/** Servers that are said to be lacking something. */
const NAMED = 10
const HELLO = 10

/** Everything between Discord and Parley that has to be right, in the order in which it matters. */
export async function* diagnose({ env, settings, language }: Diagnosed): AsyncGenerator<Finding> {
  const { DISCORD_BOT_TOKEN: token, DISCORD_SHARD_COUNT: shardCount } = env
  if (!token) {
    return yield fault('configuration', words.noToken(APPS)[language])
  }
  const silent = { debug() {}, info() {}, warn() {}, error() {} }
  const [guard, breaker] = [createGuard({ now: Date.now, log: silent }), createBreaker({ now: Date.now, log: silent })]
  const apiUrl = env['DISCORD_API_URL'] ?? API_URL
  const web = createWeb({ token, apiUrl, limitMs: CALL_MS, guard, breaker, now: Date.now })

  const identity = await identify(web)
  if (!('self' in identity)) return yield fault('bot token', tokenFault(identity, apiUrl, language))
  const { self } = identity
  yield ok('bot token', words.isBot(self.name, self.id, self.application)[language])
  yield intent(identity, language)
  yield* gateway(web, shardCount, language)
  const {
    autoThread: threads = false,
    reactions = false,
    userInstalls = false,
  } = (settings ?? {}) as Partial<DiscordSettings>
  yield await commands(web, self.application, language)
  yield* forPeople(identity, userInstalls, language)
  yield* servers(web, self.application, { threads, reactions }, language)
}

function tokenFault(reply: Reply, apiUrl: string, language: Language): string {
  return 'error' in reply && reply.error.status === 401
    ? words.tokenRefused(APPS)[language]
    : words.notAsked(apiUrl, sayOf(reply))[language]
}

function intent({ readsMessages }: Identity, language: Language): Finding {
  const what = 'Message Content Intent'
  return readsMessages ? ok(what, words.readsAll[language]) : unknown(what, words.readsFew(APPS)[language])
}

/** What is set here, and what is set at Discord. */
function* forPeople({ isForPeople, self }: Identity, userInstalls: boolean, language: Language): Generator<Finding> {
  const what = 'user installs'
  if (userInstalls && !isForPeople) yield fault(what, words.nobodyAdds(APPS)[language])
  else if (userInstalls) yield ok(what, words.peopleAdd(inviteForOneself(self.application))[language])
  else if (isForPeople) yield unknown(what, words.peopleUnanswered(APPS)[language])
}

async function* gateway(web: Web, shardCount: string | undefined, language: Language): AsyncGenerator<Finding> {
  const reply = await web.call({ method: 'GET', path: 'gateway/bot' })
  if (!('ok' in reply)) return yield fault('gateway', words.noGateway(sayOf(reply))[language])
  const { url, shards, session_start_limit } = reply.ok as GatewayInfo
  const { remaining, total, reset_after } = session_start_limit
  yield remaining > 0
    ? ok('starts', words.starts(remaining, total)[language])
    : fault('starts', words.noStarts(total, Math.ceil(reset_after / 60_000))[language])
  if (shardCount && Number(shardCount) < shards) {
    const say = words.shards(shards, shardCount)[language]
    yield Number(shardCount) * 2 < shards ? fault('shards', `${say} ${words.tooFew[language]}`) : unknown('shards', say)
  }
  const told = await firstOp(url)
  yield told === HELLO
    ? ok('connection', words.greets(url)[language])
    : fault('connection', words.noGreeting(url)[language])
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

async function commands(web: Web, application: string, language: Language): Promise<Finding> {
  const reply = await web.call({ method: 'GET', path: `applications/${application}/commands` })
  if (!('ok' in reply)) return unknown('commands', words.notTold(sayOf(reply))[language])
  const known = (reply.ok as { name: string }[]).map(({ name }) => name)
  const missing = COMMANDS.map(({ name }) => name).filter((name) => !known.includes(name))
  return missing.length === 0
    ? ok('commands', known.join(', '))
    : unknown('commands', words.commandsMissing(missing.join(', '))[language])
}

async function* servers(web: Web, application: string, extras: Extras, language: Language): AsyncGenerator<Finding> {
  const reply = await web.call({ method: 'GET', path: 'users/@me/guilds' })
  if (!('ok' in reply)) return yield unknown('servers', words.notTold(sayOf(reply))[language])
  const needed = permissionsWith(extras)
  const all = reply.ok as { id: string; name: string; permissions?: string }[]
  const link = invite(application, extras)
  if (all.length === 0) return yield fault('servers', words.noServers(link)[language])
  const lacking = all.map(({ name, id, permissions }) => ({
    name,
    id,
    missing: missingOf(needed, BigInt(permissions ?? '0')),
  }))
  const faulty = lacking.filter(({ missing }) => missing.length > 0)
  if (faulty.length === 0) return yield ok('servers', words.serversWell(all.length)[language])
  for (const { name, id, missing } of faulty.slice(0, NAMED)) {
    yield fault(`server ${name} (${id})`, words.lacks(missing.join(', '), link)[language])
  }
  if (faulty.length > NAMED) yield fault('servers', words.moreLack(faulty.length - NAMED, all.length)[language])
}

function missingOf(needed: Readonly<Record<string, bigint>>, permissions: bigint): string[] {
  if (permissions & ADMINISTRATOR) return []
  return Object.entries(needed).flatMap(([name, bit]) => (permissions & bit ? [] : [name]))
}
