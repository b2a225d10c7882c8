import type {
  Channel,
  ClientEvent,
  Fault,
  Guild,
  HitFault,
  Message,
  Modal,
  OfferedCommand,
  Role,
  User,
} from '../../../stand-ins/discord/view.ts'
import {
  createMessageSteps,
  keepViewing,
  type LinkEvent,
  type PaneState,
  putById,
  release,
  startTyping,
  stopTyping,
  type TypingTimes,
  viewPlace,
} from '../../shared/pane/state.ts'

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
  commands: OfferedCommand[]
  modal: Modal | null
  attempts: Attempt[]
  /** By message: the component used last, until it is answered. */
  pressed: Record<string, string>
  /** By channel and person: until when they are typing. */
  typing: TypingTimes
  /** By channel: messages that came while another one was on screen. */
  unread: Record<string, number>
  /** The channel on screen. */
  viewing?: string
  faults: Fault[]
  hitFaults: HitFault[]
  /** Whether an app listens. */
  connected: boolean
}

export type State = PaneState<Workspace>

/** What this page did itself or adds to what the simulator tells. */
export type LocalEvent =
  | { type: 'viewed'; channel: string }
  | { type: 'pressed'; message: string; component: string }
  | { type: 'released'; message: string }
  | { type: 'forgotten'; attempt: string }
  | { type: 'typing_until'; channel: string; user: string; until: number }

export const initialState: State = { link: 'connecting' }

const { put, remove, countUnread } = createMessageSteps<Message>({
  placeOf: ({ channel }) => channel,
  idOf: ({ id }) => id,
  authorOf: ({ author }) => author.id,
})

export function reduce(state: State, event: ClientEvent | LocalEvent | LinkEvent): State {
  if (event.type === 'link') return { ...state, link: event.link }
  if (event.type === 'snapshot') return { ...state, workspace: fromSnapshot(event, state.workspace) }
  const workspace = state.workspace && apply(state.workspace, event)
  return workspace && workspace !== state.workspace ? { ...state, workspace } : state
}

function fromSnapshot(snapshot: ClientEvent & { type: 'snapshot' }, before: Workspace | undefined): Workspace {
  const { type: _, messages, ...rest } = snapshot
  const empty: Workspace = { ...rest, messages: {}, attempts: [], pressed: {}, typing: {}, unread: {} }
  return keepViewing(messages.reduce(put, empty), before)
}

function apply(workspace: Workspace, event: Exclude<ClientEvent, { type: 'snapshot' }> | LocalEvent): Workspace {
  switch (event.type) {
    case 'message':
      return countUnread(stopped(put(workspace, event.message), event.message), workspace, event.message)
    case 'message_changed':
      return put(workspace, event.message)
    case 'messages_deleted':
      return removeReplied(workspace, event.channel, event.ids)
    case 'typing_until':
      return startTyping(workspace, event.channel, event.user, event.until)
    case 'user':
      return { ...workspace, users: [...workspace.users.filter(({ id }) => id !== event.user.id), event.user] }
    case 'channel':
      return { ...workspace, channels: putById(workspace.channels, event.channel) }
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
      return { ...workspace, faults: event.faults, hitFaults: event.hitFaults }
    case 'viewed':
      return viewPlace(workspace, event.channel)
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

/** Those that reply to a deleted message show that it is gone. */
function removeReplied(workspace: Workspace, channel: string, ids: string[]): Workspace {
  const next = remove(workspace, channel, ids)
  const rest = next.messages[channel]!.map((message) =>
    message.reply && ids.includes(message.reply.id) ? { ...message, reply: { id: message.reply.id } } : message,
  )
  return { ...next, messages: { ...next.messages, [channel]: rest } }
}

const stopped = (workspace: Workspace, { channel, author }: Message): Workspace =>
  stopTyping(workspace, channel, author.id)

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
