import { setTimeout as sleep } from 'node:timers/promises'
import { Client, Events, GatewayIntentBits, REST } from 'discord.js'
import { createBreaker } from '../../adapters/discord/breaker.ts'
import { createGuard } from '../../adapters/discord/guard.ts'
import type { Request } from '../../adapters/discord/request.ts'
import { createWeb } from '../../adapters/discord/web.ts'
import type { Fault } from '../../console/stand-ins/discord/view.ts'
import { type Bench, type Figure, type Scope, within } from './support/bench.ts'
import { startChild } from './support/child.ts'
import { ANN, GENERAL, startDiscord } from './support/discord.ts'
import { startParley } from './support/parley.ts'

const POST = 'POST /channels/{channel}/messages'
const CALLBACK = 'POST /interactions/{interaction}/{token}/callback'
const knockMs = 2500

type Env = Awaited<ReturnType<typeof startDiscord>>['env']

/** Why the adapter has a REST client of its own, and no more of discord.js than its gateway. */
export const discordLibrary: Bench = async (scope) => [
  await firstTextBesideEdits(scope),
  await callsWhile(scope, 'posts that reach Discord, for one whose answer was lost', { kind: 'drop', times: 3 }),
  await callsWhile(scope, `calls in ${knockMs / 1000} s, at a 429 that does not say for how long`, {
    kind: 'ratelimited',
    header: false,
  }),
  await deaths(scope),
  await acknowledgement(scope),
]

/** One call of ours as the adapter makes it, and the same by discord.js. */
async function callers(scope: Scope, limits: object) {
  const started = await startDiscord(scope, { limits })
  const { simulator } = started
  const apiUrl = `${simulator.url}/api`
  const log = { debug() {}, info() {}, warn() {}, error() {} }
  const guard = createGuard({ now: Date.now, log })
  const breaker = createBreaker({ now: Date.now, log })
  const web = createWeb({ token: simulator.token, apiUrl, limitMs: 10_000, guard, breaker, now: Date.now })
  const rest = new REST({ api: apiUrl }).setToken(simulator.token)
  return {
    simulator,
    ours: (request: Request): Promise<unknown> => web.call(request),
    baseline: ({ method, path, body }: Request): Promise<unknown> =>
      rest.request({ method: method as never, fullRoute: `/${path}`, body }),
  }
}

const post = (content: string): Request => ({ method: 'POST', path: `channels/${GENERAL}/messages`, body: { content } })

/** Discord named posts and edits alike until January 2026, though it counted them apart. */
async function firstTextBesideEdits(scope: Scope): Promise<Figure> {
  const took = async (who: 'ours' | 'baseline'): Promise<number> => {
    const { simulator, [who]: call } = await callers(scope, { sharedMessageBucket: true })
    await call(post('An answer that grows'))
    const message = simulator.messages(GENERAL).at(-1)!.id
    // One after the other: discord.js knows of a limit once it was told.
    for (let n = 0; n < 5; n++) {
      const content = `Edit ${n}`
      await call({ method: 'PATCH', path: `channels/${GENERAL}/messages/${message}`, body: { content } })
    }
    const begun = performance.now()
    await call(post('The first text of another'))
    return performance.now() - begun
  }
  const metric = 'a first text, while the edits of another answer are used up'
  return { metric, ours: await took('ours'), baseline: await took('baseline'), unit: 'ms' }
}

async function callsWhile(scope: Scope, metric: string, fault: Omit<Fault, 'route'>): Promise<Figure> {
  const made = async (who: 'ours' | 'baseline'): Promise<number> => {
    const { simulator, [who]: call } = await callers(scope, { enforceRates: false })
    simulator.faults.set([{ ...fault, route: POST }])
    await Promise.race([call(post('Once, please')).catch(() => {}), sleep(knockMs)])
    return simulator.calls.filter(({ route }) => route === POST).length
  }
  return { metric, ours: await made('ours'), baseline: await made('baseline'), unit: '' }
}

/** Whether a packet with a null where Discord should have none ends the process. */
async function deaths(scope: Scope): Promise<Figure> {
  const died = async (start: (env: Env) => ReturnType<typeof startChild>): Promise<number> => {
    const { simulator, env } = await startDiscord(scope)
    const child = await start(env)
    while (!simulator.gateway.connected()) await sleep(5)
    simulator.gateway.malform()
    simulator.say({ user: ANN, channel: GENERAL, content: 'Hello' })
    await sleep(500)
    return child.usage().then(
      () => 0,
      () => 1,
    )
  }
  return {
    metric: 'processes that one malformed packet ends',
    ours: await died((env) => startParley(scope, { env })),
    baseline: await died((env) => startChild(scope, new URL('./children/discord-bare.ts', import.meta.url), { env })),
    unit: '',
  }
}

/** While a server cannot be reached, discord.js keeps what it is told to itself until it has given up waiting. */
async function acknowledgement(scope: Scope): Promise<Figure> {
  const took = async (start: (env: Env) => unknown): Promise<number> => {
    const { simulator, env } = await startDiscord(scope, { limits: { responseMs: 30_000, identifyWindowMs: 0 } })
    simulator.addGuild({ id: '1200000000000000200', name: 'Away', channels: [] })
    // Commands are there from an earlier start.
    const headers = {
      authorization: `Bot ${simulator.token}`,
      'content-type': 'application/json',
      'user-agent': 'DiscordBot (https://example.com, 1)',
    }
    const path = `${simulator.url}/api/v10/applications/${simulator.applicationId}/commands`
    const body = JSON.stringify({
      name: 'ask',
      description: 'Asks',
      options: [{ type: 3, name: 'question', description: 'What' }],
    })
    await fetch(path, { method: 'POST', headers, body })
    simulator.gateway.setAvailable(false, '1200000000000000200')
    const acknowledged = new Promise<number>((resolve) => {
      simulator.onCall(({ route }) => {
        if (route === CALLBACK) resolve(performance.now())
      })
    })
    void start(env)
    while (!simulator.gateway.connected()) await sleep(1)
    const begun = performance.now()
    simulator.run({ user: ANN, channel: GENERAL, name: 'ask', options: { question: 'Are you there?' } })
    return (await within(25_000, 'the acknowledgement', acknowledged)) - begun
  }
  return {
    metric: 'acknowledgement right after connecting, while a server is away',
    ours: await took((env) => startParley(scope, { env })),
    baseline: await took(({ DISCORD_API_URL: api, DISCORD_BOT_TOKEN: token }) => {
      const client = new Client({ intents: [GatewayIntentBits.Guilds], rest: { api } })
      scope.defer(() => client.destroy())
      client.on(Events.InteractionCreate, (one) => void (one.isChatInputCommand() && one.deferReply()))
      return client.login(token)
    }),
    unit: 'ms',
  }
}
