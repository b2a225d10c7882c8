import type {
  ClientEvent,
  Command,
  Conversation,
  Dialog,
  Fault,
  Message,
  Team,
  User,
} from '../../../stand-ins/teams/view.ts'

/** How the page is connected to the simulated Teams. */
export type Link = 'connecting' | 'live' | 'reconnecting'

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
  dialog: Dialog | null
  /** By message, or `dialog`: the button used last, until it is answered. */
  pressed: Record<string, string>
  /** By message, or `dialog`: what went wrong last. */
  failures: Record<string, Failure>
  /** What Teams says about what this person did, where it belongs to no message. */
  said?: { id: string; say: string }
  /** By the key of the place and person: until when they are typing. */
  typing: Record<string, Record<string, number>>
  /** By conversation: messages that came while another one was on screen. */
  unread: Record<string, number>
  /** The conversation on screen. */
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
  | { type: 'viewed'; conversation: string }
  | { type: 'pressed'; at: string; action: string }
  | { type: 'released'; at: string }
  | { type: 'typing_until'; conversation: string; root?: string; user: string; until: number }

export const initialState: State = { link: 'connecting' }

/** Where the open dialog's presses and failures are kept. */
export const DIALOG = 'dialog'

/** Names a chat, or a thread of a channel. */
export const placeKey = (conversation: string, root?: string): string => `${conversation}/${root ?? ''}`

export function reduce(state: State, event: ClientEvent | LocalEvent): State {
  if (event.type === 'link') return { ...state, link: event.link }
  if (event.type === 'snapshot') return { ...state, workspace: fromSnapshot(event, state.workspace) }
  const workspace = state.workspace && apply(state.workspace, event)
  return workspace && workspace !== state.workspace ? { ...state, workspace } : state
}

function fromSnapshot(snapshot: ClientEvent & { type: 'snapshot' }, before: Workspace | undefined): Workspace {
  const { type: _, messages, ...rest } = snapshot
  const empty: Workspace = { ...rest, messages: {}, pressed: {}, failures: {}, typing: {}, unread: {} }
  const workspace = messages.reduce(put, empty)
  if (before?.me.id !== rest.me.id) return workspace
  return { ...workspace, unread: before.unread, ...(before.viewing !== undefined && { viewing: before.viewing }) }
}

function apply(workspace: Workspace, event: Exclude<ClientEvent, { type: 'snapshot' }> | LocalEvent): Workspace {
  switch (event.type) {
    case 'message':
      return countUnread(stopTyping(put(workspace, event.message), event.message), workspace, event.message)
    case 'message_changed':
      return stopTyping(put(workspace, event.message), event.message)
    case 'message_removed':
      return remove(workspace, event.conversation, event.id)
    case 'typing_until': {
      const key = placeKey(event.conversation, event.root)
      const here = { ...workspace.typing[key], [event.user]: event.until }
      return { ...workspace, typing: { ...workspace.typing, [key]: here } }
    }
    case 'conversation':
      return { ...workspace, conversations: putConversation(workspace.conversations, event.conversation) }
    case 'commands':
      return { ...workspace, commands: event.commands }
    case 'interaction':
      return interacted(workspace, event)
    case 'dialog':
      return { ...release(workspace, DIALOG), dialog: event.dialog }
    case 'connected':
      return { ...workspace, connected: event.connected }
    case 'faults':
      return { ...workspace, faults: event.faults }
    case 'viewed':
      return { ...workspace, viewing: event.conversation, unread: { ...workspace.unread, [event.conversation]: 0 } }
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

/** Ids are milliseconds with the same number of digits. */
function put(workspace: Workspace, message: Message): Workspace {
  const { conversation, id } = message
  const others = (workspace.messages[conversation] ?? []).filter((other) => other.id !== id)
  const place = others.findLastIndex((other) => other.id < id) + 1
  return { ...workspace, messages: { ...workspace.messages, [conversation]: others.toSpliced(place, 0, message) } }
}

function remove(workspace: Workspace, conversation: string, id: string): Workspace {
  const rest = (workspace.messages[conversation] ?? []).filter((message) => message.id !== id)
  return { ...workspace, messages: { ...workspace.messages, [conversation]: rest } }
}

function putConversation(conversations: Conversation[], conversation: Conversation): Conversation[] {
  const place = conversations.findIndex(({ id }) => id === conversation.id)
  return place < 0 ? [...conversations, conversation] : conversations.with(place, conversation)
}

function stopTyping(workspace: Workspace, { conversation, root, author }: Message): Workspace {
  const key = placeKey(conversation, root)
  const { [author.id]: until, ...others } = workspace.typing[key] ?? {}
  return until === undefined ? workspace : { ...workspace, typing: { ...workspace.typing, [key]: others } }
}

function countUnread(workspace: Workspace, before: Workspace, message: Message): Workspace {
  const { conversation, author, id } = message
  const known = before.messages[conversation]?.some((other) => other.id === id)
  if (known || author.id === workspace.me.id || conversation === workspace.viewing) return workspace
  return { ...workspace, unread: { ...workspace.unread, [conversation]: (workspace.unread[conversation] ?? 0) + 1 } }
}

function interacted(workspace: Workspace, event: ClientEvent & { type: 'interaction' }): Workspace {
  const { id, message, state, say } = event
  if (state === 'pending') return workspace
  const at = message ?? DIALOG
  const next = release(workspace, at)
  if (state === 'answered') return say ? { ...next, said: { id, say } } : next
  return { ...next, failures: { ...next.failures, [at]: { id, ...(say && { say }) } } }
}

function release(workspace: Workspace, at: string): Workspace {
  const { [at]: held, ...pressed } = workspace.pressed
  return held === undefined ? workspace : { ...workspace, pressed }
}
