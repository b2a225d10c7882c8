import type { CommandCall } from '../../src/model/command.ts'
import type { MessageRef } from '../../src/model/message.ts'
import { AGENT, type Reader, readMeta } from './modal-meta.ts'
import type { Body, FormState } from './payloads.ts'
import { channelPlace, messageRef, threadPlace, workspacePlace } from './places.ts'
import { peopleIn, peopleOf, teamIn, teamOf } from './teams-of.ts'
import { readText } from './text.ts'
import { type Bot, isDirect } from './told.ts'

/** The message shortcut that asks why an answer is as it is. */
export const WHY = 'why'

/** What somebody did, before it is known what they put into a form. */
export interface Did {
  /** `visit`: they look at the Home tab. `view`: a button of that, or of a page. */
  by: 'slash' | 'button' | 'form' | 'shortcut' | 'visit' | 'view'
  eventId: string
  /** Opens a form within three seconds. */
  trigger: string
  reader: Reader
  name?: string
  /** As they typed it, with its slash: what the app calls it. */
  command?: string
  given: Exclude<CommandCall['given'], { values: unknown }> | { command: string; values: Record<string, never> } | Sent
  /** The message a shortcut was used on. */
  about?: MessageRef
  /** The answer takes the place of the message that the button or the form was in. */
  replaces: boolean
  /** Where the button was, if that was no message. A `page` is a modal without fields. */
  view?: { id: string; kind: 'home' | 'page' | 'form' }
}

/** A form that was sent: what Slack says of its fields is read once it is known what its files are called. */
export interface Sent {
  offer: string
  state: FormState
  view: string
}

/** Somebody types into a select of a form. */
export interface Suggesting {
  offer: string
  field: string
  typed: string
  reader: Reader
}

/** What a payload means to `/agent`; undefined for everything else. */
export function readDid(body: Body, installation: string, bot: Bot): Did | undefined {
  if (body.command !== undefined) return readSlash(body, installation, bot)
  if (body.type === 'event_callback') return readVisit(body, installation)
  if (body.type === 'block_actions') return readButton(body, installation)
  if (body.type === 'view_submission') return readSubmission(body, installation)
  if (body.type === 'message_action' && body.callback_id === WHY) return readShortcut(body, installation)
  return undefined
}

export function readSuggesting(body: Body, installation: string): Suggesting | undefined {
  if (body.type !== 'block_suggestion' || body.view?.callback_id !== AGENT) return undefined
  const meta = readMeta(body.view.private_metadata)
  const reader = meta && readerOf(body, installation, meta.channel)
  if (!meta || !reader || body.block_id === undefined) return undefined
  return { offer: meta.offer, field: body.block_id, typed: body.value ?? '', reader }
}

function readSlash(body: Body, installation: string, bot: Bot): Did | undefined {
  const { team_id: team, user_id: user, channel_id: channel, user_name: name, trigger_id: trigger } = body
  if (!team || !user || !channel || !trigger) return undefined
  const people = peopleIn(body, installation, team)
  return {
    by: 'slash',
    eventId: `slack:command:${trigger}`,
    trigger,
    reader: { team, home: team, people, user, channel, ...(body.response_url && { responseUrl: body.response_url }) },
    ...(name && { name }),
    ...(body.command && { command: body.command }),
    given: { text: readLine(body.text ?? '', people, bot), files: [] },
    replaces: false,
  }
}

function readVisit(body: Body, installation: string): Did | undefined {
  const { type, tab, user, channel, event_ts } = body.event ?? {}
  if (type !== 'app_home_opened' || tab !== 'home' || !user || !channel || !event_ts) return undefined
  const team = teamOf(body)
  return {
    by: 'visit',
    eventId: `slack:home:${team}:${user}:${event_ts}`,
    trigger: '',
    reader: { team, home: team, people: peopleOf(installation, team, true), user, channel },
    given: { page: 'home' },
    replaces: false,
  }
}

function readButton(body: Body, installation: string): Did | undefined {
  const { view } = body
  const action = body.actions?.[0]
  const meta = readMeta(view?.private_metadata)
  const channel = meta?.channel ?? body.container?.channel_id ?? body.channel?.id
  if (action?.block_id !== AGENT || !action.value || !channel || !body.trigger_id) return undefined
  const reader = readerOf(body, installation, channel, meta?.thread ?? body.container?.thread_ts)
  if (!reader) return undefined
  const { team, user } = reader
  const kind = view?.type === 'home' ? 'home' : meta?.offer ? 'form' : 'page'
  return {
    by: view && kind !== 'form' ? 'view' : 'button',
    eventId: `slack:press:${team}:${user}:${view?.id ?? body.container?.message_ts}:${action.action_ts}`,
    trigger: body.trigger_id,
    reader: { ...reader, ...(meta?.responseUrl && { responseUrl: meta.responseUrl }) },
    ...named(body),
    given: { offer: action.value },
    replaces: !view,
    ...(view && { view: { id: view.id, kind } }),
  }
}

function readSubmission(body: Body, installation: string): Did | undefined {
  const { view } = body
  if (view?.callback_id !== AGENT || !body.trigger_id) return undefined
  const meta = readMeta(view.private_metadata)
  const reader = meta && readerOf(body, installation, meta.channel, meta.thread)
  if (!meta || !reader) return undefined
  return {
    by: 'form',
    eventId: `slack:submit:${view.id}:${body.trigger_id}`,
    trigger: body.trigger_id,
    reader: { ...reader, ...(meta.responseUrl && { responseUrl: meta.responseUrl }) },
    ...named(body),
    given: { offer: meta.offer, state: view.state?.values ?? {}, view: view.id },
    replaces: meta.replaces,
  }
}

function readShortcut(body: Body, installation: string): Did | undefined {
  const { channel, message, trigger_id: trigger } = body
  if (!channel || !message?.ts || !trigger) return undefined
  const reader = readerOf(body, installation, channel.id, message.thread_ts ?? message.ts)
  if (!reader) return undefined
  return {
    by: 'shortcut',
    eventId: `slack:shortcut:${trigger}`,
    trigger,
    reader,
    ...named(body),
    given: { command: 'why', values: {} },
    about: messageRef({ team: reader.team, channel: channel.id, ts: message.ts }),
    replaces: false,
  }
}

function readerOf(body: Body, installation: string, channel: string, thread?: string): Reader | undefined {
  const { user, response_url: responseUrl } = body
  const team = teamIn(body, installation)
  if (!user || !team) return undefined
  const home = user.team_id ?? team
  const people = peopleIn(body, installation, home)
  return { team, home, people, user: user.id, channel, ...(thread && { thread }), ...(responseUrl && { responseUrl }) }
}

const named = ({ user }: Body): { name?: string } => (user?.name ? { name: user.name } : {})

/** What stands after `/agent`; people in it read `@` and their uid. */
export function readLine(text: string, people: string, bot: Bot): string {
  return readText(text.replaceAll(/<@([UW][A-Z0-9]+)(?:\|[^<>]*)?>/g, `@slack_${people}_$1`), bot)
}

/** Where it was used. Threads are not places that commands are about. */
export function placesOf({
  team,
  channel,
  thread,
}: Reader): Pick<CommandCall, 'within' | 'conversation' | 'announceTo'> {
  const here = channelPlace(team, channel)
  const isInThread = thread !== undefined && !isDirect(channel)
  return {
    within: [here, workspacePlace(team)],
    conversation: isInThread ? threadPlace(team, channel, thread) : here,
    ...(!isDirect(channel) && { announceTo: here }),
  }
}
