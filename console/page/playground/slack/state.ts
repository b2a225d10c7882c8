import type {
  Channel,
  ClientEvent,
  Command,
  Fault,
  HitFault,
  Message,
  Modal,
  User,
} from '../../../stand-ins/slack/view.ts'
import {
  createMessageSteps,
  keepViewing,
  type LinkEvent,
  type PaneState,
  release,
  viewPlace,
} from '../../shared/pane/state.ts'

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
  hitFaults: HitFault[]
  /** Whether an app listens to this workspace. */
  connected: boolean
}

export type State = PaneState<Workspace>

/** What this page did itself, beside what the simulator tells. */
export type LocalEvent =
  | { type: 'viewed'; channel: string }
  | { type: 'pressed'; channel: string; ts: string; action: string }
  | { type: 'released'; channel: string; ts: string }

export const initialState: State = { link: 'connecting' }

/** Names a message, or the thread it is the root of. */
export function placeKey(channel: string, ts: string): string {
  return `${channel}/${ts}`
}

const { put, remove, countUnread } = createMessageSteps<Message>({
  placeOf: ({ channel }) => channel,
  idOf: ({ ts }) => ts,
  authorOf: ({ user }) => user,
})

export function reduce(state: State, event: ClientEvent | LocalEvent | LinkEvent): State {
  if (event.type === 'link') return { ...state, link: event.link }
  if (event.type === 'snapshot') return { ...state, workspace: fromSnapshot(event, state.workspace) }
  const workspace = state.workspace && apply(state.workspace, event)
  return workspace && workspace !== state.workspace ? { ...state, workspace } : state
}

function fromSnapshot(snapshot: ClientEvent & { type: 'snapshot' }, before: Workspace | undefined): Workspace {
  const { type: _, messages, ...rest } = snapshot
  const empty: Workspace = { ...rest, messages: {}, statuses: {}, processing: {}, pressed: {}, unread: {} }
  return keepViewing(messages.reduce(putSeen, empty), before)
}

function apply(workspace: Workspace, event: Exclude<ClientEvent, { type: 'snapshot' }> | LocalEvent): Workspace {
  switch (event.type) {
    case 'message':
      return isSeen(workspace, event.message)
        ? countUnread(put(workspace, event.message), workspace, event.message)
        : workspace
    case 'message_changed':
      return release(putSeen(workspace, event.message), placeKey(event.message.channel, event.message.ts))
    case 'message_deleted':
      return release(remove(workspace, event.channel, [event.ts]), placeKey(event.channel, event.ts))
    case 'status':
      return { ...workspace, statuses: set(workspace.statuses, event, event.status) }
    case 'session':
      return { ...workspace, processing: set(workspace.processing, event, event.status === 'processing') }
    case 'connected':
      return { ...workspace, connected: event.connected }
    case 'views':
      return { ...workspace, views: event.views }
    case 'faults':
      return { ...workspace, faults: event.faults, hitFaults: event.hitFaults }
    case 'viewed':
      return viewPlace(workspace, event.channel)
    case 'pressed':
      return { ...workspace, pressed: { ...workspace.pressed, [placeKey(event.channel, event.ts)]: event.action } }
    case 'released':
      return release(workspace, placeKey(event.channel, event.ts))
    default:
      return workspace
  }
}

const isSeen = ({ me }: Workspace, { ephemeral_to }: Message): boolean =>
  ephemeral_to === undefined || ephemeral_to === me.id

const putSeen = (workspace: Workspace, message: Message): Workspace =>
  isSeen(workspace, message) ? put(workspace, message) : workspace

/** Keeps only truthy values, so that a long-lived page does not collect cleared ones. */
function set<T>(values: Record<string, T>, at: { channel: string; thread_ts: string }, value: T): Record<string, T> {
  const key = placeKey(at.channel, at.thread_ts)
  const { [key]: _, ...rest } = values
  return value ? { ...rest, [key]: value } : rest
}
