import type {
  Asked,
  Author,
  Control,
  InboundFile,
  InboundMessage,
  Place,
  Press,
  Vote,
} from '../../src/model/message.ts'
import {
  type Channel,
  CommandType,
  EPHEMERAL,
  type Interaction,
  InteractionType,
  isThread,
  type Message,
  type User,
} from './payloads.ts'
import {
  channelPlace,
  directInstallation,
  fileRef,
  installationPlace,
  messageRef,
  privateTalk,
  readPlace,
  replyPlace,
  threadPlace,
  timeOf,
} from './places.ts'
import { mentioned, readText, type Self } from './text.ts'

/** What an interaction asks of us. It must be acknowledged within three seconds, `alone` for the person's eyes only. */
export type Called =
  | { kind: 'message'; message: InboundMessage; alone: boolean }
  | { kind: 'press'; press: Press }
  | { kind: 'vote'; vote: Vote }
  | { kind: 'asked'; asked: Asked }
  /** A command that is no more. */
  | { kind: 'unknown' }

/** What is known without asking, of the channels that events name by their id only. */
export interface Known {
  self: Self
  /** The channel that a thread is in; undefined for what is no thread. */
  parentOf(channel: string): string | undefined
  /** Mentions in channels are answered in a thread of their own. */
  autoThread: boolean
}

export const ASK = 'ask'
export const QUESTION = 'question'
/** A command in the menu of messages: people see this name. */
export const ASK_ABOUT = 'Ask the agent about this'
/** Of the form that it opens. */
export const ASK_ABOUT_FORM = 'ask_about'

/** Said by people: plainly, or as a reply. Everything else is Discord's own words about what happened. */
const WRITTEN = new Set([undefined, 0, 19])
const FORWARDED = 1
const QUICK_REPLY = /^q\d*:([\w-]+)(?::(\d+))?$/
const FEEDBACK = /^f:([\w-]+):([01])$/

export const eventIdOf = (message: string): string => `discord:${message}`
const uidOf = (user: string): string => `discord_${user}`

/** Undefined for everything that is none of our business. */
export function readMessage(message: Message, known: Known): InboundMessage | undefined {
  const { self } = known
  const { id, author, guild_id: guild, channel_id: channel } = message
  if (!author || !isPerson(message, self) || !WRITTEN.has(message.type)) return undefined
  const text = wordsOf(message, self)
  const files = readFiles(message)
  const to = addressed(message, self)
  // Without the intent for them, the words of messages that are not for us do not come.
  if (to !== 'direct' && to !== 'mention' && text === '' && files.length === 0) return undefined
  const reference = message.message_reference
  const repliesTo =
    reference?.message_id && reference.type !== FORWARDED
      ? { repliesTo: refOf(guild, reference.channel_id ?? channel, reference.message_id, self) }
      : {}
  return {
    eventId: eventIdOf(id),
    platform: 'discord',
    ...(guild ? spotIn(guild, message, known) : directSpot(channel, author.id, self)),
    ...repliesTo,
    addressed: to,
    author: authorOf(author, message.member?.nick),
    text,
    named: [],
    files,
    sentAt: timeOf(id),
  }
}

/** A change of what a person wrote. Discord also tells of one when it adds a preview of a link. */
export function readEdit(message: Message, self: Self): Control | undefined {
  if (!message.author || !isPerson(message, self) || !message.edited_timestamp) return undefined
  const text = wordsOf(message, self)
  return text === '' ? undefined : { kind: 'edited', platform: 'discord', eventId: eventIdOf(message.id), text }
}

export const deletion = (message: string): Control => ({
  kind: 'deleted',
  platform: 'discord',
  eventId: eventIdOf(message),
})

export const removal = (guild: string): Control => ({ kind: 'uninstalled', platform: 'discord', installation: guild })

export function readInteraction(interaction: Interaction, self: Self): Called | undefined {
  const user = interaction.member?.user ?? interaction.user
  const { channel, data } = interaction
  if (!user || !channel || !data) return undefined
  const caller = { user, channel, interaction, self }
  switch (interaction.type) {
    case InteractionType.command:
      if (data.type === CommandType.message && data.name === ASK_ABOUT) return readAskAbout(caller)
      if (data.name === ASK) return readAsk(caller)
      return { kind: 'unknown' }
    case InteractionType.component:
      return readVote(caller) ?? readPress(caller)
    case InteractionType.modal:
      return data.custom_id === ASK_ABOUT_FORM ? readForm(caller) : { kind: 'unknown' }
    default:
      return undefined
  }
}

interface Caller {
  user: User
  channel: Channel
  interaction: Interaction
  self: Self
}

type Where = Pick<InboundMessage, 'installation' | 'within' | 'replyTo' | 'thread' | 'talk' | 'root' | 'conversation'>

function spotIn(guild: string, message: Message, { parentOf, autoThread, self }: Known): Where {
  const { channel_id: here, referenced_message: answered } = message
  const parent = parentOf(here)
  if (parent !== undefined) return threadSpot(guild, parent, here)
  // A reply to an answer of ours goes on with what that answered.
  const isOurs = answered?.author?.id === self.id
  const root = isOurs ? (answered.message_reference?.message_id ?? answered.id) : message.id
  const startsThread = autoThread && !isOurs
  return {
    ...channelSpot(guild, here, root),
    replyTo: startsThread
      ? replyPlace({ installation: guild, channel: here, thread: message.id, startsThread })
      : replyPlace({ installation: guild, channel: here, replyTo: message.id }),
  }
}

/** In a channel without threads, a message and the replies that follow from it are one conversation. */
function channelSpot(guild: string, channel: string, root: string): Omit<Where, 'replyTo'> {
  const place = channelPlace(guild, channel)
  const thread = threadPlace(guild, channel, root)
  return {
    installation: guild,
    within: [thread, place, installationPlace(guild)],
    thread,
    talk: place,
    conversation: thread,
  }
}

function threadSpot(guild: string, channel: string, thread: string): Where {
  const place = threadPlace(guild, channel, thread)
  return {
    installation: guild,
    within: [place, channelPlace(guild, channel), installationPlace(guild)],
    replyTo: place,
    thread: place,
    talk: place,
    root: eventIdOf(thread),
    conversation: place,
  }
}

function directSpot(channel: string, user: string, self: Self): Where {
  const installation = directInstallation(self.application)
  const place = channelPlace(installation, channel)
  const talk = privateTalk(self.application, user)
  return {
    installation,
    within: [place, installationPlace(installation)],
    replyTo: place,
    talk,
    conversation: talk,
  }
}

function addressed(message: Message, self: Self): InboundMessage['addressed'] {
  if (!message.guild_id) return 'direct'
  const { mentions = [], referenced_message: answered } = message
  if (mentions.some(({ id }) => id === self.id) || answered?.author?.id === self.id) return 'mention'
  const named = mentioned(message.content ?? '').length > 0 || message.mention_everyone || message.mention_roles?.length
  return named || answered ? 'other' : 'none'
}

/** With what was forwarded, which stands as a quotation. */
function wordsOf(message: Message, self: Self): string {
  const forwarded = (message.message_snapshots ?? [])
    .map((snapshot) => snapshot.message?.content ?? '')
    .filter((content) => content !== '')
    .map((content) => readText({ content }, self).replaceAll(/^/gm, '> '))
  return [...forwarded, readText(message, self)].filter((text) => text !== '').join('\n\n')
}

function readFiles(message: Message): InboundFile[] {
  const all = [message, ...(message.message_snapshots ?? []).map((snapshot) => snapshot.message ?? {})]
  return all.flatMap(({ attachments = [] }) =>
    attachments.flatMap(({ url, filename, content_type, size }) => {
      if (!url || !URL.canParse(url)) return []
      const mimetype = content_type?.split(';')[0] || 'application/octet-stream'
      return [{ ref: fileRef(url), name: filename ?? 'file', mimetype, size: size ?? 0 }]
    }),
  )
}

/** Where an interaction was used. */
function whereOf({ channel, interaction, user, self }: Caller, root: string): Where {
  const guild = interaction.guild_id
  if (!guild) return directSpot(channel.id, user.id, self)
  if (isThread(channel) && channel.parent_id) return threadSpot(guild, channel.parent_id, channel.id)
  return { ...channelSpot(guild, channel.id, root), replyTo: channelPlace(guild, channel.id) }
}

/** The same place, answered through the interaction. */
function throughIt(place: Place, { id, token }: Interaction, how: { deferred: boolean; alone: boolean }): Place {
  return replyPlace({ ...readPlace(place), through: { interaction: id, token, ...how } })
}

function readAsk(caller: Caller): Called {
  const { interaction } = caller
  const { id, guild_id, data } = interaction
  const question = data?.options?.find(({ name }) => name === QUESTION)?.value
  const where = whereOf(caller, id)
  return {
    kind: 'message',
    alone: false,
    message: {
      eventId: eventIdOf(id),
      platform: 'discord',
      ...where,
      replyTo: throughIt(where.replyTo, interaction, { deferred: true, alone: false }),
      addressed: guild_id ? 'mention' : 'direct',
      author: callerOf(caller),
      text: typeof question === 'string' ? question : '',
      named: [],
      files: [],
      sentAt: timeOf(id),
    },
  }
}

/** What a person wants to know of the message they pointed at. They are answered where they asked, alone. */
function readForm(caller: Caller): Called {
  const { interaction, user, self } = caller
  const { id, data } = interaction
  const field = data?.components?.find(({ component }) => component?.custom_id === QUESTION)?.component
  const { installation, within, replyTo } = whereOf(caller, id)
  const talk = privateTalk(self.application, user.id)
  return {
    kind: 'message',
    alone: true,
    message: {
      eventId: eventIdOf(id),
      platform: 'discord',
      installation,
      within,
      replyTo: throughIt(replyTo, interaction, { deferred: true, alone: true }),
      talk,
      conversation: talk,
      addressed: 'direct',
      author: callerOf(caller),
      text: field?.value ?? '',
      named: [],
      files: [],
      sentAt: timeOf(id),
    },
  }
}

function readAskAbout(caller: Caller): Called {
  const { interaction, user, channel, self } = caller
  const { data, guild_id: guild } = interaction
  const message = data?.resolved?.messages?.[data.target_id ?? '']
  if (!message) return { kind: 'unknown' }
  const who = message.author
  const name = message.member?.nick || who?.global_name || who?.username
  return {
    kind: 'asked',
    asked: {
      platform: 'discord',
      installation: guild ?? directInstallation(self.application),
      author: callerOf(caller),
      talk: privateTalk(self.application, user.id),
      about: {
        eventId: eventIdOf(message.id),
        author: { id: who?.id ?? 'somebody', ...(name && { name }) },
        text: wordsOf(message, self),
        link: `https://discord.com/channels/${guild ?? '@me'}/${message.channel_id ?? channel.id}/${message.id}`,
      },
    },
  }
}

/** Buttons that are not ours any more are told to the inbox, too, which knows what to say of them. */
function readPress(caller: Caller): Called {
  const { interaction } = caller
  const { id, data, message } = interaction
  const [, replyId, button] = QUICK_REPLY.exec(data?.custom_id ?? '') ?? []
  const index = Number(button ?? data?.values?.[0])
  const where = whereOf(caller, message?.message_reference?.message_id ?? message?.id ?? id)
  const isAlone = ((message?.flags ?? 0) & EPHEMERAL) !== 0
  return {
    kind: 'press',
    press: {
      eventId: eventIdOf(id),
      platform: 'discord',
      installation: where.installation,
      author: callerOf(caller),
      place: where.within[0]!,
      replyTo: isAlone ? throughIt(where.replyTo, interaction, { deferred: false, alone: true }) : where.replyTo,
      replyId: replyId ?? '',
      index: Number.isInteger(index) ? index : -1,
    },
  }
}

function readVote(caller: Caller): Called | undefined {
  const { data, guild_id } = caller.interaction
  const [, feedbackId, good] = FEEDBACK.exec(data?.custom_id ?? '') ?? []
  if (!feedbackId) return undefined
  return {
    kind: 'vote',
    vote: {
      platform: 'discord',
      installation: guild_id ?? directInstallation(caller.self.application),
      author: callerOf(caller),
      feedbackId,
      good: good === '1',
    },
  }
}

function refOf(guild: string | undefined, channel: string, message: string, self: Self) {
  return messageRef({ installation: guild ?? directInstallation(self.application), channel, message })
}

function authorOf(user: User, nick: string | null | undefined): Author {
  const name = nick || user.global_name || user.username
  return { uid: uidOf(user.id), id: user.id, ...(name && { name }) }
}

function callerOf({ user, interaction: { member, locale } }: Caller): Author {
  return { ...authorOf(user, member?.nick), ...(locale && { locale }) }
}

/** Nothing that a program has said, in whosever name: two agents must never answer each other. */
const isPerson = ({ author, webhook_id }: Message, self: Self): boolean =>
  author !== undefined && !author.bot && !webhook_id && author.id !== self.id
