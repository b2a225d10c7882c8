import type { Control, InboundMessage, Invitation, Opening, SharedLinks } from '../../src/model/message.ts'
import { type Interaction, readAsked, readPress } from './interactions.ts'
import type { Body, Event, Message } from './payloads.ts'
import { channelPlace, messageRef, privateTalk, replyPlace, threadPlace, workspacePlace } from './places.ts'
import { quotedIn, readMessage as readShown } from './read-message.ts'
import { readStep, type StepRun } from './step-run.ts'
import { peopleOf, teamOf } from './teams-of.ts'
import { mentions, nameless, readText } from './text.ts'
import { type Bot, eventIdOf, isDirect, isOurs, readFile, timeOf, uidOf } from './told.ts'

export type Inbound =
  | { kind: 'message'; message: InboundMessage }
  /** Its message may stand in a thread, of which Slack does not tell here. */
  | { kind: 'reacted'; message: InboundMessage; in: (thread: string) => InboundMessage }
  | Interaction
  | { kind: 'control'; control: Control }
  /** The organisation's app may see those workspaces no more. */
  | { kind: 'left'; controls: Control[] }
  | { kind: 'opened'; opening: Opening; channel: string }
  | { kind: 'invited'; invitation: Invitation }
  | { kind: 'shared'; links: SharedLinks; of: Unfurled }
  | ({ kind: 'step' } & StepRun)

/** What Slack is told about links by. */
export interface Unfurled {
  unfurl_id: string
  source: string
}

/** What people write: said, with a file, sent to the channel as well, or as `/me`. */
const WRITTEN = new Set([undefined, 'file_share', 'thread_broadcast', 'me_message'])
const SLACKBOT = 'USLACKBOT'

interface InstalledTeam {
  team: string
  installation: string
  /** The channel is shared with another workspace or organisation (Slack Connect). */
  isShared?: boolean
  /** Each thread of the agent view is a conversation of its own. */
  threadsApart?: boolean
}

/** What a payload that came for an installation means to us; undefined for everything that is none of our business. */
export function readInbound(
  body: Body,
  installation: string,
  bot: Bot,
  { threadsApart = false }: { threadsApart?: boolean } = {},
): Inbound | undefined {
  if (body.type === 'block_actions') return readPress(body, installation)
  if (body.type === 'message_action') return readAsked(body, installation, bot)
  const { event } = body
  if (body.type !== 'event_callback' || !event || !isSound(event)) return undefined
  const goodbye = readGoodbye(event, installation)
  if (goodbye) return goodbye
  const where = { team: teamOf(body), installation, isShared: body.is_ext_shared_channel === true, threadsApart }
  switch (event.type) {
    case 'message':
    case 'app_mention':
      return readMessage(event, where, bot)
    case 'reaction_added':
      return body.is_ext_shared_channel ? undefined : readReaction(event, where, bot)
    case 'channel_deleted':
    case 'group_deleted':
      return control({ kind: 'placeGone', platform: 'slack', place: channelPlace(where.team, event.channel) })
    case 'app_home_opened':
      return readOpening(event, where)
    case 'link_shared':
      return readShared(event, where)
    case 'function_executed': {
      const run = readStep(event, { ...where, people: peopleOf(installation, where.team, true) })
      return run && { kind: 'step', ...run }
    }
    case 'member_joined_channel':
      return readInvitation(event, where, bot)
    case 'agent_session_stopped': {
      if (!event.thread_ts || !event.user) return undefined
      const place = threadPlace(where.team, event.channel, event.thread_ts)
      return control({ kind: 'stopped', platform: 'slack', place, person: event.user })
    }
    default:
      return undefined
  }
}

/** Nobody has authorized it any more, and where an organisation had installed it no workspace is named. */
function readGoodbye(event: Event, installation: string): Inbound | undefined {
  if (event.type === 'team_access_revoked') {
    const places = (event.team_ids ?? []).map(workspacePlace)
    return { kind: 'left', controls: places.map((place) => ({ kind: 'placeLeft', platform: 'slack', place })) }
  }
  const isGone = event.type === 'app_uninstalled' || (event.type === 'tokens_revoked' && event.tokens?.bot?.length)
  return isGone ? control({ kind: 'uninstalled', platform: 'slack', installation }) : undefined
}

const TEXTS = ['user', 'user_team', 'team', 'ts', 'thread_ts', 'parent_user_id', 'text', 'subtype'] as const

/** As Slack documents it: what is not, though it is signed, would be told again and again if it were an error. */
function isSound(event: Event): boolean {
  const isText = (value: unknown) => value == null || typeof value === 'string'
  const isMessage = (said: Message | undefined) =>
    said == null || (typeof said === 'object' && TEXTS.every((name) => isText(said[name])) && isList(said.files))
  const isList = (value: unknown) => value == null || Array.isArray(value)
  const hasPlace =
    typeof event.channel === 'string' ||
    !['message', 'app_mention', 'channel_deleted', 'group_deleted'].includes(event.type)
  const { channel, deleted_ts, event_ts, message, previous_message } = event
  return (
    hasPlace && [channel, deleted_ts, event_ts].every(isText) && [event, message, previous_message].every(isMessage)
  )
}

function readMessage(event: Event, where: InstalledTeam, bot: Bot): Inbound | undefined {
  if (event.subtype === 'message_changed') return readChange(event, where, bot)
  if (event.subtype === 'message_deleted') {
    if (!event.deleted_ts || (event.previous_message && !isSaid(event.previous_message, bot))) return undefined
    return deleted(event.channel, event.deleted_ts)
  }
  if (event.hidden) return undefined
  if (event.type === 'message' && isProgram(event, bot)) return programSays(event, where, bot)
  if (!WRITTEN.has(event.subtype) || !isPerson(event, bot)) return undefined
  return { kind: 'message', message: toMessage(event, where, bot) }
}

/** Slack also tells of a change when it adds a preview of a link or a reply to a thread. */
function readChange(event: Event, where: InstalledTeam, bot: Bot): Inbound | undefined {
  const { message, previous_message: previous } = event
  // A deleted message that holds a thread stays as a tombstone.
  if (message?.subtype === 'tombstone')
    return previous && isSaid(previous, bot) ? deleted(event.channel, previous.ts) : undefined
  if (message && isProgram(message, bot)) {
    const { eventId, text } = readShown(message, { team: where.team, channel: event.channel }, bot)
    return control({ kind: 'edited', platform: 'slack', eventId: eventId!, text })
  }
  if (!message || !isPerson(message, bot)) return undefined
  // An app may change what its people wrote; they did not say that.
  if (message.edited?.user !== undefined && message.edited.user !== message.user) return undefined
  if (previous ? previous.text === message.text : !message.edited) return undefined
  const eventId = eventIdOf(event.channel, message.ts)
  const raw = message.text ?? ''
  const named = nameless(raw, bot.id)
  const now = toMessage({ ...message, type: 'message', channel: event.channel }, where, bot)
  const isCalled = now.addressed === 'mention'
  return control({
    kind: 'edited',
    platform: 'slack',
    eventId,
    text: readText(raw, bot),
    ...(named.length > 0 && { named }),
    ...(isCalled && { now: { ...now, sentAt: timeOf(message.edited?.ts ?? message.ts) } }),
  })
}

function toMessage(event: Event, where: InstalledTeam, bot: Bot): InboundMessage {
  const { team, installation, isShared, threadsApart } = where
  const { channel, ts } = event
  const user = event.user!
  const home = homeOf(event, team)
  const people = peopleOf(installation, home, !isShared || home === team || home === installation)
  const direct = isDirect(channel)
  const root = event.thread_ts ?? ts
  const isReply = root !== ts
  const thread = threadPlace(team, channel, root)
  // What the app began (a greeting, a reminder) belongs to the conversation as a whole, and so do answers to it.
  const isApart = !direct || (threadsApart && event.parent_user_id !== bot.id)
  const raw = event.text ?? ''
  const searchLeave = event.assistant_thread?.action_token ?? event.action_token
  return {
    // Not event_id: a mention is told twice, as message and as app_mention, with an event_id each.
    eventId: eventIdOf(channel, ts),
    ref: messageRef({ team, channel, ts }),
    platform: 'slack',
    installation,
    within: [thread, channelPlace(team, channel), workspacePlace(team)],
    replyTo: replyPlace({ team, channel, thread: root, recipient: { user, team: home } }),
    ...(!direct && { announceTo: channelPlace(team, channel) }),
    ...(!direct && { thread, ...(!isReply && { beginsThread: true as const }) }),
    talk: direct ? privateTalk(installation, people, user) : isReply ? thread : channelPlace(team, channel),
    ...(!direct && isReply && { root: eventIdOf(channel, root) }),
    conversation: isApart ? thread : channelPlace(team, channel),
    addressed: direct ? 'direct' : addressed(raw, bot),
    author: { uid: uidOf(people, user), id: user },
    ...(people !== peopleOf(installation, team, true) && { membership: { stranger: true as const } }),
    text: readText(raw, bot),
    named: nameless(raw, bot.id),
    files: (event.files ?? []).flatMap((file) => readFile(file, team)),
    ...quotedIn(event, team, bot),
    ...(searchLeave && { searchLeave }),
    sentAt: timeOf(ts),
  }
}

/** It is part of the talk, and answered only where an agent names it: two agents must never answer each other. */
function programSays(event: Event, where: InstalledTeam, bot: Bot): Inbound {
  const { author, text, named = [], quoted } = readShown(event, { ...where, channel: event.channel }, bot)
  const said = toMessage({ ...event, user: author.id ?? 'program' }, where, bot)
  const { quoted: _, ...message } = said
  const by = { ...said.author, ...(author.name !== undefined && { name: author.name }) }
  const ids = [event.user, event.bot_id, event.app_id].filter((id) => id !== undefined)
  const raw = event.text ?? ''
  return {
    kind: 'message',
    message: {
      ...message,
      program: { ids },
      author: by,
      // Who is spoken to is nothing that is said.
      text: mentions(raw)[0] === bot.id ? readText(raw, bot) : text,
      named,
      ...(quoted && { quoted }),
    },
  }
}

function addressed(text: string, bot: Bot): InboundMessage['addressed'] {
  const named = mentions(text)
  if (named.includes(bot.id)) return 'mention'
  return named.length > 0 ? 'other' : 'none'
}

/** Nothing is said of whose workspace somebody is, so in shared channels nobody asks so. Once for each person and message. */
function readReaction(event: Event, where: InstalledTeam, bot: Bot): Extract<Inbound, { kind: 'reacted' }> | undefined {
  const { user, item, reaction, event_ts } = event
  const { channel, ts, type } = item ?? {}
  if (type !== 'message' || !user || user === bot.id || !channel || !ts || !reaction) return undefined
  // A tone of skin says nothing else.
  const [name] = reaction.split('::') as [string]
  const inThread = (thread: string): InboundMessage => {
    const said = toMessage(
      { type: 'message', channel, user, ts, ...(thread !== ts && { thread_ts: thread }) },
      where,
      bot,
    )
    const repliesTo = messageRef({ team: where.team, channel, ts })
    return {
      ...said,
      eventId: `slack:reaction:${user}:${channel}:${ts}`,
      addressed: isDirect(channel) ? 'direct' : 'none',
      ...(!isDirect(channel) && { talk: threadPlace(where.team, channel, thread), root: eventIdOf(channel, thread) }),
      repliesTo,
      reactsTo: eventIdOf(channel, ts),
      reaction: [name],
      sentAt: timeOf(event_ts ?? ts),
    }
  }
  return { kind: 'reacted', message: inThread(ts), in: inThread }
}

/** In the Messages tab people meet the agent. */
function readOpening(event: Event, { team, installation }: InstalledTeam): Inbound | undefined {
  const { channel, user, tab, event_ts } = event
  if (tab !== 'messages' || !user || !channel || !isDirect(channel) || !event_ts) return undefined
  const place = channelPlace(team, channel)
  const opening: Opening = {
    platform: 'slack',
    installation,
    within: [place, workspacePlace(team)],
    replyTo: place,
    conversation: place,
    author: { uid: uidOf(peopleOf(installation, homeOf(event, team), true), user), id: user },
    openedAt: timeOf(event_ts),
  }
  return { kind: 'opened', opening, channel }
}

/** In a channel that another workspace shares nothing is told of ours. */
function readShared(event: Event, { team, installation, isShared }: InstalledTeam): Inbound | undefined {
  const { user, unfurl_id, source, links } = event
  if (isShared || !user || !unfurl_id || !source || !Array.isArray(links)) return undefined
  const author = { uid: uidOf(peopleOf(installation, homeOf(event, team), true), user), id: user }
  const urls = links.flatMap(({ url }) => (typeof url === 'string' ? [url] : []))
  return { kind: 'shared', links: { platform: 'slack', installation, author, urls }, of: { unfurl_id, source } }
}

/** Slack tells it of everybody who joins where we are, too. */
function readInvitation(event: Event, { team, installation }: InstalledTeam, bot: Bot): Inbound | undefined {
  const { channel, user, inviter, event_ts } = event
  if (user !== bot.id || !inviter || !event_ts || !channel || isDirect(channel)) return undefined
  const place = channelPlace(team, channel)
  const invitation: Invitation = {
    platform: 'slack',
    installation,
    within: [place, workspacePlace(team)],
    replyTo: place,
    conversation: place,
    author: { uid: uidOf(peopleOf(installation, team, true), inviter), id: inviter },
    openedAt: timeOf(event_ts),
  }
  return { kind: 'invited', invitation }
}

const control = (control: Control): Inbound => ({ kind: 'control', control })
const deleted = (channel: string, ts: string): Inbound =>
  control({ kind: 'deleted', platform: 'slack', eventId: eventIdOf(channel, ts) })

/** Slack Connect: people of another workspace belong to theirs. */
const homeOf = (event: Event, team: string): string => event.user_team ?? event.team ?? team
/** Nothing that a program has said, in whosever name: two agents must never answer each other. */
const isPerson = ({ user, bot_id, app_id, bot_profile }: Message, bot: Bot): boolean =>
  user !== undefined && user !== bot.id && user !== SLACKBOT && !bot_id && !app_id && !bot_profile
/** Another one than ours. What Slack itself says is none. */
const isProgram = (message: Message, bot: Bot): boolean =>
  message.bot_id !== undefined &&
  !isOurs(message, bot) &&
  (WRITTEN.has(message.subtype) || message.subtype === 'bot_message')
const isSaid = (message: Message, bot: Bot): boolean => isPerson(message, bot) || isProgram(message, bot)
