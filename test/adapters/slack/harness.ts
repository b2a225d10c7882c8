import Fastify from 'fastify'
import { createSlack, type Slack, type SlackOptions } from '../../../adapters/slack/index.ts'
import { sharedRoutes } from '../../../src/http/shared-routes.ts'
import { createSlackSimulator, type Limits, type SlackSimulator } from '../../../src/simulator/slack/index.ts'
import type { Message, Fault as SlackFault } from '../../../src/simulator/slack/view.ts'
import type { ChannelHarness, Fault, Operation, Shown } from '../../contracts/channel.ts'

export type Way = 'http' | 'socket'

export interface SlackHarness extends ChannelHarness {
  simulator: SlackSimulator
  slack: Slack
  log: { level: string; fields: object; message: string }[]
}

export const ANN = 'U0ANN'
export const DIRECT = 'D0ANN'
export const GENERAL = 'C0GENERAL'
const ZERO_WIDTH_SPACE = '\u200b'

const METHODS: Record<Operation, string> = {
  post: 'chat.postMessage',
  edit: 'chat.update',
  stream: 'chat.startStream',
  append: 'chat.appendStream',
  finish: 'chat.stopStream',
}

/** The real adapter on the real Bolt, against the simulated workspace. */
export async function createHarness(
  way: Way,
  options: { limits?: Partial<Limits>; slack?: Partial<SlackOptions> } = {},
): Promise<SlackHarness> {
  const simulator = createSlackSimulator({
    limits: { retryDelaysMs: [0, 10, 10], ackTimeoutMs: 500, ...options.limits },
  })
  await simulator.start()
  const { botToken, appToken, signingSecret } = simulator
  const log: SlackHarness['log'] = []
  const say = (level: string) => (fields: object, message: string) => void log.push({ level, fields, message })
  const slack = createSlack({
    botToken,
    ...(way === 'socket' ? { appToken } : { signingSecret }),
    apiUrl: `${simulator.url}/api/`,
    log: { debug: say('debug'), info: say('info'), warn: say('warn'), error: say('error') },
    ...options.slack,
  })
  const server = Fastify()
  if (way === 'http') {
    await sharedRoutes(server, slack.routes)
    simulator.sendEventsTo(`${await server.listen({ port: 0, host: '127.0.0.1' })}/slack/events`)
  }
  const ofOurs = (): Message[] =>
    [DIRECT, GENERAL].flatMap((channel) => simulator.messages(channel)).filter(({ user }) => user === 'U0PARLEY')

  return {
    simulator,
    slack,
    log,
    channel: slack.channel,
    person: {
      uid: `slack_T0PARLEY_${ANN}`,
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
    },
    shown: () => ofOurs().map(toShown),
    liveMentions: () => simulator.liveMentions.map(({ mention }) => mention),
    async resend(copies) {
      const { id } = simulator.deliveries.at(-1)!
      await simulator.deliver(id, { copies, retry: { num: 1, reason: 'http_timeout' } })
    },
    settled: () => simulator.delivered(),
    fail: (fault, operation) => simulator.faults.set([{ ...toSlack(fault), method: METHODS[operation], times: 1 }]),
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
    case 'revoked':
      return { kind: 'refuse', error: 'token_revoked' }
    default:
      return { kind: fault.kind }
  }
}

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

interface Element {
  action_id: string
  text: { text: string }
}

function toShown({ text, markdown, blocks, streaming, ephemeral_to }: Message): Shown {
  const [first] = (blocks ?? []) as { type: string; text: string }[]
  const words = markdown ?? (first?.type === 'markdown' ? first.text : text)
  return {
    text: words.replaceAll(ZERO_WIDTH_SPACE, ''),
    buttons: buttonsOf(blocks).map(({ text }) => text),
    streaming,
    alone: ephemeral_to !== undefined,
  }
}
