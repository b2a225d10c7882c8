import { setTimeout as sleep } from 'node:timers/promises'
import { languageOf } from '../../src/lib/language.ts'
import type { Note } from '../../src/model/message.ts'
import type { Inbox } from '../../src/ports/channel.ts'
import type { Log } from '../../src/ports/log.ts'
import type { Breaker } from './breaker.ts'
import { isBrought } from './brought.ts'
import { type Called, readInteraction } from './called.ts'
import type { Channels } from './channels.ts'
import type { CommandDoor } from './command-door.ts'
import type { Echoes } from './echoes.ts'
import type { Packet } from './gateway.ts'
import type { Guilds } from './guilds.ts'
import { deletion, readEdit, readInvitation, readMessage, readReaction, removal } from './inbound.ts'
import type { Interactions } from './interactions.ts'
import { markPressed, renderForm, renderNote } from './outbound.ts'
import {
  type Channel,
  EPHEMERAL,
  type Guild,
  type Interaction,
  InteractionType,
  isThread,
  type Message,
  type Reaction,
  type Role,
} from './payloads.ts'
import { channelPlace, directInstallation, messageRef, threadPlace } from './places.ts'
import type { Roles } from './roles.ts'
import type { Self } from './text.ts'
import type { Titles } from './titles.ts'
import { words } from './words/index.ts'

/** Discord tells an event once; what the inbox could not take is offered again, with growing pauses. */
const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 30_000

/** How an interaction may be answered at once. */
const Answer = { message: 4, later: 5, laterUpdate: 6, update: 7, choices: 8, form: 9 } as const

export interface ReceiveParts {
  inbox: Inbox
  self: Self
  breaker: Pick<Breaker, 'forget'>
  channels: Channels
  roles: Roles
  interactions: Interactions
  echoes: Echoes
  autoThread: boolean
  userInstalls: boolean
  titles: Titles
  guilds: Guilds
  commands: CommandDoor
  /** A question of this person, in this thread, is answered. */
  solved(thread: Channel, user: string): Promise<void>
  log: Log
  now: () => number
  /** Aborted when nothing more is to be taken in. */
  signal: AbortSignal
}

/**
 * What Discord tells, into the inbox. Resolves when it is durable; undefined when there is nothing to wait for. Rejects when it
 * was told to stop before.
 */
export function createReceiver(parts: ReceiveParts) {
  const {
    inbox,
    self,
    breaker,
    channels,
    roles,
    interactions,
    echoes,
    autoThread,
    userInstalls,
    titles,
    guilds,
    commands,
    solved,
    log,
    now,
    signal,
  } = parts
  /** Messages that are being made durable. */
  const writing = new Map<string, Promise<void>>()
  /** What is done once an interaction was answered. */
  const following = new Map<string, () => Promise<void>>()
  const known = {
    self,
    parentOf: channels.parentOf,
    isForAdults: channels.isForAdults,
    isForum: channels.isForum,
    isOwnRole: roles.isOwn,
    autoThread,
  }

  async function durably(write: () => Promise<unknown>): Promise<void> {
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      try {
        return void (await write())
      } catch (err) {
        log.error({ err }, 'an event from Discord could not be taken in; it is tried again')
        await sleep(pause, undefined, { signal })
      }
    }
  }

  function message(told: Message): Promise<void> | undefined {
    const { author, guild_id: guild, nonce, channel_id: channel, id } = told
    if (author?.id === self.id) {
      const installation = guild ?? directInstallation(self.application)
      if (nonce !== undefined) echoes.heard(String(nonce), messageRef({ installation, channel, message: id }))
      return undefined
    }
    if (!author) return undefined
    if (guild !== undefined && !guilds.has(guild)) void guilds.joined({ id: guild })
    const asking = guild === undefined ? undefined : channels.ask(guild, channel)
    const joining = guilds.written(guild)
    const calling = roles.ask(guild, told.mention_roles)
    const waits = [asking, joining, calling].filter((wait) => wait !== undefined)
    const done = waits.length > 0 ? Promise.all(waits).then(() => take(told)) : take(told)
    if (!done) return undefined
    writing.set(id, done)
    return done.finally(() => writing.delete(id))
  }

  function reacted(told: Reaction): Promise<void> | undefined {
    const { guild_id: guild, channel_id: channel } = told
    const asking = guild === undefined ? undefined : channels.ask(guild, channel)
    const take = (): Promise<void> | undefined => {
      const read = readReaction(told, known, now())
      return read && durably(() => inbox.message(read))
    }
    const before = writing.get(told.message_id ?? '')
    const waits = [asking, before].filter((wait) => wait !== undefined)
    return waits.length > 0 ? Promise.allSettled(waits).then(take) : take()
  }

  /** What comes after a message waits until that is durable: an edit or a deletion of what is not there would be lost. */
  function after(id: string, work: () => Promise<void>): Promise<void> {
    const before = writing.get(id)
    return before ? before.then(work, work) : work()
  }

  function take(told: Message): Promise<void> | undefined {
    const read = readMessage(told, known)
    if (!read) return undefined
    if (autoThread) titles.add(told.id, read.text)
    return durably(() => inbox.message(read))
  }

  /** What was not for us may be now, and then it has to be known where it is. */
  async function edited(told: Message): Promise<void> {
    const { id, guild_id: guild, channel_id: channel } = told
    if (guild !== undefined && channel !== undefined) await channels.ask(guild, channel)
    const edit = readEdit(told, known)
    if (edit) await after(id, () => durably(() => inbox.control(edit)))
  }

  const deleted = (id: string): Promise<void> => after(id, () => durably(() => inbox.control(deletion(id))))

  /** With all that was said in it. */
  function gone(told: Channel): Promise<void> | undefined {
    const place = placeOf(told)
    channels.gone(told.id)
    breaker.forget(told.id)
    return place && durably(() => inbox.control({ kind: 'placeGone', platform: 'discord', place }))
  }

  function come(guild: Guild): Promise<void> | undefined {
    const joining = guilds.joined(guild)
    const invitation = readInvitation(guild, now())
    if (!invitation) return joining
    return Promise.resolve(joining).then(() => durably(() => inbox.invited(invitation)))
  }

  async function interaction(told: Interaction): Promise<void> {
    if (isBrought(told)) {
      if (!userInstalls) return void (await interactions.respond(told, unwelcome(told)))
    } else {
      if (told.guild_id !== undefined && !guilds.has(told.guild_id)) void guilds.joined({ id: told.guild_id })
      await guilds.written(told.guild_id)
    }
    const command = commands.take(told)
    if (command) return command
    const called = readInteraction(told, self)
    if (!called) return
    // Whoever answers waits for the acknowledgement, which follows as soon as it is durable.
    interactions.expect(told.id)
    try {
      await interactions.respond(told, await answerTo(told, called))
      await following.get(told.id)?.()
    } catch (err) {
      log.error({ err }, 'an interaction could not be taken in')
      await interactions.respond(told, whisper(say(words.notTaken, told)))
    } finally {
      following.delete(told.id)
    }
  }

  async function answerTo(told: Interaction, called: Called): Promise<object> {
    switch (called.kind) {
      case 'message': {
        const taken = await inbox.message(called.message)
        // "Is thinking…" promises an answer to everybody who sees it.
        if (taken !== 'taken') return whisper(taken.dropped)
        return { type: Answer.later, ...(called.alone && { data: { flags: EPHEMERAL } }) }
      }
      case 'press': {
        const note = await inbox.press(called.press)
        if (note) return whisper(note)
        const { message, data } = told
        const components = markPressed(message?.components ?? [], data?.custom_id ?? '', data?.values?.[0])
        return { type: Answer.update, data: { components } }
      }
      case 'vote': {
        const note = await inbox.vote(called.vote)
        const { good, author } = called.vote
        if (good && told.channel && isThread(told.channel))
          following.set(told.id, () => solved(told.channel!, author.id))
        return note ? whisper(note) : { type: Answer.laterUpdate }
      }
      case 'asked': {
        const asked = await inbox.asked(called.asked)
        return 'question' in asked
          ? { type: Answer.form, data: renderForm(asked.question, told.locale) }
          : whisper(asked.dropped)
      }
      case 'unknown':
        return whisper(say(words.noSuchCommand, told))
    }
  }

  return {
    /** Also for messages that were read and not received. */
    message,
    receive({ t, d }: Packet): Promise<void> | undefined {
      switch (t) {
        case 'MESSAGE_CREATE':
          return message(d as Message)
        case 'MESSAGE_REACTION_ADD':
          return reacted(d as Reaction)
        case 'INTERACTION_CREATE':
          return interaction(d as Interaction)
        case 'MESSAGE_UPDATE': {
          return edited(d as Message)
        }
        case 'MESSAGE_DELETE':
          return deleted((d as Message).id)
        case 'MESSAGE_DELETE_BULK': {
          const { ids } = d as { ids: string[] }
          return Promise.all(ids.map(deleted)).then(() => {})
        }
        case 'GUILD_CREATE':
          channels.guild(d as Guild)
          roles.guild(d as Guild)
          return come(d as Guild)
        case 'GUILD_DELETE':
          // A server in trouble is not one that we were removed from.
          if ((d as Guild).unavailable) return undefined
          guilds.left((d as Guild).id)
          return durably(() => inbox.control(removal((d as Guild).id)))
        case 'GUILD_ROLE_CREATE':
        case 'GUILD_ROLE_UPDATE':
          roles.heard((d as { role?: Role }).role)
          return undefined
        case 'CHANNEL_UPDATE':
          breaker.forget((d as Channel).id)
          return undefined
        case 'THREAD_CREATE':
        case 'THREAD_UPDATE':
          breaker.forget((d as Channel).id)
          channels.heard(d as Channel)
          return undefined
        case 'THREAD_LIST_SYNC':
          for (const thread of (d as { threads?: Channel[] }).threads ?? []) channels.heard(thread)
          return undefined
        case 'THREAD_DELETE':
        case 'CHANNEL_DELETE':
          return gone(d as Channel)
        default:
          return undefined
      }
    },
  }
}

function placeOf(channel: Channel) {
  const { id, guild_id: guild, parent_id: parent } = channel
  if (guild === undefined) return undefined
  return isThread(channel) && parent ? threadPlace(guild, parent, id) : channelPlace(guild, id)
}

/** What could be typed there is none; anything else is told. */
const unwelcome = (told: Interaction): object =>
  told.type === InteractionType.typing
    ? { type: Answer.choices, data: { choices: [] } }
    : whisper(say(words.notBrought, told))

const whisper = (note: Note): object => ({ type: Answer.message, data: renderNote(note) })
const say = (sentence: Record<'en' | 'ja', string>, { locale }: Interaction): Note => ({
  text: sentence[languageOf(locale, '')],
})
