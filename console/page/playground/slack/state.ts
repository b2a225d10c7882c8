import type { Channel, ClientEvent, Command, Fault, Message, Modal, User } from '../../../stand-ins/slack/view.ts'

/** How the page is connected to the simulated workspace. */
export type Link = 'connecting' | 'live' | 'reconnecting'

export interface Workspace {
  team: { id: string; name: string }
  me: User
  bot: User
  users: User[]
  channels: Channel[]
  commands: Command[]
  /** Modals before this person, the uppermost last. */
  views: Modal[]
  /** By channel, oldest first. */
  messages: Record<string, Message[]>
  /** By the key of the thread: the status the bot shows there. */
  statuses: Record<string, string>
  /** By the key of the thread: the session is `processing`, so it can be stopped. */
  processing: Record<string, boolean>
  /** By the key of the message: the action pressed last, until the message changes. */
  pressed: Record<string, string>
  /** By channel: messages that came while another one was on screen. */
  unread: Record<string, number>
  /** The channel on screen. */
  viewing?: string
  faults: Fault[]
  /** Whether an app listens to this workspace. */
  connected: boolean
}

/** `workspace` is missing until the first snapshot and survives lost connections. */
export interface State {
  link: Link
  workspace?: Workspace
}

/** What this page did itself, beside what the simulator tells. */
export type LocalEvent =
  | { type: 'link'; link: Link }
  | { type: 'viewed'; channel: string }
  | { type: 'pressed'; channel: string; ts: string; action: string }
  | { type: 'released'; channel: string; ts: string }

export const initialState: State = { link: 'connecting' }

/** Names a message, or the thread it is the root of. */
export function placeKey(channel: string, ts: string): string {
  return `${channel}/${ts}`
}

export function reduce(state: State, event: ClientEvent | LocalEvent): State {
  if (event.type === 'link') return { ...state, link: event.link }
  if (event.type === 'snapshot') return { ...state, workspace: fromSnapshot(event, state.workspace) }
  const workspace = state.workspace && apply(state.workspace, event)
  return workspace && workspace !== state.workspace ? { ...state, workspace } : state
}

function fromSnapshot(snapshot: ClientEvent & { type: 'snapshot' }, before: Workspace | undefined): Workspace {
  const { type: _, messages, ...rest } = snapshot
  const empty: Workspace = { ...rest, messages: {}, statuses: {}, processing: {}, pressed: {}, unread: {} }
  const workspace = messages.reduce(put, empty)
  return before?.me.id === rest.me.id ? { ...workspace, unread: before.unread, ...viewing(before) } : workspace
}

function viewing({ viewing }: Workspace): Pick<Workspace, 'viewing'> {
  return viewing === undefined ? {} : { viewing }
}

function apply(workspace: Workspace, event: Exclude<ClientEvent, { type: 'snapshot' }> | LocalEvent): Workspace {
  switch (event.type) {
    case 'message':
      return countUnread(put(workspace, event.message), workspace, event.message)
    case 'message_changed':
      return release(put(workspace, event.message), event.message.channel, event.message.ts)
    case 'message_deleted':
      return release(remove(workspace, event.channel, event.ts), event.channel, event.ts)
    case 'status':
      return { ...workspace, statuses: set(workspace.statuses, event, event.status) }
    case 'session':
      return { ...workspace, processing: set(workspace.processing, event, event.status === 'processing') }
    case 'connected':
      return { ...workspace, connected: event.connected }
    case 'views':
      return { ...workspace, views: event.views }
    case 'faults':
      return { ...workspace, faults: event.faults }
    case 'viewed':
      return { ...workspace, viewing: event.channel, unread: { ...workspace.unread, [event.channel]: 0 } }
    case 'pressed':
      return { ...workspace, pressed: { ...workspace.pressed, [placeKey(event.channel, event.ts)]: event.action } }
    case 'released':
      return release(workspace, event.channel, event.ts)
    default:
      return workspace
  }
}

/** Adds or replaces by `ts`, so an event seen twice changes nothing. */
function put(workspace: Workspace, message: Message): Workspace {
  if (message.ephemeral_to && message.ephemeral_to !== workspace.me.id) return workspace
  const others = (workspace.messages[message.channel] ?? []).filter(({ ts }) => ts !== message.ts)
  const place = others.findLastIndex(({ ts }) => ts < message.ts) + 1
  return { ...workspace, messages: { ...workspace.messages, [message.channel]: others.toSpliced(place, 0, message) } }
}

function remove(workspace: Workspace, channel: string, ts: string): Workspace {
  const rest = (workspace.messages[channel] ?? []).filter((message) => message.ts !== ts)
  return { ...workspace, messages: { ...workspace.messages, [channel]: rest } }
}

function countUnread(workspace: Workspace, before: Workspace, message: Message): Workspace {
  const { channel, user, ts } = message
  const known = before.messages[channel]?.some((other) => other.ts === ts)
  if (known || user === workspace.me.id || channel === workspace.viewing) return workspace
  return { ...workspace, unread: { ...workspace.unread, [channel]: (workspace.unread[channel] ?? 0) + 1 } }
}

function release(workspace: Workspace, channel: string, ts: string): Workspace {
  const { [placeKey(channel, ts)]: held, ...pressed } = workspace.pressed
  return held === undefined ? workspace : { ...workspace, pressed }
}

/** Keeps only truthy values, so that a long-lived page does not collect cleared ones. */
function set<T>(values: Record<string, T>, at: { channel: string; thread_ts: string }, value: T): Record<string, T> {
  const key = placeKey(at.channel, at.thread_ts)
  const { [key]: _, ...rest } = values
  return value ? { ...rest, [key]: value } : rest
}
