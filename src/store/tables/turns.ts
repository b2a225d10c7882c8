import type { Generated } from 'kysely'
import type { Interruption } from '../../model/conversation.ts'

export interface InboxTable {
  id: Generated<number>
  event_id: string
  key: string
  door: string
  conversation: string
  /** What a chat turn needs, as JSON; emptied once done. HTTP calls keep theirs in the process that holds the socket. */
  payload: string
  /** The workspace, server or tenant that a chat message came from; null of what comes otherwise. */
  installation: string | null
  status: 'open' | 'done'
  /** Set by a control event: the turn must not begin, or must end. `limited`: its person had written too much. */
  cancelled: 'deleted' | 'stopped' | 'limited' | null
  received_at: number
  /** When its message was written, by the platform's clock and never after it came; null of what is no message. */
  said_at: number | null
  /** What its message says since it was edited while it was answered; emptied once done. */
  edited: string | null
}

/** A process among several, as it says of itself every few seconds. */
export interface ProcessTable {
  /** As leases name it. */
  holder: string
  name: string
  version: string
  roles: string
  started_at: number
  /** That it holds. */
  conversations: number
  /** JSON of `PlatformTimes`. */
  platforms: string
  told_at: number
}

export interface LeaseTable {
  key: string
  epoch: number
  holder: string
  expires_at: number
}

/** A turn whose readers may come back to it, also where it is another process by then that makes it. */
export interface FollowedTurnTable {
  /** Of the turn. */
  id: string
  key: string
  /** The key of the API that asked. Nobody else's may follow it. */
  asker: string
  /** Made of who asked what, while it runs: whoever asks the same meanwhile follows it, too. Of a call with an `Idempotency-Key` it stays. */
  name: string | null
  /** The process that makes it. */
  holder: string
  /** What was asked, sealed, while it runs. */
  request: string | null
  /** The answer as far as readers may have it, and what they hear of the turn besides; sealed. */
  told: string
  /** How it ended, sealed; null: it runs, or its process has died. */
  outcome: string | null
  /** 1: something outside was called, so that it is made by nobody else. */
  called: number
  /** 1: its caller wants no more of it. */
  cancelled: number
  touched_at: number
}

export interface TurnTable {
  id: string
  /** Null for callers without a uid: nothing of theirs waits in an inbox. */
  inbox_id: number | null
  /** Of the chat message that it answers; it outlasts the inbox row. */
  event_id: string | null
  key: string
  agent: string
  version: number
  /** Of the lease the turn was last run under. */
  epoch: number
  attempt: number
  status: 'running' | 'committed' | 'delivered'
  /** The text shown so far, for an apology that keeps it. */
  partial: string
  /** Webhooks and tools that have fired: above 0 the turn is never run again. */
  calls: number
  /** A `BestResponse` once committed. */
  answer: string | null
  trace: string | null
  /** Why the answer is not whole, if it isn't. */
  interrupted: Interruption | null
  /** Where a chat turn came from and is answered (`bridge/context.ts`), without a word of what was said. */
  context: string | null
  /** Index of the quick reply that was pressed. */
  pressed: number | null
  /**
   * What its messages have yet to show: which quick reply was pressed, that there is more of the answer or only its end, that
   * it may be there, or nothing at all, because its question was deleted.
   */
  owed: 'choice' | 'revision' | 'rest' | 'end' | 'doubt' | 'removal' | null
  /** A `Delivery`, as JSON, where the answer's place would not have it as it was. */
  delivery: string | null
  /** A `Wire`, as JSON: the calls that showed it. */
  wire: string | null
  started_at: number
  committed_at: number | null
}

/** The reply ledger: the messages that show a turn's answer. */
export interface PartTable {
  turn: string
  n: number
  /** Null between the intent to post and knowing the message. */
  ref: string | null
  /** When the post was last attempted. */
  intent_at: number
  /** What the last of several messages says, where it carries quick replies: a press shows it again. */
  text: string | null
  /** 1: whoever asked is called in it; null of all others. */
  calls: number | null
}

/** Webhook calls that go out after their turn's commit, and what became of them. */
export interface OutboxTable {
  /** The order of the commits. */
  n: Generated<number>
  /** Goes with the call at every attempt, as `webhook-id`. */
  id: string
  account: string
  agent: string
  /** That the turn ran on; the call itself is made as the live version says. */
  version: number
  /** Its name. */
  webhook: string
  /** Calls of one lane go out one at a time: those of one person. */
  lane: string
  /** A `WebhookEvent`, emptied once delivered; or an `EventRef`. */
  event: string
  /** The process that holds the caller's token, which is never stored. */
  keeper: string | null
  /** Without the token it cannot be sent. */
  wants_token: number
  status: 'open' | 'delivered' | 'dead'
  /** Those begun so far. */
  attempt: number
  next_at: number
  /** When it is given up. */
  until: number
  /** While an attempt runs; past: whoever made it has died. */
  leased_until: number | null
  /** Of the last attempt: the HTTP status, or in words why there was none. */
  outcome: string | null
  created_at: number
  settled_at: number | null
}

/** What adapters keep for themselves. */
export interface NoteTable {
  platform: string
  name: string
  value: string
}

/** What people think of answers; each may change their mind. */
export interface FeedbackTable {
  turn: string
  uid: string
  good: number
  at: number
  words: string | null
}

/** What turns are found by in the console, made of them by a duty: see `turn-seen/`. */
export interface TurnSeenTable {
  /** Rises with time. */
  id: Generated<number>
  turn: string
  /** When it began. */
  at: number
  /** 1: something else has become known of it. */
  is_stale: 0 | 1
  /** The rows of `memory` whose words it is found by; null: by none. */
  first_memory: number | null
  last_memory: number | null
  /** On PostgreSQL alone: the tokens and words themselves. */
  terms: Generated<string>
}
