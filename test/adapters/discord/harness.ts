import { setTimeout as sleep } from 'node:timers/promises'
import { createDiscord, type DiscordOptions } from '../../../adapters/discord/index.ts'
import { channelPlace } from '../../../adapters/discord/places.ts'
import {
  createDiscordSimulator,
  type DiscordSimulator,
  type DiscordSimulatorOptions,
} from '../../../console/stand-ins/discord/index.ts'
import type { Attachment, Component, Fault as DiscordFault, Message } from '../../../console/stand-ins/discord/view.ts'
import type { InboundMessage, Place } from '../../../src/model/message.ts'
import type { Adapter, Channel, Inbox } from '../../../src/ports/channel.ts'
import type { Notes } from '../../../src/ports/notes.ts'
import type { ChannelHarness, Fault, Operation, Shown } from '../../contracts/channel.ts'
import { memoryClaims, memoryInstallations, memoryNotes } from '../../support/adapter-parts.ts'
import { splitAdapter } from '../../support/split-adapter.ts'

export const ANN = '1200000000000000011'
export const BEN = '1200000000000000012'
export const GUILD = '1200000000000000100'
export const GENERAL = '1200000000000000101'
/** A server that the app is not in yet, and its one channel. */
const NEW = '1200000000000000700'
const HALL = '1200000000000000701'
export const APP = '1200000000000000001'

const ROUTES: Partial<Record<Operation, string>> = {
  post: 'POST /channels/{channel}/messages',
  edit: 'PATCH /channels/{channel}/messages/{message}',
  attach: 'POST /channels/{channel}/messages',
}

export interface DiscordHarness extends ChannelHarness {
  simulator: DiscordSimulator
  installations: ReturnType<typeof memoryInstallations>
  notes: Notes & { kept: Map<string, string> }
  log: { level: string; fields: object; message: string }[]
  /** Ann's direct conversation. */
  direct: string
  /** Another adapter on the same simulator, as after a restart. */
  another(options?: Partial<DiscordOptions>): Adapter
}

/** The real adapter on discord.js' gateway, against the simulated Discord. */
export async function createHarness(
  options: {
    simulator?: DiscordSimulatorOptions
    discord?: Partial<DiscordOptions>
    /** Another process shows than the one that receives. */
    split?: boolean
    /** Whether there is a place for answers that only one person sees, which takes as many edits as any. */
    alone?: boolean
    /** Stands before the channel. */
    wrap?: (channel: Channel) => Channel
  } = {},
): Promise<DiscordHarness> {
  const simulator = createDiscordSimulator({
    ...options.simulator,
    limits: { identifyWindowMs: 0, ...options.simulator?.limits },
  })
  await simulator.start()
  const log: DiscordHarness['log'] = []
  const say = (level: string) => (fields: object, message: string) => void log.push({ level, fields, message })
  const installations = memoryInstallations()
  const notes = memoryNotes()
  const another = (more: Partial<DiscordOptions> = {}): Adapter =>
    createDiscord({
      botToken: simulator.token,
      apiUrl: `${simulator.url}/api`,
      installations,
      notes,
      budget: { learn() {}, tryTake: async () => 'ok' },
      log: { debug: say('debug'), info: say('info'), warn: say('warn'), error: say('error') },
      ...options.discord,
      ...more,
    })
  const claims = memoryClaims()
  const counted = counting(options.split ? splitAdapter(another({ claims }), another({ claims })) : another())
  const direct = simulator.direct(ANN)

  /** Somebody asks about a message: what they are answered only they see. */
  async function alone(): Promise<Place> {
    while (simulator.commands({ user: ANN, channel: GENERAL }).length === 0) await sleep(2)
    const target = simulator.say({ user: ANN, channel: GENERAL, content: 'see here' })
    await answered(
      simulator,
      simulator.run({ user: ANN, channel: GENERAL, name: 'Ask the agent about this', target }).id,
    )
    await answered(simulator, simulator.submit({ user: ANN, fields: { question: 'What is it?' } }).id)
    return counted.said().replyTo
  }

  return {
    simulator,
    installations,
    notes,
    log,
    direct,
    another,
    adapter: counted.adapter,
    get channel() {
      const channel = counted.adapter.channel(GUILD)!
      return options.wrap?.(channel) ?? channel
    },
    stranger: BEN,
    person: {
      uid: `discord_${ANN}`,
      say(text, where = 'direct', file) {
        const files = file && [{ name: file.name, type: file.mimetype, base64: file.bytes.toString('base64') }]
        const isDirect = where === 'direct'
        const channel = isDirect ? direct : GENERAL
        const content = isDirect ? text : `<@${APP}> ${text}`
        return `${channel} ${simulator.say({ user: ANN, channel, content, ...(files && { files }) })}`
      },
      edit(said, content) {
        const [channel, message] = said.split(' ') as [string, string]
        simulator.edit({ user: ANN, channel, message, content })
      },
      remove(said) {
        const [channel, message] = said.split(' ') as [string, string]
        simulator.remove({ user: ANN, channel, message })
      },
      async press(label) {
        for (const { channel, id, components } of ofOurs(simulator, direct)) {
          const button = buttonsOf(components).find((one) => one['label'] === label)
          if (!button) continue
          const { id: interaction } = simulator.use({
            user: ANN,
            channel,
            message: id,
            custom_id: String(button['custom_id']),
          })
          return answered(simulator, interaction)
        }
        throw new Error(`There is no button ${label}`)
      },
      async vote(good) {
        const custom = `:${good ? 1 : 0}`
        for (const { channel, id, components } of ofOurs(simulator, direct)) {
          const custom_id = buttonsOf(components)
            .map((one) => String(one['custom_id']))
            .find((one) => one.startsWith('f:') && one.endsWith(custom))
          if (!custom_id) continue
          return answered(simulator, simulator.use({ user: ANN, channel, message: id, custom_id }).id)
        }
      },
      bring() {
        simulator.addGuild({ id: NEW, name: 'New', channels: [{ id: HALL, name: 'hall' }], system: HALL, owner: ANN })
        return channelPlace(NEW, HALL)
      },
      async ask(said) {
        const [channel, target] = said.split(' ') as [string, string]
        const { id } = simulator.run({ user: ANN, channel, name: 'Ask the agent about this', target })
        return answered(simulator, id)
      },
    },
    ...(options.split && { repeats: true as const }),
    ...(options.alone && { alone }),
    shown() {
      const modal = simulator.modal(ANN)
      const words = modal?.components.find(({ type }) => type === 10)?.['content']
      const form: Shown[] = words
        ? [{ text: String(words), buttons: [], files: [], streaming: false, alone: true }]
        : []
      return [...ofOurs(simulator, direct).map((one) => toShown(simulator, one)), ...form]
    },
    liveMentions: () => simulator.liveMentions.map(({ kind, id }) => `${kind} ${id}`),
    async resend(copies) {
      const last = simulator.frames.findLast(({ direction, op }) => direction === 'out' && op === 0)!
      for (let copy = 0; copy < copies; copy++) simulator.gateway.repeat(last.t!)
      await counted.settled(simulator)
    },
    settled: () => counted.settled(simulator),
    fail(fault, operation) {
      const route = ROUTES[operation]
      if (route) simulator.faults.set([{ ...toDiscord(fault), route, times: 1 }])
    },
    failAll(fault, operations) {
      // Files go the way of all messages, but need a permission of their own.
      if (fault.kind === 'forbidden' && operations.every((one) => one === 'attach')) {
        return simulator.setPermissions(GENERAL, [{ id: APP, kind: 'member', deny: ['attachFiles'] }])
      }
      const routes = new Set(operations.flatMap((operation) => ROUTES[operation] ?? []))
      simulator.faults.set([...routes].map((route) => ({ ...toDiscord(fault), route })))
    },
    async close() {
      await simulator.stop()
    },
  }
}

/** What is shown is looked at, not when. */
export function unlimited(channel: Channel): Channel {
  const cost = { post: [], edit: [], stream: [], append: [], finish: [] }
  return {
    ...channel,
    limits(place) {
      const { text, atMost } = channel.limits(place)
      return { text, cost, atMost: { messages: atMost!.messages, cost: [] } }
    },
  }
}

/** Knows when the inbox has taken all that was told. */
function counting(adapter: Adapter) {
  let open = 0
  let last: InboundMessage | undefined
  const count = <Arg, T>(call: (arg: Arg) => Promise<T>) => {
    let isOwed = false
    return async (arg: Arg): Promise<T> => {
      if (!isOwed) open++
      try {
        const told = await call(arg)
        open--
        isOwed = false
        return told
      } catch (error) {
        isOwed = true
        throw error
      }
    }
  }
  return {
    adapter: {
      ...adapter,
      start: (inbox: Inbox) =>
        adapter.start({
          message: count((arg) => {
            last = arg
            return inbox.message(arg)
          }),
          isAsked: count((arg) => inbox.isAsked(arg)),
          file: count((arg) => inbox.file(arg)),
          press: count((arg) => inbox.press(arg)),
          vote: count((arg) => inbox.vote(arg)),
          control: count((arg) => inbox.control(arg)),
          opened: count((arg) => inbox.opened(arg)),
          invited: count((arg) => inbox.invited(arg)),
          shared: count((arg) => inbox.shared(arg)),
          lookUp: inbox.lookUp,
          look: inbox.look,
          asked: count((arg) => inbox.asked(arg)),
          signingOn: count((arg) => inbox.signingOn(arg)),
          signedOn: count((arg) => inbox.signedOn(arg)),
          command: count((arg) => inbox.command(arg)),
          complete: count((arg) => inbox.complete(arg)),
        }),
    },
    said: (): InboundMessage => last!,
    async settled(simulator: DiscordSimulator): Promise<void> {
      if (!adapter.connected()) return
      const beats = () => simulator.frames.filter(({ direction, op }) => direction === 'in' && op === 1).length
      const before = beats()
      // A heartbeat that is asked for is answered when everything before it was heard.
      simulator.gateway.raw(JSON.stringify({ op: 1, d: null, s: null, t: null }))
      while (beats() === before) await sleep(2)
      for (let calm = 0; calm < 3; calm = open === 0 ? calm + 1 : 0) await sleep(4)
    },
  }
}

async function answered(simulator: DiscordSimulator, interaction: string): Promise<void> {
  while (simulator.interaction(interaction)?.state === 'pending') await sleep(2)
}

export function ofOurs(simulator: DiscordSimulator, direct: string): Message[] {
  const channels = [direct, ...simulator.channels().map(({ id }) => id)]
  return channels.flatMap((channel) => simulator.messages(channel)).filter(({ author }) => author.id === APP)
}

/** Components, and what stands in them. */
const within = (components: Component[]): Component[] =>
  components.flatMap((one) => [one, ...within((one['components'] as Component[] | undefined) ?? [])])

export const buttonsOf = (components: Component[]): Component[] =>
  within(components).filter((one) => one.type === 2 && !one['disabled'])

/** All the words that people read in a message. */
export const wordsOf = ({ content, components }: Message): string =>
  [content, ...within(components).flatMap((one) => (one.type === 10 ? [String(one['content'])] : []))]
    .filter((text) => text !== '')
    .join('\n\n')

/** All the files that people see in a message, beside its words or among its components. */
export function filesOf({ attachments, components }: Message): Attachment[] {
  const media = within(components).flatMap(({ file, items }) => [
    file,
    ...((items ?? []) as { media: object }[]).map(({ media }) => media),
  ])
  return [...attachments, ...media.flatMap((one) => (one as { attachment?: Attachment } | undefined)?.attachment ?? [])]
}

export function toShown(simulator: DiscordSimulator, message: Message): Shown {
  const { components, loading, ephemeral } = message
  return {
    text: wordsOf(message),
    buttons: buttonsOf(components).flatMap(({ label }) => (label === undefined ? [] : [String(label)])),
    files: filesOf(message).map(({ id }) => String(simulator.file(id))),
    streaming: loading,
    alone: ephemeral,
  }
}

function toDiscord(fault: Fault): Omit<DiscordFault, 'route'> {
  switch (fault.kind) {
    case 'limited':
      return { kind: 'ratelimited', retryAfter: fault.retryAfter }
    case 'lost':
      return { kind: 'drop' }
    case 'gone':
      return { kind: 'refuse', code: 10008 }
    case 'forbidden':
      return { kind: 'refuse', code: 50013 }
    case 'revoked':
      return { kind: 'refuse', code: 0 }
    default:
      return { kind: fault.kind }
  }
}
