import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { vi } from 'vitest'
import { WebSocket } from 'ws'
import { stringify } from 'yaml'
import { endWithParent } from '../support/end-with-parent.ts'

type Json = Record<string, unknown>

export const TENANT = '7a11e500-0000-4000-8000-000000000001'
export const PARLEY = { id: '28:parley', name: 'Parley' }
export const ANN = personOf('Ann', 1)
export const BEN = personOf('Ben', 2)
export const PERSONAL = 'a:ann'
export const GROUP = '19:lunch@thread.v2'
export const CHANNEL = '19:support@thread.tacv2'
const TEAM = '19:general@thread.tacv2'

const WAIT = { timeout: 60_000, interval: 20 }

/** The Playground wants a person who sits before it and five others. */
const SETTINGS = {
  version: '0.1.1',
  tenantId: TENANT,
  bot: PARLEY,
  currentUser: ANN,
  users: [BEN, ...['Cleo', 'Dan', 'Eve', 'Fay'].map((name, n) => personOf(name, n + 3))],
  personalChat: { id: PERSONAL },
  groupChat: { id: GROUP, name: 'Lunch' },
  team: {
    id: TEAM,
    name: 'Example',
    aadGroupId: '7a11e500-0000-4000-8000-0000000000c1',
    channels: [{ id: CHANNEL, name: 'Support' }],
  },
}

function personOf(name: string, n: number) {
  const address = `${name.toLowerCase()}@example.com`
  const names = { name, givenName: name, surname: 'Example', email: address, userPrincipleName: address }
  return { id: `29:${name.toLowerCase()}`, aadObjectId: `7a11e500-0000-4000-8000-0000000000a${n}`, ...names }
}

/** A message of the bot, as the page of the Playground is told to draw it. */
export interface Look {
  text?: string
  attachments: { contentType: string; content: Card }[]
  suggestedActions?: { actions: { title: string; value: string }[] }
  aiEntity?: { additionalType?: string[]; citation?: { position: number; appearance: { name: string } }[] }
  feedbackLoopEnabled?: boolean
  streamEntity?: { streamType: 'informative' | 'streaming' | 'final'; streamSequence?: number }
}

export interface Card {
  body: Json[]
  actions?: { title: string; data: unknown }[]
}

/** What became of a message. */
export interface Seen {
  id: string
  conversation: string
  /** How it looked, from the first time to now. */
  looks: Look[]
  now: Look
}

/** A request over the wire between the Playground and the bot, and what was answered. */
export interface Exchange {
  from: 'Microsoft 365 Agents Playground' | 'User Application'
  request: { body: Json }
  response: { statusCode: number; body?: unknown }
}

/**
 * Microsoft's Agents Playground without its page, connected to a bot at `endpoint`. It keeps its files in `folder`. What it
 * cannot do: delete messages, open dialogs, tell somebody something alone, enforce rates.
 */
export async function startPlayground({ endpoint, folder }: { endpoint: string; folder: string }) {
  const settings = join(folder, 'playground.yml')
  writeFileSync(settings, stringify(SETTINGS))
  const program = join(
    dirname(fileURLToPath(import.meta.resolve('@microsoft/m365agentsplayground/package.json'))),
    'cli.js',
  )
  const guard = join(import.meta.dirname, 'loopback-only.mjs')
  const options = ['start', '-e', endpoint, '-c', 'msteams', '-p', String(await freePort()), '--dt']
  const child = spawn(process.execPath, ['--import', guard, program, ...options], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      TEAMSAPPTESTER_BROWSER: 'none',
      M365_AGENTS_PLAYGROUND_LOGFILE: join(folder, 'playground.log'),
      M365_AGENTS_PLAYGROUND_CONFIG_PATH: settings,
    },
    stdio: 'pipe',
  })
  endWithParent(child)
  const exited = once(child, 'exit')
  let printed = ''
  const end = async (): Promise<void> => {
    child.kill('SIGKILL')
    await exited
  }

  const port = await new Promise<string>((found, failed) => {
    const fail = (why: string) => failed(new Error(`The Agents Playground ${why}:\n${printed}`))
    const late = setTimeout(fail, 15_000, 'did not listen within 15 s')
    const read = (chunk: Buffer): void => {
      printed += chunk
      // It takes another port where it cannot have the one it is given.
      const [, listening] = /Listening on (\d+)/.exec(printed) ?? []
      if (!listening) return
      clearTimeout(late)
      found(listening)
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    void exited.then(() => fail('ended before it listened'))
  }).catch(async (error) => {
    await end()
    throw error
  })
  const address = `127.0.0.1:${port}`

  const seen = new Map<string, Seen>()
  const typing: string[] = []
  const exchanges: Exchange[] = []

  function see(told: { action: string; actionConversationId: string; message: Look & { messageId: string } }): void {
    const { action, actionConversationId: conversation, message } = told
    if (action === 'typing') return void typing.push(conversation)
    const { messageId: id, ...look } = message
    const before = seen.get(id)
    seen.set(id, { id, conversation, looks: [...(before?.looks ?? []), look], now: look })
  }

  const listen = async (path: string, hear: (told: never) => void): Promise<WebSocket> => {
    const socket = new WebSocket(`ws://${address}${path}`)
    socket.on('message', (data) => hear(JSON.parse(String(data)) as never))
    await once(socket, 'open')
    return socket
  }
  const sockets = [
    await listen('/_ws_conversation/v1/conversations/stream', see),
    await listen('/_ws/log/stream', ({ log }: { log: Exchange | { text: unknown } }) => {
      // It also says what it does not know.
      if ('request' in log) exchanges.push(log)
    }),
  ]

  async function post(path: string, body: object): Promise<string> {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`http://${address}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    const text = await response.text()
    if (!response.ok) throw new Error(`The Agents Playground refused ${path}: ${response.status} ${text}`)
    return text
  }

  const told = () => exchanges.filter(({ from }) => from === 'Microsoft 365 Agents Playground')

  /** What the bot was told by what is done, once it has answered. */
  async function telling(what: Json, act: () => Promise<unknown>): Promise<Exchange> {
    const before = told().length
    await act()
    const find = () =>
      told()
        .slice(before)
        .find(({ request }) => matches(request.body, what))
    return vi.waitFor(() => {
      const one = find()
      if (!one) throw new Error(`The bot was not told ${JSON.stringify(what)}, or did not answer`)
      return one
    }, WAIT)
  }

  return {
    url: `http://${address}`,
    /** What it printed, for the message of a failing test. */
    printed: () => printed,
    typing,
    exchanges,
    /** All that the bot shows there, oldest first. */
    shown: (conversation: string): Seen[] => [...seen.values()].filter((one) => one.conversation === conversation),

    /** Ann says something; elsewhere than in her own chat to the bot. Answers with what the bot was told. */
    async say(conversation: string, text: string): Promise<Json> {
      const name = `<at>${PARLEY.name}</at>`
      // People read before they write.
      await sleep(50)
      const isAlone = conversation === PERSONAL
      const said = isAlone ? text : `${name} ${text}`
      const mentions = isAlone ? [] : [{ mentioned: PARLEY, text: name }]
      const body = { from: { id: ANN.id }, text: said, textFormat: 'plain', mentions }
      const path = `/_conversation/v1/conversations/${encodeURIComponent(conversation)}/messages`
      const { request } = await telling({ type: 'message', text: said }, () => post(path, body))
      return request.body
    },

    /** Ann presses a button of a card. */
    async press({ id, conversation, now }: Seen, title: string): Promise<void> {
      const action = buttonsOf(now).find((button) => button.title === title)
      if (!action) throw new Error(`There is no button ${title} in ${JSON.stringify(now)}`)
      const press = { from: { id: ANN.id }, conversation: { id: conversation }, replyToId: id, value: action.data }
      await telling({ replyToId: id }, () => post('/_conversation/v1/submit', press))
    },

    /** Any activity, as Teams would send it: told as it stands. */
    async tell(activity: Json & { type: string }): Promise<Exchange> {
      const id = crypto.randomUUID()
      const whole = { id, channelId: 'msteams', serviceUrl: `http://localhost:${port}/_connector`, ...activity }
      return telling({ id: whole.id, type: activity.type }, () => post('/_internal/v1/customActivities', whole))
    },

    /** What the Playground itself would send when the app is installed in a chat, or added to it. */
    async template(type: 'install' | 'botAdded', conversation: string): Promise<Json & { type: string }> {
      const query = new URLSearchParams({ type, conversationId: conversation })
      const response = await fetch(`http://${address}/_internal/v1/customActivities/template?${query}`)
      return (await response.json()) as Json & { type: string }
    },

    async stop(): Promise<void> {
      for (const socket of sockets) socket.terminate()
      await end()
    },
  }
}
export type Playground = Awaited<ReturnType<typeof startPlayground>>

export const cardOf = ({ attachments }: Look): Card | undefined => attachments[0]?.content
export const buttonsOf = (look: Look): NonNullable<Card['actions']> => cardOf(look)?.actions ?? []

const matches = (activity: Json, what: Json): boolean => Object.entries(what).every(([key, is]) => activity[key] === is)

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}
