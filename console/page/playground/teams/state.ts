import type {
  ClientEvent,
  Command,
  Conversation,
  Dialog,
  Fault,
  HitFault,
  Message,
  MessageAction,
  SearchCommand,
  Team,
  User,
} from '../../../stand-ins/teams/view.ts'
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

/** Something this person did that had no answer. */
interface Failure {
  id: string
  say?: string
}

export interface Workspace {
  tenant: { id: string; name: string }
  me: User
  bot: User
  users: User[]
  teams: Team[]
  conversations: Conversation[]
  /** By conversation, oldest first; a channel's replies are among them. */
  messages: Record<string, Message[]>
  commands: Command[]
  /** The app's entries in the menu of messages. */
  message_actions: MessageAction[]
  searches: SearchCommand[]
  dialog: Dialog | null
  /** By message, or `dialog`: the button used last, until it is answered. */
  pressed: Record<string, string>
  /** By message, or `dialog`: what went wrong last. */
  failures: Record<string, Failure>
  /** What Teams says about what this person did, where it belongs to no message. */
  said?: { id: string; say: string }
  /** By the key of the place and person: until when they are typing. */
  typing: TypingTimes
  /** By conversation: messages that came while another one was on screen. */
  unread: Record<string, number>
  /** The conversation on screen. */
  viewing?: string
  faults: Fault[]
  hitFaults: HitFault[]
  /** Whether an app listens. */
  connected: boolean
}

export type State = PaneState<Workspace>

/** What this page did itself or adds to what the simulator tells. */
export type LocalEvent =
  | { type: 'viewed'; conversation: string }
  | { type: 'pressed'; at: string; action: string }
  | { type: 'released'; at: string }
  | { type: 'typing_until'; conversation: string; root?: string; user: string; until: number }

export const initialState: State = { link: 'connecting' }

/** Where the open dialog's presses and failures are kept. */
export const DIALOG = 'dialog'

/** Names a chat, or a thread of a channel. */
export const placeKey = (conversation: string, root?: string): string => `${conversation}/${root ?? ''}`

const { put, remove, countUnread } = createMessageSteps<Message>({
  placeOf: ({ conversation }) => conversation,
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
  const empty: Workspace = { ...rest, messages: {}, pressed: {}, failures: {}, typing: {}, unread: {} }
  return keepViewing(messages.reduce(put, empty), before)
}

function apply(workspace: Workspace, event: Exclude<ClientEvent, { type: 'snapshot' }> | LocalEvent): Workspace {
  switch (event.type) {
    case 'message':
      return countUnread(stopped(put(workspace, event.message), event.message), workspace, event.message)
    case 'message_changed':
      return stopped(put(workspace, event.message), event.message)
    case 'message_removed':
      return remove(workspace, event.conversation, [event.id])
    case 'typing_until':
      return startTyping(workspace, placeKey(event.conversation, event.root), event.user, event.until)
    case 'conversation':
      return { ...workspace, conversations: putById(workspace.conversations, event.conversation) }
    case 'commands': {
      const { type: _, ...known } = event
      return { ...workspace, ...known }
    }
    case 'interaction':
      return interacted(workspace, event)
    case 'dialog':
      return { ...release(workspace, DIALOG), dialog: event.dialog }
    case 'connected':
      return { ...workspace, connected: event.connected }
    case 'faults':
      return { ...workspace, faults: event.faults, hitFaults: event.hitFaults }
    case 'viewed':
      return viewPlace(workspace, event.conversation)
    case 'pressed': {
      const { [event.at]: _, ...failures } = workspace.failures
      return { ...workspace, failures, pressed: { ...workspace.pressed, [event.at]: event.action } }
    }
    case 'released':
      return release(workspace, event.at)
    default:
      return workspace
  }
}

const stopped = (workspace: Workspace, { conversation, root, author }: Message): Workspace =>
  stopTyping(workspace, placeKey(conversation, root), author.id)

function interacted(workspace: Workspace, event: ClientEvent & { type: 'interaction' }): Workspace {
  const { id, message, state, say } = event
  if (state === 'pending') return workspace
  const at = message ?? DIALOG
  const next = release(workspace, at)
  if (state === 'answered') return say ? { ...next, said: { id, say } } : next
  return { ...next, failures: { ...next.failures, [at]: { id, ...(say && { say }) } } }
}
