import type { AskAbout, Author, InboundMessage, Place, Press, Vote } from '../../src/model/message.ts'
import { ASK, PARLEY, PRIVATE, QUESTION } from './agent-command.ts'
import { broughtReply, broughtSpot, isBrought } from './brought.ts'
import { authorOf, membershipOf } from './inbound.ts'
import {
  type Channel,
  CommandType,
  EPHEMERAL,
  type Interaction,
  InteractionType,
  isThread,
  type Option,
  type User,
} from './payloads.ts'
import { channelPlace, directInstallation, privateTalk, readPlace, replyPlace, timeOf } from './places.ts'
import { readShown } from './read-message.ts'
import { isMessage, isText } from './sound.ts'
import { channelSpot, directSpot, eventIdOf, type MessagePlaces, threadSpot } from './spots.ts'
import type { Self } from './text.ts'
import { nameOf } from './text.ts'
import { words } from './words/index.ts'

/** What an interaction asks of us. It must be acknowledged within three seconds, `alone` for the person's eyes only. */
export type Called =
  | { kind: 'message'; message: InboundMessage; alone: boolean }
  | { kind: 'press'; press: Press }
  | { kind: 'vote'; vote: Vote }
  | { kind: 'asked'; asked: AskAbout }
  /** A command that is no more. */
  | { kind: 'unknown' }

/** A command in the menu of messages: people see this name. */
export const ASK_ABOUT = words.commands.askAbout.en
/** Of the form that it opens. */
export const ASK_ABOUT_FORM = 'ask_about'

const QUICK_REPLY = /^q\d*:([\w-]+)(?::(\d+))?$/
const FEEDBACK = /^f:([\w-]+):([01])$/

export function readInteraction(interaction: Interaction, self: Self): Called | undefined {
  const user = interaction.member?.user ?? interaction.user
  const { channel, data } = interaction
  if (!user || !channel || !data) return undefined
  const caller = { user, channel, interaction, self }
  switch (interaction.type) {
    case InteractionType.command:
      if (data.type === CommandType.message && data.name === ASK_ABOUT) return readAskAbout(caller)
      if (data.name === ASK) return readAsk(caller, data.options)
      if (data.name === PARLEY && data.options?.[0]?.name === ASK) return readAsk(caller, data.options[0].options)
      return { kind: 'unknown' }
    case InteractionType.component:
      return readVote(caller) ?? readPress(caller)
    case InteractionType.modal:
      return data.custom_id === ASK_ABOUT_FORM ? readForm(caller) : { kind: 'unknown' }
    default:
      return undefined
  }
}

export interface Caller {
  user: User
  channel: Channel
  interaction: Interaction
  self: Self
}

/** Where an interaction was used. */
function whereOf({ channel, interaction, user, self }: Caller, root: string): MessagePlaces {
  const guild = interaction.guild_id
  if (isBrought(interaction)) {
    const { id, token } = interaction
    const how = { interaction: id, token, deferred: false, alone: false }
    return { ...broughtSpot(channel, self), replyTo: broughtReply(channel, self, how) }
  }
  if (!guild) return directSpot(channel.id, user.id, self)
  if (isThread(channel) && channel.parent_id) return threadSpot(guild, channel.parent_id, channel.id)
  return { ...channelSpot(guild, channel.id, root), replyTo: channelPlace(guild, channel.id) }
}

/** The same place, answered through the interaction. */
function throughIt(place: Place, { id, token }: Interaction, how: { deferred: boolean; alone: boolean }): Place {
  const { through, ...spot } = readPlace(place)
  const only = through?.only && { only: true as const }
  return replyPlace({ ...spot, through: { interaction: id, token, ...how, ...only } })
}

function readAsk(caller: Caller, options: readonly Option[] = []): Called {
  const { interaction } = caller
  const { id, guild_id } = interaction
  const given = (option: string) => options.find(({ name }) => name === option)?.value
  const question = given(QUESTION)
  if (given(PRIVATE) === true) return askedAlone(caller, question)
  const where = whereOf(caller, id)
  return {
    kind: 'message',
    alone: false,
    message: {
      eventId: eventIdOf(id),
      platform: 'discord',
      ...where,
      replyTo: throughIt(where.replyTo, interaction, { deferred: true, alone: false }),
      addressed: guild_id && !isBrought(interaction) ? 'mention' : 'direct',
      promised: true,
      author: callerOf(caller),
      ...standingOf(caller),
      text: isText(question) ? question : '',
      named: [],
      files: [],
      sentAt: timeOf(id),
    },
  }
}

/** What a person wants to know of the message they pointed at. They are answered where they asked, alone. */
function readForm(caller: Caller): Called {
  const { components } = caller.interaction.data ?? {}
  return askedAlone(caller, components?.find(({ component }) => component?.custom_id === QUESTION)?.component?.value)
}

/** It belongs to their direct conversation, wherever they ask: nobody else is told of it. */
function askedAlone(caller: Caller, question: unknown): Called {
  const { interaction, user, self } = caller
  const { id } = interaction
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
      promised: true,
      author: callerOf(caller),
      ...standingOf(caller),
      text: isText(question) ? question : '',
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
  if (!isMessage(message)) return { kind: 'unknown' }
  const who = message.author
  const name = nameOf(who, message.member?.nick)
  const installation = installationOf(caller)
  const here = { installation, channel: message.channel_id ?? channel.id }
  return {
    kind: 'asked',
    asked: {
      platform: 'discord',
      installation,
      author: callerOf(caller),
      talk: privateTalk(self.application, user.id),
      about: {
        eventId: eventIdOf(message.id),
        author: { id: who?.id ?? 'somebody', ...(name && { name }) },
        text: readShown(message, here, self).text,
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
  const { data } = caller.interaction
  const [, feedbackId, good] = FEEDBACK.exec(data?.custom_id ?? '') ?? []
  if (!feedbackId) return undefined
  return {
    kind: 'vote',
    vote: {
      platform: 'discord',
      installation: installationOf(caller),
      author: callerOf(caller),
      feedbackId,
      good: good === '1',
    },
  }
}

/** What it belongs to: what somebody has brought along is no server's. */
export const installationOf = ({ interaction, self }: Caller): string =>
  (isBrought(interaction) ? undefined : interaction.guild_id) ?? directInstallation(self.application)

/** What limits look at: who they are here, and what the channel is. */
function standingOf({
  user,
  channel,
  interaction,
}: Caller): Partial<Pick<InboundMessage, 'membership' | 'ageRestricted'>> {
  // What they are in somebody else's server is nothing here.
  const member = isBrought(interaction) ? undefined : interaction.member
  return { membership: membershipOf(user, member), ...(channel.nsfw === true && { ageRestricted: true as const }) }
}

export function callerOf({ user, interaction: { member, locale } }: Pick<Caller, 'user' | 'interaction'>): Author {
  return { ...authorOf(user, member?.nick), ...(isText(locale) && locale && { locale }) }
}
