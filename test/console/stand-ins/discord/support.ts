import { Client, type ClientOptions, GatewayIntentBits, Partials } from 'discord.js'
import { afterEach, expect } from 'vitest'
import {
  createDiscordSimulator,
  type DiscordSimulator,
  type DiscordSimulatorOptions,
} from '../../../../console/stand-ins/discord/index.ts'
import { againstSpec } from './spec-oracle.ts'

export const ANN = '1200000000000000011'
export const BEN = '1200000000000000012'
export const GUILD = '1200000000000000100'
export const GENERAL = '1200000000000000101'
export const SUPPORT = '1200000000000000102'
export const BOT = '1200000000000000001'

const running: DiscordSimulator[] = []
const closers: (() => unknown)[] = []

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
  const calls = running.flatMap((simulator) => simulator.calls)
  for (const simulator of running.splice(0)) await simulator.stop()
  // Whatever a test is about: what was accepted, and what was answered, is as Discord describes it.
  expect(againstSpec(calls)).toEqual([])
})

/** Run after the test, before the simulator stops. */
export function later(close: () => unknown): void {
  closers.push(close)
}

export async function startSimulator(options: DiscordSimulatorOptions = {}): Promise<DiscordSimulator> {
  const simulator = createDiscordSimulator(options)
  await simulator.start()
  running.push(simulator)
  return simulator
}

export const INTENTS = [
  GatewayIntentBits.Guilds,
  GatewayIntentBits.GuildMessages,
  GatewayIntentBits.GuildMessageReactions,
  GatewayIntentBits.GuildMessageTyping,
  GatewayIntentBits.DirectMessages,
  GatewayIntentBits.MessageContent,
]

export function createBot(simulator: DiscordSimulator, options: Partial<ClientOptions> = {}): Client {
  const { rest, ...rest_ } = options
  const client = new Client({
    intents: INTENTS,
    partials: [Partials.Channel],
    ...rest_,
    rest: { api: `${simulator.url}/api`, ...rest },
  })
  later(() => client.destroy())
  return client
}

/** A bot that is ready. */
export async function startBot(
  simulator: DiscordSimulator,
  options: Partial<ClientOptions> = {},
): Promise<Client<true>> {
  const client = createBot(simulator, options)
  const ready = new Promise<Client<true>>((resolve) => client.once('clientReady', resolve))
  await client.login(simulator.token)
  return ready
}

/** A clock that stands still until it is moved. */
export function createClock(): { now: () => number; pass: (ms: number) => void } {
  let at = Date.parse('2026-11-21T10:00:00Z')
  return {
    now: () => at,
    pass(ms) {
      at += ms
    },
  }
}

export interface Answer {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: answers are read as the JSON they are
  body: any
}

/** A REST call without the SDK, e.g. `call(simulator, 'POST', '/channels/1/messages', {content: 'Hi'})`. */
export async function call(
  simulator: DiscordSimulator,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const isForm = body instanceof FormData
  const response = await fetch(`${simulator.url}/api/v10${path}`, {
    method,
    headers: {
      authorization: `Bot ${simulator.token}`,
      'user-agent': 'DiscordBot (https://example.com, 1.0)',
      ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json')
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text }
}

export async function until(condition: () => boolean): Promise<void> {
  const deadline = Date.now() + 5000
  while (!condition()) {
    if (Date.now() > deadline) throw new Error('That never happened')
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
}

export const button = (custom_id: string, label = 'Yes'): object => ({ type: 2, style: 1, custom_id, label })
export const row = (...components: object[]): object => ({ type: 1, components })

/** One transparent pixel. */
export const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
