import Fastify from 'fastify'
import { createSlack, type Slack, type SlackOptions } from '../../../adapters/slack/index.ts'
import { alonePlace, channelPlace } from '../../../adapters/slack/places.ts'
import {
  createSlackSimulator,
  type Limits,
  type SlackSimulator,
  type SlackSimulatorOptions,
} from '../../../console/stand-ins/slack/index.ts'
import type { Channel, Message, Fault as SlackFault } from '../../../console/stand-ins/slack/view.ts'
import { createLocalBudget } from '../../../src/drivers/budget-local.ts'
import { sharedRoutes } from '../../../src/http/shared-routes.ts'
import type { Place } from '../../../src/model/message.ts'
import type { ChannelHarness, Fault, Operation, Shown } from '../../contracts/channel.ts'
import { memoryInstallations, memoryNotes, secrets } from '../../support/adapter-parts.ts'
import { textOf } from '../../support/slack-text.ts'
import { splitAdapter } from '../../support/split-adapter.ts'

export type Way = 'http' | 'socket'

export interface SlackHarness extends ChannelHarness {
  /** All of ours, or what is in a thread. */
  shown(thread?: Place): Shown[]
  simulator: SlackSimulator
  slack: Slack
  /** Another process of the same app. */
  another(options?: Partial<SlackOptions>): Slack
  installations: ReturnType<typeof memoryInstallations>
  /** Where the shared server listens. */
  url: string
  log: { level: string; fields: object; message: string }[]
}

export const ANN = 'U0ANN'
export const DIRECT = 'D0ANN'
export const GENERAL = 'C0GENERAL'
/** Where the app is not yet. */
const NEW = 'C0NEW'
/** Of one workspace: who comes into a channel is in it from then on. */
const channelsOfOne = (): Channel[] => [
  { id: GENERAL, kind: 'channel', name: 'general' },
  { id: NEW, kind: 'group', name: 'new', members: [ANN] },
]
const ZERO_WIDTH_SPACE = '\u200b'

const METHODS: Record<Operation, string> = {
  post: 'chat.postMessage',
  edit: 'chat.update',
  stream: 'chat.startStream',
  append: 'chat.appendStream',
  finish: 'chat.stopStream',
  attach: 'files.completeUploadExternal',
}

/** The real adapter and, for sockets, Slack's own client, against the simulated workspace. */
export async function createHarness(
  way: Way,
  options: {
    limits?: Partial<Limits>
    slack?: Partial<SlackOptions>
    simulator?: SlackSimulatorOptions
    /** Another process shows than the one that receives. */
    split?: boolean
  } = {},
): Promise<SlackHarness> {
  const simulator = createSlackSimulator({
    channels: channelsOfOne(),
    ...options.simulator,
    limits: { retryDelaysMs: [0, 10, 10], ackTimeoutMs: 500, ...options.limits },
  })
  await simulator.start()
  const { botToken, appToken, signingSecret } = simulator
  const log: SlackHarness['log'] = []
  const say = (level: string) => (fields: object, message: string) => void log.push({ level, fields, message })
  const installations = memoryInstallations()
  const budget = createLocalBudget({ now: Date.now })
  const another = (more: Partial<SlackOptions> = {}): Slack =>
    createSlack({
      ...(options.slack?.oauth ? {} : { botToken }),
      installations,
      secrets,
      budget,
      notes: memoryNotes(),
      ...(way === 'socket' ? { appToken } : { signingSecret }),
      apiUrl: `${simulator.url}/api/`,
      log: { debug: say('debug'), info: say('info'), warn: say('warn'), error: say('error') },
      ...options.slack,
      ...more,
    })
  const slack = options.split ? splitAdapter(another(), another()) : another()
  const server = Fastify()
  await sharedRoutes(server, slack.routes, { note: () => 0 })
  const url = await server.listen({ port: 0, host: '127.0.0.1' })
  if (way === 'http') simulator.sendEventsTo(`${url}/slack/events`)
  const ofOurs = (): Message[] => [DIRECT, GENERAL].flatMap((channel) => simulator.messages(channel)).filter(isOurs)

  return {
    simulator,
    slack,
    another,
    installations,
    url,
    log,
    adapter: slack,
    get channel() {
      return slack.channel('T0PARLEY')!
    },
    person: {
      uid: `slack_T0PARLEY_${ANN}`,
      async vote(good) {
        const asking = ofOurs().findLast(({ blocks }) => feedbackOf(blocks))!
        const value = good ? 'good' : 'bad'
        await simulator.press({
          user: ANN,
          channel: asking.channel,
          ts: asking.ts,
          ...feedbackOf(asking.blocks)!,
          value,
        })
      },
      say(text, where = 'direct', file) {
        const files = file && [{ name: file.name, mimetype: file.mimetype, base64: file.bytes.toString('base64') }]
        const direct = where === 'direct'
        const said = { user: ANN, channel: direct ? DIRECT : GENERAL, text: direct ? text : `@parley ${text}` }
        return `${said.channel} ${simulator.say({ ...said, ...(files && { files }) })}`
      },
      edit(message, text) {
        const [channel, ts] = message.split(' ')
        simulator.edit({ user: ANN, channel: channel!, ts: ts!, text })
      },
      remove(message) {
        const [channel, ts] = message.split(' ')
        simulator.remove({ user: ANN, channel: channel!, ts: ts! })
      },
      async press(label) {
        for (const { channel, ts, blocks } of ofOurs()) {
          const button = buttonsOf(blocks).find(({ text }) => text === label)
          if (button) return simulator.press({ user: ANN, channel, ts, ...button.ids })
        }
        throw new Error(`There is no button ${label}`)
      },
      open: () => simulator.open({ user: ANN }),
      bring() {
        simulator.invite({ user: ANN, channel: NEW, invited: 'U0PARLEY' })
        return channelPlace('T0PARLEY', NEW)
      },
      async ask(message) {
        const [channel, ts] = message.split(' ')
        await simulator.shortcut({ user: ANN, channel: channel!, ts: ts!, callback_id: 'ask_about' })
      },
    },
    stranger: 'U0BEN',
    async alone() {
      const ts = simulator.say({ user: ANN, channel: GENERAL, text: 'see here' })
      await simulator.shortcut({ user: ANN, channel: GENERAL, ts, callback_id: 'of_tests' })
      const { payload } = simulator.deliveries.findLast(({ type }) => type === 'message_action')!
      const recipient = { user: ANN, team: 'T0PARLEY' }
      const responseUrl = String(payload['response_url'])
      return alonePlace({ team: 'T0PARLEY', channel: GENERAL, recipient, responseUrl })
    },
    shown(thread) {
      const [, , , ts] = thread?.split(':') ?? []
      const ours = ts ? simulator.messages(GENERAL, { thread_ts: ts }).filter(isOurs) : ofOurs()
      return ours.map(toShown(simulator))
    },
    liveMentions: () => simulator.liveMentions.map(({ mention }) => mention),
    async resend(copies) {
      const { id } = simulator.deliveries.at(-1)!
      await simulator.deliver(id, { copies, retry: { num: 1, reason: 'http_timeout' } })
    },
    settled: () => simulator.delivered(),
    fail: (fault, operation) => simulator.faults.set([{ ...toSlack(fault), method: METHODS[operation], times: 1 }]),
    failAll: (fault, operations) =>
      simulator.faults.set(operations.map((operation) => ({ ...toSlack(fault), method: METHODS[operation] }))),
    async close() {
      await server.close()
      await simulator.stop()
    },
  }
}

function toSlack(fault: Fault): Omit<SlackFault, 'method'> {
  switch (fault.kind) {
    case 'limited':
      return { kind: 'ratelimited', retryAfter: fault.retryAfter }
    case 'lost':
      return { kind: 'drop' }
    case 'gone':
      return { kind: 'refuse', error: 'message_not_found' }
    case 'forbidden':
      return { kind: 'refuse', error: 'not_in_channel' }
    case 'revoked':
      return { kind: 'refuse', error: 'token_revoked' }
    default:
      return { kind: fault.kind }
  }
}

const isOurs = ({ user }: Message): boolean => user === 'U0PARLEY'

interface Button {
  text: string
  ids: { block_id: string; action_id: string }
}

function buttonsOf(blocks: unknown[] | undefined): Button[] {
  return (blocks ?? []).flatMap((block) => {
    const { type, block_id, elements } = block as { type: string; block_id: string; elements: Element[] }
    if (type !== 'actions') return []
    return elements.map(({ action_id, text }) => ({ text: text.text, ids: { block_id, action_id } }))
  })
}

function feedbackOf(blocks: unknown[] | undefined): Button['ids'] | undefined {
  const asking = (blocks ?? []).find((block) => (block as { type: string }).type === 'context_actions')
  if (!asking) return undefined
  const { block_id, elements } = asking as { block_id: string; elements: { action_id: string }[] }
  return { block_id, action_id: elements[0]!.action_id }
}

interface Element {
  action_id: string
  text: { text: string }
}

export const toShown =
  (simulator: SlackSimulator) =>
  (message: Message): Shown => {
    const { blocks, files = [], streaming, ephemeral_to } = message
    return {
      text: textOf(message).replaceAll(ZERO_WIDTH_SPACE, ''),
      buttons: buttonsOf(blocks).map(({ text }) => text),
      files: files.map(({ id }) => simulator.file(id)!.toString()),
      streaming,
      alone: ephemeral_to !== undefined,
    }
  }
