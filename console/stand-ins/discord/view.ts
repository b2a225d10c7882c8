import type { HitFault as HitFaultOf } from '../shared/faults.ts'

/**
 * What a person sees of the simulated Discord, and what they may do there: the contract between the simulator and the
 * playground page. Names follow Discord's own JSON where it has a word for the thing.
 */

export interface User {
  id: string
  username: string
  /** What stands above their messages. */
  name: string
  bot: boolean
}

export interface Role {
  id: string
  name: string
  guild: string
}

/** A server. */
export interface Guild {
  id: string
  name: string
}

export interface Channel {
  id: string
  /** The server it is in; direct conversations are in none. */
  guild?: string
  kind: 'text' | 'announcement' | 'forum' | 'thread' | 'dm'
  name: string
  topic?: string
  /** The channel a thread belongs to. */
  parent?: string
  archived?: boolean
  /** Whether this person may write in it. */
  writable: boolean
}

export interface Attachment {
  id: string
  filename: string
  content_type: string
  size: number
  width?: number
  height?: number
  description?: string
  /** Seconds of a voice message. */
  duration?: number
}

/** A component as Discord's JSON has it: `type` says which one it is. A medium that is a file of the message has it in `attachment`. */
export type Component = Record<string, unknown> & { type: number; id: number }

export interface Message {
  id: string
  channel: string
  /** Discord's number: 0 said, 19 a reply, 20 and 23 a command's answer; others are Discord's own words. */
  type: number
  author: { id: string; name: string; bot: boolean }
  content: string
  components: Component[]
  embeds: Record<string, unknown>[]
  attachments: Attachment[]
  edited: boolean
  /** "… is thinking". */
  loading: boolean
  /** Only this person sees it. */
  ephemeral: boolean
  /** Whom it calls: it stands out on their screen. */
  mentions: string[]
  mention_everyone: boolean
  /** The message it replies to; without author and content if that was deleted. */
  reply?: { id: string; author?: { id: string; name: string; bot: boolean }; content?: string; attachments?: boolean }
  /** Who used which command to have it said. */
  command?: { user: string; name: string }
  /** Started from it. */
  thread?: string
  reactions: { emoji: string; users: string[] }[]
}

export interface CommandOption {
  /** 3 text, 4 whole number, 5 yes or no, 6 person, 7 channel, 8 role, 9 person or role, 10 number, 11 file. */
  type: number
  name: string
  description: string
  required: boolean
  autocomplete: boolean
  choices: { name: string; value: string | number }[]
}

/** One way to call a command, with the names of its groups before its own: `agent create`. */
export interface Command {
  name: string
  /** The name as this person reads it. */
  label: string
  /** `chat` is typed, the others are in the menu of a message or a person. */
  kind: 'chat' | 'message' | 'user'
  description: string
  options: CommandOption[]
}

/** A command that this person finds somewhere. */
export interface OfferedCommand extends Command {
  /** In servers, in direct messages, or in both: who may use it can be different there. */
  offered: readonly ('server' | 'direct')[]
}

/** A form the app has opened before this person. */
export interface Modal {
  /** The interaction it answers: a person has one form open at a time. */
  id: string
  title: string
  components: Component[]
}

export type HitFault = HitFaultOf<Fault>

/** Sent over Server-Sent Events, one JSON object an event, in the order things happened. */
export type ClientEvent =
  | {
      type: 'snapshot'
      /** Those this person is in. It comes again when these become more or fewer. */
      guilds: Guild[]
      me: User
      bot: User
      users: User[]
      roles: Role[]
      channels: Channel[]
      messages: Message[]
      /** Those this person may use. */
      commands: OfferedCommand[]
      modal: Modal | null
      faults: Fault[]
      hitFaults: HitFault[]
      connected: boolean
    }
  | { type: 'message'; message: Message }
  | { type: 'message_changed'; message: Message }
  | { type: 'messages_deleted'; channel: string; ids: string[] }
  | { type: 'typing'; channel: string; user: string }
  | { type: 'user'; user: User }
  | { type: 'channel'; channel: Channel }
  | { type: 'channel_removed'; channel: string }
  | { type: 'commands'; commands: OfferedCommand[] }
  /** How an interaction of this person stands. `message`: the one whose component was used; `name`: the command's. */
  | {
      type: 'interaction'
      id: string
      channel: string
      message?: string
      name?: string
      state: 'pending' | 'answered' | 'failed'
    }
  | { type: 'modal'; modal: Modal | null }
  /** Whether an app is connected. */
  | { type: 'connected'; connected: boolean }
  | { type: 'faults'; faults: Fault[]; hitFaults: HitFault[] }

/**
 * A way to make REST fail. It hits the next `times` calls of `route` (default: until cleared), after `after` of them have passed it
 * by, only those for `channel` if given. `route`: as in the documentation, e.g. `POST /channels/{channel}/messages`; `*`: any.
 * - `ratelimited`: HTTP 429 after `retryAfter` seconds (default 1), nothing done; `scope`: as in `x-ratelimit-scope`
 *   (default user); `header: false`: without a `Retry-After` header
 * - `error`: HTTP 500, nothing done
 * - `slow`: does it and answers after `delay` ms (default 3000)
 * - `drop`: does it, then closes the connection without an answer
 * - `reset`: closes the connection before doing anything
 * - `hang`: does nothing and never answers
 * - `refuse`: Discord's error `code`, e.g. 50013 (0 is HTTP 401), with `status` instead of the one it is known to come with, or
 *   `body` as it is, which need not be JSON (`status` then defaults to 400); with `Retry-After: retryAfter` if that is given;
 *   nothing done
 */
export interface Fault {
  kind: 'ratelimited' | 'error' | 'slow' | 'drop' | 'reset' | 'hang' | 'refuse'
  route: string
  channel?: string
  after?: number
  times?: number
  retryAfter?: number
  scope?: 'user' | 'shared' | 'global'
  header?: boolean
  delay?: number
  status?: number
  code?: number
  body?: string
}

/**
 * What can be done to the gateway's connections.
 * - `drop`: cut, to be resumed
 * - `reconnect`: asked to come back (op 7)
 * - `invalidate`: the session is gone (op 9), to be identified anew
 * - `silence`: nothing is heard any more, though the socket stays open
 * - `malform`: the next message arrives with a field that must not be null
 * - `hide`: the server becomes unavailable until `show`
 */
export type GatewayAction = 'drop' | 'reconnect' | 'invalidate' | 'silence' | 'malform' | 'hide' | 'show'

/**
 * The page's requests, all JSON, under the prefix where the client API is mounted. Errors: 4xx `{error: sentence}`.
 *
 * GET    events?user=…&locale=…      text/event-stream of ClientEvent as that person sees it, `snapshot` first
 * GET    files/:id                   the bytes of a file, with its type
 * POST   messages     Say            → {id}
 * PATCH  messages     Edit           → {}
 * DELETE messages     At             → {}
 * POST   threads      StartThread    → {id}
 * POST   guilds       {user}         → {id} of the channel that the new server begins with
 * POST   components   Use            → {}
 * POST   commands     RunCommand     → {}
 * POST   autocomplete Autocomplete   → {choices}
 * POST   modals       Submit         → {}
 * DELETE modals       {user}         → {}
 * POST   typing       {user, channel} → {}
 * POST   reactions    React          → {}
 * PUT    faults       {faults}       → {}
 * POST   gateway      {action}       → {}
 */
export interface Upload {
  name: string
  type: string
  base64: string
}
export interface Say {
  user: string
  channel: string
  content: string
  /** The message it replies to; `ping: false` without calling its author. */
  reply_to?: string
  ping?: boolean
  files?: Upload[]
}
export interface At {
  user: string
  channel: string
  message: string
}
export interface Edit extends At {
  content: string
}
export interface StartThread {
  user: string
  channel: string
  /** The message it starts from; without one it stands for itself. */
  message?: string
  name: string
  /** Private: only who is added sees it. */
  private?: boolean
  /** The first message of a post in a forum, and the ids of its tags. */
  content?: string
  tags?: string[]
}
export interface Use extends At {
  custom_id: string
  /** What was chosen in a select. */
  values?: string[]
}
export type OptionValue = string | number | boolean | Upload
export interface RunCommand {
  user: string
  channel: string
  name: string
  options?: Record<string, OptionValue>
  /** The message or person of a context menu command. */
  target?: string
}
export interface Autocomplete extends RunCommand {
  /** The option that is being typed. */
  focused: string
}
export interface Submit {
  user: string
  /** By custom_id: a text, what was chosen, a check mark or files. */
  fields: Record<string, string | string[] | boolean | Upload[]>
}
export interface React extends At {
  emoji: string
  on: boolean
}
