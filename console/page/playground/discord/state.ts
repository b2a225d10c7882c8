import type {
  Channel,
  ClientEvent,
  Command,
  Fault,
  Guild,
  Message,
  Modal,
  Role,
  User,
} from '../../../stand-ins/discord/view.ts'

/** How the page is connected to the simulated Discord. */
export type Link = 'connecting' | 'live' | 'reconnecting'

/** A command or a press of this person that has no answer, yet or at all. */
export interface Attempt {
  id: string
  channel: string
  /** The message whose component was used. */
  message?: string
  /** The command's. */
  name?: string
  failed: boolean
}

export interface Workspace {
  guilds: Guild[]
  me: User
  bot: User
  users: User[]
  roles: Role[]
  channels: Channel[]
  /** By channel, oldest first. */
  messages: Record<string, Message[]>
  commands: Command[]
  modal: Modal | null
  attempts: Attempt[]
  /** By message: the component used last, until it is answered. */
  pressed: Record<string, string>
  /** By channel and person: until when they are typing. */
  typing: Record<string, Record<string, number>>
  /** By channel: messages that came while another one was on screen. */
  unread: Record<string, number>
  /** The channel on screen. */
  viewing?: string
  faults: Fault[]
  /** Whether an app listens. */
  connected: boolean
}

/** `workspace` is missing until the first snapshot and survives lost connections. */
export interface State {
  link: Link
  workspace?: Workspace
}

/** What this page did itself or adds to what the simulator tells. */
export type LocalEvent =
  | { type: 'link'; link: Link }
  | { type: 'viewed'; channel: string }
  | { type: 'pressed'; message: string; component: string }
  | { type: 'released'; message: string }
  | { type: 'forgotten'; attempt: string }
  | { type: 'typing_until'; channel: string; user: string; until: number }

export const initialState: State = { link: 'connecting' }

export function reduce(state: State, event: ClientEvent | LocalEvent): State {
  if (event.type === 'link') return { ...state, link: event.link }
  if (event.type === 'snapshot') return { ...state, workspace: fromSnapshot(event, state.workspace) }
  const workspace = state.workspace && apply(state.workspace, event)
  return workspace && workspace !== state.workspace ? { ...state, workspace } : state
}

function fromSnapshot(snapshot: ClientEvent & { type: 'snapshot' }, before: Workspace | undefined): Workspace {
  const { type: _, messages, ...rest } = snapshot
  const empty: Workspace = { ...rest, messages: {}, attempts: [], pressed: {}, typing: {}, unread: {} }
  const workspace = messages.reduce(put, empty)
  if (before?.me.id !== rest.me.id) return workspace
  return { ...workspace, unread: before.unread, ...(before.viewing !== undefined && { viewing: before.viewing }) }
}

function apply(workspace: Workspace, event: Exclude<ClientEvent, { type: 'snapshot' }> | LocalEvent): Workspace {
  switch (event.type) {
    case 'message':
      return countUnread(stopTyping(put(workspace, event.message), event.message), workspace, event.message)
    case 'message_changed':
      return put(workspace, event.message)
    case 'messages_deleted':
      return remove(workspace, event.channel, event.ids)
    case 'typing_until':
      return {
        ...workspace,
        typing: {
          ...workspace.typing,
          [event.channel]: { ...workspace.typing[event.channel], [event.user]: event.until },
        },
      }
    case 'user':
      return { ...workspace, users: [...workspace.users.filter(({ id }) => id !== event.user.id), event.user] }
    case 'channel':
      return { ...workspace, channels: putChannel(workspace.channels, event.channel) }
    case 'channel_removed':
      return { ...workspace, channels: workspace.channels.filter(({ id }) => id !== event.channel) }
    case 'commands':
      return { ...workspace, commands: event.commands }
    case 'interaction':
      return attempted(workspace, event)
    case 'modal':
      return { ...workspace, modal: event.modal }
    case 'connected':
      return { ...workspace, connected: event.connected }
    case 'faults':
      return { ...workspace, faults: event.faults }
    case 'viewed':
      return { ...workspace, viewing: event.channel, unread: { ...workspace.unread, [event.channel]: 0 } }
    case 'pressed':
      return { ...workspace, pressed: { ...workspace.pressed, [event.message]: event.component } }
    case 'released':
      return release(workspace, event.message)
    case 'forgotten':
      return { ...workspace, attempts: workspace.attempts.filter(({ id }) => id !== event.attempt) }
    default:
      return workspace
  }
}

/** Snowflakes of today have the same number of digits. */
function put(workspace: Workspace, message: Message): Workspace {
  const others = (workspace.messages[message.channel] ?? []).filter(({ id }) => id !== message.id)
  const place = others.findLastIndex(({ id }) => id < message.id) + 1
  return { ...workspace, messages: { ...workspace.messages, [message.channel]: others.toSpliced(place, 0, message) } }
}

function putChannel(channels: Channel[], channel: Channel): Channel[] {
  const place = channels.findIndex(({ id }) => id === channel.id)
  return place < 0 ? [...channels, channel] : channels.with(place, channel)
}

/** Those that reply to a deleted message show that it is gone. */
function remove(workspace: Workspace, channel: string, ids: string[]): Workspace {
  const rest = (workspace.messages[channel] ?? [])
    .filter(({ id }) => !ids.includes(id))
    .map((message) =>
      message.reply && ids.includes(message.reply.id) ? { ...message, reply: { id: message.reply.id } } : message,
    )
  return { ...workspace, messages: { ...workspace.messages, [channel]: rest } }
}

function stopTyping(workspace: Workspace, { channel, author }: Message): Workspace {
  const { [author.id]: until, ...others } = workspace.typing[channel] ?? {}
  return until === undefined ? workspace : { ...workspace, typing: { ...workspace.typing, [channel]: others } }
}

function countUnread(workspace: Workspace, before: Workspace, message: Message): Workspace {
  const { channel, author, id } = message
  const known = before.messages[channel]?.some((other) => other.id === id)
  if (known || author.id === workspace.me.id || channel === workspace.viewing) return workspace
  return { ...workspace, unread: { ...workspace.unread, [channel]: (workspace.unread[channel] ?? 0) + 1 } }
}

/** The newest attempt at a message, or the newest command of a channel, stands for the ones before. */
function attempted(workspace: Workspace, event: ClientEvent & { type: 'interaction' }): Workspace {
  const { id, channel, message, name, state } = event
  const others = workspace.attempts.filter(
    (each) =>
      each.id !== id &&
      (message === undefined ? each.channel !== channel || each.message !== undefined : each.message !== message),
  )
  const attempt: Attempt = {
    id,
    channel,
    failed: state === 'failed',
    ...(message && { message }),
    ...(name && { name }),
  }
  const next = { ...workspace, attempts: state === 'answered' ? others : [...others, attempt] }
  return message !== undefined && state !== 'pending' ? release(next, message) : next
}

function release(workspace: Workspace, message: string): Workspace {
  const { [message]: held, ...pressed } = workspace.pressed
  return held === undefined ? workspace : { ...workspace, pressed }
}
