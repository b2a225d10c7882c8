import type { HitFault as HitFaultOf } from '../shared/faults.ts'

/**
 * What a person sees of the simulated Microsoft Teams, and what they may do there: the contract between the simulator and
 * the playground page. Cards and actions are the JSON that the app sent.
 */

type Json = Record<string, unknown>

export interface User {
  id: string
  name: string
  bot: boolean
}

export interface Team {
  id: string
  name: string
}

/** A personal chat with the bot, a group chat, or a channel of a team. */
export interface Conversation {
  id: string
  kind: 'personal' | 'group' | 'channel'
  name: string
  /** Of a channel. */
  team?: string
  /** The person a personal chat belongs to; other people do not see it. */
  user?: string
  /** Whether the app is installed here: it hears nothing and may say nothing where it is not. */
  installed: boolean
}

export type Attachment =
  /** `content` is what this person sees: an Action.Execute of theirs may have replaced it. */
  | { kind: 'card'; content_type: string; content: Json }
  /** The bytes are at `files/:file`; an image that the app only linked to has a `url` instead. */
  | { kind: 'image'; name: string; content_type: string; file?: string; url?: string }
  | { kind: 'file'; name: string; content_type: string; file: string }
  /** Somebody is to sign in, by its button. */
  | { kind: 'signin'; content_type: string; text: string; title: string }
  /** A file that the app offers: this person agrees, or does not. */
  | { kind: 'consent'; name: string; content_type: string; description: string; size: number }

export interface Citation {
  /** Stands in the text as `[position]`. */
  position: number
  name: string
  url?: string
  abstract?: string
  keywords?: string[]
}

export interface SuggestedAction {
  type: 'imBack' | 'Action.Compose' | 'Action.Submit'
  title: string
  value: unknown
}

export interface Message {
  id: string
  conversation: string
  /** In a channel: the message whose thread this one is a reply in. */
  root?: string
  author: { id: string; name: string; bot: boolean }
  text: string
  /** How `text` is written; mentions stand in it as `<at>name</at>`. */
  text_format: 'plain' | 'markdown' | 'xml'
  mentions: { id: string; text: string }[]
  /** Who was notified that it mentions them: when it came, since an edit notifies nobody. */
  notified: string[]
  attachments: Attachment[]
  attachment_layout: 'list' | 'carousel'
  /** Those that Teams shows (three at most), and only below the newest message of a chat. */
  suggested_actions: SuggestedAction[]
  /** A stream that has not ended: `informative` is the line beside the blue progress bar, `streaming` shows in `text`. A Stop button belongs to it. */
  stream?: { state: 'informative' | 'streaming'; informative: string }
  /** "AI generated". */
  ai_label: boolean
  sensitivity?: { name: string; description?: string }
  citations: Citation[]
  /** Thumbs below the message: `custom` opens a dialog of the app. */
  feedback?: 'default' | 'custom'
  /** What this person has given. */
  given?: 'like' | 'dislike'
  edited: boolean
  /** Shown as "This message has been deleted", to its author with Undo. */
  deleted: boolean
  /** Only this person sees it: a targeted message. */
  targeted_to?: string
  /** Marked as important or urgent. */
  importance?: 'high' | 'urgent'
  reactions: { type: string; users: string[] }[]
  /** Milliseconds since 1970. */
  at: number
}

/** A task module that is open before this person: a person has one open at a time. */
export interface Dialog {
  id: string
  title: string
  /** Pixels or small, medium, large. */
  width?: number | string
  height?: number | string
  card?: Json
  /** A page in a frame; the simulator opens none. */
  url?: string
}

/** A command of the app's manifest that this person may use in a conversation of a `scopes` kind. */
export interface Command {
  title: string
  description: string
  triggers: ('mention' | 'slash')[]
  scopes: Conversation['kind'][]
  /** Put into the compose box in place of the title. */
  prompt?: string
}

/** An entry of the app in the menu of messages. */
export interface MessageAction {
  id: string
  title: string
}

/** A search by the app in the compose box. */
export interface SearchCommand {
  id: string
  title: string
  description: string
  /** Whether the app is asked before anything is typed. */
  initialRun: boolean
  parameter: { name: string; title: string; description: string }
}

/** One of what a search has brought. Its texts may hold HTML. */
export interface Found {
  id: string
  title: string
  text: string
}

export interface SearchResult {
  state: 'answered' | 'failed'
  found: Found[]
  /** What Teams shows in place of results. */
  say?: string
}

export type HitFault = HitFaultOf<Fault>

/** Sent over Server-Sent Events, one JSON object an event, in the order things happened. */
export type ClientEvent =
  | {
      type: 'snapshot'
      tenant: { id: string; name: string }
      me: User
      bot: User
      users: User[]
      teams: Team[]
      conversations: Conversation[]
      messages: Message[]
      commands: Command[]
      message_actions: MessageAction[]
      searches: SearchCommand[]
      dialog: Dialog | null
      faults: Fault[]
      hitFaults: HitFault[]
      connected: boolean
    }
  | { type: 'message'; message: Message }
  /** Also how a stream grows, and how a deleted message is left. */
  | { type: 'message_changed'; message: Message }
  /** Gone without a trace: a targeted message, or a stream that ended before anything was shown. */
  | { type: 'message_removed'; conversation: string; id: string }
  /** The bot types; `root` in a channel's thread. It ends with its next message, or after some seconds. */
  | { type: 'typing'; conversation: string; root?: string; user: string }
  | { type: 'conversation'; conversation: Conversation }
  /** How what this person did at a card, a button, a dialog or a thumb stands. `say`: what Teams shows them about it. */
  | {
      type: 'interaction'
      id: string
      conversation: string
      message?: string
      name: string
      state: 'pending' | 'answered' | 'failed'
      say?: string
    }
  | { type: 'dialog'; dialog: Dialog | null }
  /** Whether an app is connected. */
  | { type: 'connected'; connected: boolean }
  | { type: 'commands'; commands: Command[]; message_actions: MessageAction[]; searches: SearchCommand[] }
  | { type: 'faults'; faults: Fault[]; hitFaults: HitFault[] }

/**
 * A way to make the service fail. It hits the next `times` calls of `route` (default: until cleared), after `after` of them have
 * passed it by, only those for `conversation` if given (with or without `;messageid=`), and only activities of the type `activity` if given. Routes: see `ROUTES` in the simulator, e.g. `POST activities`,
 * `PUT activity`, `POST token`, `GET openid`; `*`: any of the connector's.
 * - `ratelimited`: HTTP 429 with `Retry-After: retryAfter` (seconds, default 1), nothing done; `header: false` without it
 * - `precondition`: HTTP 412, nothing done
 * - `error`: HTTP `status` (default 500), nothing done
 * - `accepted`: does it and answers `status` (default 502)
 * - `slow`: does it and answers after `delay` ms (default 3000)
 * - `drop`: does it, then closes the connection without an answer
 * - `reset`: closes the connection before doing anything
 * - `hang`: does nothing and never answers
 * - `refuse`: answers `status` (400 to 599) with `{error: {code, message}}`, e.g. 403 ContentStreamNotAllowed, or with `body` as
 *   it is, and with `Retry-After: retryAfter` if that is given; nothing done
 */
export interface Fault {
  kind: 'ratelimited' | 'precondition' | 'error' | 'accepted' | 'slow' | 'drop' | 'reset' | 'hang' | 'refuse'
  route: string
  conversation?: string
  activity?: string
  after?: number
  times?: number
  retryAfter?: number
  header?: boolean
  delay?: number
  status?: number
  code?: string
  message?: string
  body?: string
}

/**
 * The page's requests, all JSON, under the prefix where the client API is mounted. Errors: 4xx `{error: sentence}`.
 *
 * GET    events?user=…&locale=… text/event-stream of ClientEvent as that person sees it, `snapshot` first
 * GET    files/:id              the bytes of a file, with its type
 * POST   messages     Say       → {id}
 * PATCH  messages     Edit      → {}
 * DELETE messages     At        → {}
 * POST   undelete     At        → {}
 * POST   actions      Press     → {}   a button of a card
 * POST   looks        At        → {}   "Refresh card": what a card shows to this person; for most their client asks by itself
 * POST   suggestions  Choose    → {}   a suggested action; Action.Compose is the page's own: it fills the compose box
 * POST   dialogs      Submit    → {}   a button of the open dialog's card
 * DELETE dialogs      {user}    → {}
 * POST   feedback     Feedback  → {}
 * POST   consents     Consent   → {}   a file that the app offers
 * POST   signins      At        → {}   the button of a sign-in, to the end of what its page asks
 * POST   stop         At        → {}   the Stop button of a stream
 * POST   reactions    React     → {}
 * POST   commands     RunCommand → {id}
 * POST   searches     SearchFor → SearchResult
 * POST   inserts      Insert    → {id}   puts what was found into a message
 * POST   installs     Install   → {}
 * PUT    faults       {faults}  → {}
 */
export interface Upload {
  name: string
  type: string
  base64: string
}
export interface Say {
  user: string
  conversation: string
  /** Where somebody is called, `<at>name</at>`, with an entry in `mentions` for each. */
  text: string
  mentions?: string[]
  /** In a channel: the thread it is said in; without one it starts a thread. */
  root?: string
  /** Only the bot and this person see it, as after choosing the app in the slash menu. Group chats and channels only. */
  targeted?: boolean
  /** Images are pasted. Other files come to the bot in personal chats only; elsewhere Graph alone knows of them. */
  files?: Upload[]
  /** As it was formatted: HTML, mentions as in `text`. Without it the text is all there is. */
  html?: string
  /** The message of the conversation that it quotes. */
  quotes?: string
  /** A message that is forwarded with it. */
  forwards?: { conversation: string; message: string }
}
/** Another app posts: an alert, a build, a form that was filled in. */
export interface ProgramPost {
  program: { id: string; name: string }
  conversation: string
  root?: string
  text?: string
  html?: string
  /** Adaptive Cards. */
  cards?: Json[]
}
export interface At {
  user: string
  conversation: string
  message: string
}
export interface Edit extends At {
  text: string
  mentions?: string[]
}
export interface Press extends At {
  /** The action as it stands in the card; its title (or, without one, its id) will do if no other is called so. */
  action: Json | string
  /** What is filled in, by id of the input. Required inputs and patterns are checked as Teams does. */
  inputs?: Record<string, string>
  /** In a client that is too old for an Action.Execute, and does what stands in its `fallback`. */
  old?: boolean
}
export interface ActOn extends At {
  /** Of the manifest. */
  command: string
}
export interface Choose extends At {
  title: string
}
export interface Submit {
  user: string
  action: Json | string
  inputs?: Record<string, string>
}
export interface Feedback extends At {
  reaction: 'like' | 'dislike'
  /** What was written into the form of `default` feedback. */
  text?: string
}
export interface Consent extends At {
  accept: boolean
}
export interface React extends At {
  /** like, heart, laugh, surprised, sad, angry, or another one by name. */
  reaction: string
  on: boolean
}
export interface RunCommand {
  user: string
  conversation: string
  root?: string
  title: string
  /** From the slash menu: it is sent targeted. Else behind a mention of the bot (in a personal chat as it is). */
  slash: boolean
  /** What was typed after the command. */
  text?: string
}
export interface Install {
  user: string
  /** Of any of its channels for a team. */
  conversation: string
  on: boolean
}
export interface SearchFor {
  user: string
  conversation: string
  root?: string
  /** Of the manifest. */
  command: string
  /** What is typed; without it as when the search is opened. */
  text?: string
  /** How many are seen already. */
  skip?: number
}
export interface Insert {
  user: string
  conversation: string
  root?: string
  /** The id of what their last search has brought. */
  found: string
  text?: string
}
