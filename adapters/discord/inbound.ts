import type { Author, Control, InboundMessage, Invitation, Membership, Program } from '../../src/model/message.ts'
import { readExtras } from './extras.ts'
import { filesOf, readFile } from './files.ts'
import { namelessIn } from './names.ts'
import type { Guild, Member, Message, Reaction, User } from './payloads.ts'
import { channelPlace, directInstallation, installationPlace, messageRef, timeOf } from './places.ts'
import { readForwarded } from './read-message.ts'
import { shownText } from './shown-text.ts'
import { isText } from './sound.ts'
import { directSpot, eventIdOf, type KnownChannels, spotIn } from './spots.ts'
import { mentioned, nameOf, readText, type Self } from './text.ts'

/** Said by people: plainly, or as a reply. Everything else is Discord's own words about what happened. */
const WRITTEN = new Set([undefined, 0, 19])
const FORWARDED = 1
/** Whoever was away longer when it was brought to a server does not say hello any more. */
const COME_MS = 900_000

/** Undefined for everything that is none of our business. */
export function readMessage(message: Message, known: KnownChannels): InboundMessage | undefined {
  const { self } = known
  const { id, author, guild_id: guild, channel_id: channel } = message
  if (!author || author.id === self.id || !WRITTEN.has(message.type)) return undefined
  const program = isPerson(message) ? undefined : programOf(message)
  const said = wordsOf(withoutRoleCall(message, known), self)
  const text = program ? [said, ...shownText(message)].filter((part) => part !== '').join('\n\n') : said
  const files = filesOf(message).flatMap(readFile)
  const quoted = readForwarded(message, self)
  const to = addressed(message, known)
  // Without the intent for them, the words of messages that are not for us do not come.
  if (to !== 'direct' && to !== 'mention' && text === '' && files.length + quoted.length === 0) return undefined
  const reference = message.message_reference
  const repliesTo =
    reference?.message_id && reference.type !== FORWARDED
      ? { repliesTo: refOf(guild, reference.channel_id ?? channel, reference.message_id, self) }
      : {}
  return {
    eventId: eventIdOf(id),
    ref: refOf(guild, channel, id, self),
    platform: 'discord',
    ...(guild ? spotIn(guild, message, known) : directSpot(channel, author.id, self)),
    ...repliesTo,
    ...(quoted.length > 0 && { quoted }),
    addressed: to,
    ...(program && { program }),
    author: authorOf(author, message.member?.nick),
    membership: membershipOf(author, message.member),
    ...(known.isForAdults(channel) && { ageRestricted: true as const }),
    text,
    named: namelessIn(withoutRoleCall(message, known), guild),
    files,
    sentAt: timeOf(id),
  }
}

/** Somebody put an emoji to a message, once for each person and message. */
export function readReaction(told: Reaction, known: KnownChannels, now: number): InboundMessage | undefined {
  const { self } = known
  const { user_id: user, channel_id: channel, message_id: id, guild_id: guild, member, emoji } = told
  if (user === self.id || member?.user?.bot) return undefined
  const names = [emoji?.name, emoji?.id].filter((name) => isText(name) && name !== '')
  if (names.length === 0) return undefined
  return {
    eventId: `discord:reaction:${user}:${id}`,
    platform: 'discord',
    ...(guild ? spotIn(guild, { id, channel_id: channel }, known) : directSpot(channel, user, self)),
    repliesTo: refOf(guild, channel, id, self),
    reactsTo: eventIdOf(id),
    reaction: names as string[],
    addressed: guild ? 'none' : 'direct',
    author: authorOf(member?.user ?? { id: user }, member?.nick),
    membership: membershipOf({ id: user }, member),
    ...(known.isForAdults(channel) && { ageRestricted: true as const }),
    text: '',
    named: [],
    files: [],
    // Discord does not tell when it was.
    sentAt: now,
  }
}

/** A change of what a person wrote. Discord also tells of one when it adds a preview of a link. */
export function readEdit(message: Message, known: KnownChannels): Control | undefined {
  const { self } = known
  const { id, author, edited_timestamp: at, channel_id: channel } = message
  if (!author || author.id === self.id || !at) return undefined
  const text = wordsOf(withoutRoleCall(message, known), self)
  if (text === '') return undefined
  const read = channel === undefined ? undefined : readMessage(message, known)
  const now = read?.addressed === 'mention' && { now: { ...read, sentAt: Date.parse(at) || read.sentAt } }
  const named = namelessIn(withoutRoleCall(message, known), message.guild_id)
  const more = { ...(named.length > 0 && { named }), ...now }
  return { kind: 'edited', platform: 'discord', eventId: eventIdOf(id), text, ...more }
}

export const deletion = (message: string): Control => ({
  kind: 'deleted',
  platform: 'discord',
  eventId: eventIdOf(message),
})

export const removal = (guild: string): Control => ({ kind: 'uninstalled', platform: 'discord', installation: guild })

function addressed(message: Message, { self, isOwnRole }: KnownChannels): InboundMessage['addressed'] {
  if (!message.guild_id) return 'direct'
  const { mentions = [], mention_roles: roles = [], referenced_message: answered } = message
  if (roles.some(isOwnRole)) return 'mention'
  if (mentions.some(({ id }) => id === self.id) || answered?.author?.id === self.id) return 'mention'
  const named = mentioned(message.content ?? '').length > 0 || message.mention_everyone || roles.length > 0
  return named || answered ? 'other' : 'none'
}

/** The app's own role, where it only says who is spoken to, stands for the app. */
function withoutRoleCall(message: Message, { self, isOwnRole }: KnownChannels): Message {
  const content = message.content?.replace(/^\s*<@&(\d+)>/, (whole, role: string) =>
    isOwnRole(role) ? `<@${self.id}>` : whole,
  )
  return content === undefined ? message : { ...message, content }
}

/** With what is shown instead of words. */
export function wordsOf(message: Message, self: Self): string {
  return [readText(message, self), ...readExtras(message)].filter((text) => text !== '').join('\n\n')
}

function refOf(guild: string | undefined, channel: string, message: string, self: Self) {
  return messageRef({ installation: guild ?? directInstallation(self.application), channel, message })
}

export function authorOf(user: User, nick: string | null | undefined): Author {
  const name = nameOf(user, nick)
  return { uid: `discord_${user.id}`, id: user.id, ...(name && { name }) }
}

/** An id tells when its account was made. */
export function membershipOf({ id }: User, { joined_at, pending, roles }: Member = {}): Membership {
  const joinedAt = isText(joined_at) ? Date.parse(joined_at) : Number.NaN
  return {
    createdAt: timeOf(id),
    ...(!Number.isNaN(joinedAt) && { joinedAt }),
    ...(pending === true && { pending }),
    ...(Array.isArray(roles) && { roles: roles.filter(isText) }),
  }
}

/** Nothing that a program has said, in whosever name: two agents must never answer each other. */
const isPerson = ({ author, webhook_id }: Message): boolean => author !== undefined && !author.bot && !webhook_id

function programOf({ author, webhook_id: webhook, application_id: application }: Message): Program {
  const ids = [author?.id, webhook, application].filter((id) => id !== undefined && id !== null)
  return { ids: [...new Set(ids)], ...(webhook !== undefined && { webhook: true as const }) }
}

/** A server that the app came to a moment ago: of all others Discord tells whenever a session begins. */
export function readInvitation(guild: Guild, now: number): Invitation | undefined {
  const { id, owner_id: owner, system_channel_id: channel, preferred_locale: locale, joined_at: joined } = guild
  const openedAt = Date.parse(joined ?? '')
  if (!owner || !channel || !(now - openedAt < COME_MS)) return undefined
  const place = channelPlace(id, channel)
  return {
    platform: 'discord',
    installation: id,
    within: [place, installationPlace(id)],
    replyTo: place,
    conversation: place,
    author: { ...authorOf({ id: owner }, undefined), ...(locale && { locale }) },
    openedAt,
  }
}
