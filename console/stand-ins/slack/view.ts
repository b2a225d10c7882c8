import type { HitFault as HitFaultOf } from '../shared/faults.ts'

/**
 * What a person sees of the simulated workspace, and what they may do there: the contract between the simulator and the
 * playground page. Field names follow Slack's own JSON where Slack has a word for the thing.
 */

export interface User {
  id: string
  name: string
  real_name: string
  is_bot: boolean
  /** The workspace they belong to, when it is another one that shares channels with this (Slack Connect). */
  team?: string
  /** A guest: in channels that they were put into, and nowhere else. */
  guest?: true
  /** Of the workspace; an owner is an admin as well. */
  is_admin?: boolean
  is_owner?: boolean
  /** What they have chosen to read Slack in; `en-US` where nothing is said. */
  locale?: string
}

/** People who are spoken to by one name. */
export interface Group {
  id: string
  handle: string
  /** Who is in it; nobody, without. */
  users?: string[]
}

export interface Channel {
  id: string
  /** `channel` is public, `group` private; `im` is the direct conversation of `user` with the bot, `mpim` one of several. */
  kind: 'channel' | 'group' | 'im' | 'mpim'
  name: string
  /** Who is in a `group` or an `mpim`, bots included; others do not see it. */
  members?: string[]
  /** The person an `im` belongs to; other people do not see it. */
  user?: string
}

export interface File {
  id: string
  /** What it is called where it is shown. */
  name: string
  /** What a picture shows, in words. */
  alt_txt?: string
  mimetype: string
  size: number
}

export interface Message {
  channel: string
  /** Slack's message id: seconds, a dot, six digits; unique in its channel and sortable as text. */
  ts: string
  /** The root message of the thread this message is a reply in. */
  thread_ts?: string
  user: string
  /** mrkdwn, entities escaped as Slack stores it. Empty when `markdown` or `blocks` carry the content. */
  text: string
  /** Standard Markdown, from `markdown_text` and native streams. */
  markdown?: string
  blocks?: unknown[]
  files?: File[]
  /** A native stream that has not been stopped. */
  streaming: boolean
  edited: boolean
  /** Who put which emoji to it. */
  reactions?: Record<string, string[]>
  /** Only this person sees the message. */
  ephemeral_to?: string
  /** As whom the app appears in it. */
  face?: { name: string; icon?: string }
  /** What is left of a deleted message that has replies. */
  tombstone?: true
}

export interface Command {
  /** With its slash. */
  command: string
  description: string
  usage_hint?: string
}

/** A modal that is open, as the app described it. */
export interface Modal {
  id: string
  /** Another one whenever the app has changed it. */
  hash: string
  title: { text: string }
  submit?: { text: string }
  close?: { text: string }
  /** Each with its block_id, its elements with their action_id. */
  blocks: unknown[]
}

export type HitFault = HitFaultOf<Fault>

/** Sent over Server-Sent Events, one JSON object an event, in the order things happened. */
export type ClientEvent =
  | {
      type: 'snapshot'
      team: { id: string; name: string }
      me: User
      bot: User
      users: User[]
      channels: Channel[]
      messages: Message[]
      /** What may be typed after a slash. */
      commands: Command[]
      /** Modals before this person, the uppermost last. */
      views: Modal[]
      faults: Fault[]
      hitFaults: HitFault[]
      connected: boolean
    }
  | { type: 'message'; message: Message }
  | { type: 'message_changed'; message: Message }
  | { type: 'message_deleted'; channel: string; ts: string }
  /** `assistant.threads.setStatus`: shown as "<bot> <status>" in the thread; empty clears it. */
  | { type: 'status'; channel: string; thread_ts: string; status: string }
  /** `agents.sessions.setStatus`: while `processing`, Slack offers a Stop button. */
  | {
      type: 'session'
      channel: string
      thread_ts: string
      status: 'active' | 'processing' | 'suspended' | 'closed'
      /** What the thread is called in the agent view. */
      title?: string
    }
  /** Whether an app is connected (a socket is open, or an event URL is set). */
  | { type: 'views'; views: Modal[] }
  | { type: 'connected'; connected: boolean }
  | { type: 'faults'; faults: Fault[]; hitFaults: HitFault[] }

/**
 * A way to make the platform fail. It hits the next `times` calls of `method` (default: until cleared), after `after` of them have
 * passed it by, only those for `channel` if given. `method`: of the Web API, e.g. `chat.update`; `response_url` and `upload`: the
 * addresses that Slack gives for answers and for the bytes of files; `*`: any of them.
 * - `ratelimited`: HTTP 429 with `Retry-After: retryAfter` (seconds, default 1), nothing done
 * - `error`: HTTP 500, nothing done
 * - `slow`: does it and answers after `delay` ms (default 3000)
 * - `drop`: does it, then closes the connection without an answer
 * - `reset`: closes the connection before doing anything
 * - `hang`: does nothing and never answers
 * - `refuse`: `{ok: false, error}` with `error` as given, or `body` as it is; HTTP `status` (default 200), and with
 *   `Retry-After: retryAfter` if that is given; nothing done
 */
export interface Fault {
  kind: 'ratelimited' | 'error' | 'slow' | 'drop' | 'reset' | 'hang' | 'refuse'
  method: string
  channel?: string
  after?: number
  times?: number
  retryAfter?: number
  delay?: number
  status?: number
  error?: string
  body?: string
}

/**
 * The page's requests, all JSON, under the prefix where the client API is mounted. Errors: 4xx `{error: sentence}`.
 *
 * GET    events?user=U…&locale=…   text/event-stream of ClientEvent as that person sees it, `snapshot` first
 * GET    files/:id                 the bytes of a file, with its mimetype
 * POST   messages  Say             → {ts}
 * PATCH  messages  Edit            → {}
 * DELETE messages  Remove          → {}
 * POST   actions   Press           → {}
 * POST   shortcuts Shortcut        → {}
 * POST   stop      Stop            → {}
 * POST   commands  Slash           → {}
 * POST   submit    Submit          → {response_action?, errors?}, where the app found faults: sentences by block_id
 * POST   suggest   Suggest         → {options}
 * POST   upload    Upload          → {id}
 * POST   close     Close           → {}
 * PUT    faults    {faults: Fault[]} → {}
 * POST   reconnect {}              → {}   asks every socket to refresh, as Slack does several times a day
 */
export interface Say {
  user: string
  channel: string
  text: string
  thread_ts?: string
  /** `clip`: it is a voice clip, of which Slack writes down what it `says`. */
  files?: { name: string; mimetype: string; base64: string; clip?: { seconds: number; says?: string } }[]
}
export interface Edit {
  user: string
  channel: string
  ts: string
  text: string
}
export interface Remove {
  user: string
  channel: string
  ts: string
}
export interface Press {
  user: string
  channel: string
  ts: string
  block_id: string
  action_id: string
}
/** In the Home tab, or in the modal that lies uppermost. */
export interface PressIn {
  user: string
  view: string
  block_id: string
  action_id: string
}
export interface Shortcut {
  user: string
  channel: string
  ts: string
  callback_id: string
}
export interface Stop {
  user: string
  channel: string
  thread_ts: string
}

/** Slash commands stand in no thread. */
export interface Slash {
  user: string
  channel: string
  command: string
  text: string
}
/** A form sent off: `values` by block_id and action_id, as Slack puts them into `view.state`; the others are as at first. */
export interface Submit {
  user: string
  view: string
  values: Record<string, Record<string, unknown>>
}
/** Somebody types into a select that gets its options from the app. */
export interface Suggest {
  user: string
  view: string
  block_id: string
  action_id: string
  value: string
}
/** A file for a field of a form. */
export interface Upload {
  user: string
  name: string
  mimetype: string
  base64: string
}
/** `all`: with those beneath it. */
export interface Close {
  user: string
  view: string
  all?: boolean
}
