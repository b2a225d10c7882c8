import type { Control, InboundFile, InboundMessage, Press } from '../../src/model/message.ts'
import type { Body, Event, File, Message } from './payloads.ts'
import { channelPlace, fileRef, replyPlace, threadPlace, workspacePlace } from './places.ts'
import { mentions, readText } from './text.ts'

/** Who we are in the workspace. */
export interface Bot {
  id: string
  name: string
}

export type Inbound =
  | { kind: 'message'; message: InboundMessage }
  /** `near`: where a note to the person who pressed can be shown. */
  | { kind: 'press'; press: Press; near: { team: string; channel: string; thread?: string; user: string } }
  | { kind: 'control'; control: Control }

/** What people write: said, with a file, sent to the channel as well, or as `/me`. */
const WRITTEN = new Set([undefined, 'file_share', 'thread_broadcast', 'me_message'])
const BLOCK_ID = /^q\d+:([\w-]+)$/
const SLACKBOT = 'USLACKBOT'

/** What a payload means to us; undefined for everything that is none of our business. */
export function readInbound(body: Body, bot: Bot): Inbound | undefined {
  if (body.type === 'block_actions') return readPress(body)
  const { event } = body
  if (body.type !== 'event_callback' || !event) return undefined
  const team = teamOf(body)
  const where = { team, installation: installationOf(body) ?? team }
  switch (event.type) {
    case 'message':
    case 'app_mention':
      return readMessage(event, where, bot)
    case 'agent_session_stopped': {
      if (!event.thread_ts || !event.user) return undefined
      const uid = uidOf(event.user_team ?? event.team ?? team, event.user)
      return control({
        kind: 'stopped',
        platform: 'slack',
        place: threadPlace(team, event.channel, event.thread_ts),
        uid,
      })
    }
    case 'app_uninstalled':
      return control({ kind: 'uninstalled', platform: 'slack', installation: where.installation })
    case 'tokens_revoked':
      if (!event.tokens?.bot?.length) return undefined
      return control({ kind: 'uninstalled', platform: 'slack', installation: where.installation })
    default:
      return undefined
  }
}

function readMessage(event: Event, where: Where, bot: Bot): Inbound | undefined {
  if (event.subtype === 'message_changed') return readChange(event, where.team, bot)
  if (event.subtype === 'message_deleted') {
    if (!event.deleted_ts || (event.previous_message && !isPerson(event.previous_message, bot))) return undefined
    return deleted(where.team, event.channel, event.deleted_ts)
  }
  if (event.hidden || !WRITTEN.has(event.subtype) || !isPerson(event, bot)) return undefined
  return { kind: 'message', message: toMessage(event, where, bot) }
}

/** Slack also tells of a change when it adds a preview of a link or a reply to a thread. */
function readChange(event: Event, team: string, bot: Bot): Inbound | undefined {
  const { message, previous_message: previous } = event
  // A deleted message that holds a thread stays as a tombstone.
  if (message?.subtype === 'tombstone')
    return previous && isPerson(previous, bot) ? deleted(team, event.channel, previous.ts) : undefined
  if (!message || !isPerson(message, bot)) return undefined
  if (previous ? previous.text === message.text : !message.edited) return undefined
  const eventId = eventIdOf(team, event.channel, message.ts)
  return control({ kind: 'edited', platform: 'slack', eventId, text: readText(message.text ?? '', bot) })
}

interface Where {
  team: string
  installation: string
}

function toMessage(event: Event, { team, installation }: Where, bot: Bot): InboundMessage {
  const { channel, ts } = event
  const user = event.user!
  // Slack Connect: people of another workspace belong to theirs.
  const home = event.user_team ?? event.team ?? team
  const direct = isDirect(channel)
  const root = event.thread_ts ?? ts
  const thread = threadPlace(team, channel, root)
  const raw = event.text ?? ''
  return {
    // Not event_id: a mention is told twice, as message and as app_mention, with an event_id each.
    eventId: eventIdOf(team, channel, ts),
    platform: 'slack',
    installation,
    within: [thread, channelPlace(team, channel), workspacePlace(team)],
    replyTo: replyPlace({ team, channel, thread: root, recipient: { user, team: home } }),
    ...(!direct && { thread }),
    conversation: direct ? channelPlace(team, channel) : thread,
    addressed: direct ? 'direct' : addressed(raw, bot),
    author: { uid: uidOf(home, user), id: user },
    text: readText(raw, bot),
    files: (event.files ?? []).flatMap((file) => readFile(file, team)),
    sentAt: Math.floor(Number(ts) * 1000),
  }
}

function addressed(text: string, bot: Bot): InboundMessage['addressed'] {
  const named = mentions(text)
  if (named.includes(bot.id)) return 'mention'
  return named.length > 0 ? 'other' : 'none'
}

/** Files kept elsewhere, and those Slack only tells the id of, cannot be read with our token. */
function readFile({ name, mimetype, size, url_private, is_external }: File, team: string): InboundFile[] {
  if (!url_private || is_external || !URL.canParse(url_private)) return []
  const type = mimetype ?? 'application/octet-stream'
  return [{ ref: fileRef(team, url_private), name: name ?? 'file', mimetype: type, size: size ?? 0 }]
}

function readPress(body: Body): Inbound | undefined {
  const { user, container, message } = body
  const action = body.actions?.[0]
  const [, replyId] = BLOCK_ID.exec(action?.block_id ?? '') ?? []
  const index = Number(action?.value)
  const channel = container?.channel_id ?? body.channel?.id
  const team = body.team?.id ?? user?.team_id
  if (!user || !team || !channel || !container?.message_ts || !action?.action_ts) return undefined
  if (replyId === undefined || !action.value || !Number.isInteger(index)) return undefined
  const thread = container.thread_ts ?? message?.thread_ts
  return {
    kind: 'press',
    press: {
      eventId: `slack:press:${team}:${user.id}:${container.message_ts}:${action.action_ts}`,
      platform: 'slack',
      installation: (body.is_enterprise_install && body.enterprise?.id) || team,
      author: { uid: uidOf(user.team_id ?? team, user.id), id: user.id, ...(user.name && { name: user.name }) },
      replyId,
      index,
    },
    near: { team, channel, user: user.id, ...(thread && { thread }) },
  }
}

const control = (control: Control): Inbound => ({ kind: 'control', control })
const deleted = (team: string, channel: string, ts: string): Inbound =>
  control({ kind: 'deleted', platform: 'slack', eventId: eventIdOf(team, channel, ts) })

const eventIdOf = (team: string, channel: string, ts: string): string => `slack:${team}:${channel}:${ts}`
const uidOf = (team: string, user: string): string => `slack_${team}_${user}`
const isDirect = (channel: string): boolean => channel.startsWith('D')
const isPerson = ({ user, bot_id }: Message, bot: Bot): boolean =>
  user !== undefined && user !== bot.id && user !== SLACKBOT && !bot_id

/** The workspace through which we see the event, which in a shared channel need not be the author's. */
function teamOf(body: Body): string {
  const team = body.authorizations?.[0]?.team_id ?? body.context_team_id ?? body.team_id
  if (!team) throw new Error('Slack sent an event that names no workspace')
  return team
}

/** An organisation that installed the app for all its workspaces is one installation. */
function installationOf({ authorizations }: Body): string | undefined {
  const [installation] = authorizations ?? []
  return (installation?.is_enterprise_install ? installation.enterprise_id : installation?.team_id) ?? undefined
}
