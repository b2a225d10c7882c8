import type { Generated } from 'kysely'
import type { StateWriter } from '../../model/state.ts'

export interface UserStateTable {
  key: string
  name: string
  value: string
  /** Null: written before this was noted. */
  writer: StateWriter | null
}

/** What lasts of a conversation or, where that is empty, of a person. */
export interface LastingTable {
  id: Generated<number>
  key: string
  conversation: string
  /** A `LastingSection`; or `until`, whose time says up to when a summary holds its conversation. */
  section: string
  text: string
  /** Event ids of chat messages, each between line breaks. */
  sources: string
  at: number
}

export interface MemoryTable {
  id: Generated<number>
  key: string
  conversation: string
  role: 'user' | 'assistant'
  text: string
  at: number
  /** Of the chat message that the exchange began with; else the turn. Words are found by it. */
  event_id: string | null
  /** A `Tape` of the answer, as JSON; with the first item of its turn. */
  tape: string | null
}

/** Scenarios that are running, one a conversation. */
export interface ScenarioProgressTable {
  key: string
  conversation: string
  /** A `ScenarioProgress`. */
  progress: string
  updated_at: number
}

/** People who are being forgotten: whoever finds one that nobody is at work on goes on with it. */
export interface ForgettingTable {
  id: string
  account: string
  /** Their uids, a JSON list; gone with the row when it is done. */
  people: string
  /** What only this agent keeps of them; empty: all. */
  agent: string
  author: string
  door: string
  at: number
  /** How many rows of each table are gone by now, as JSON. */
  removed: string
}

/** People who were forgotten, as nobody can read them who has not the key: see `personal/tombstones.ts`. */
export interface TombstoneTable {
  hash: string
  at: number
}

/** People whose messages are neither kept nor answered, because they said so. */
export interface PersonPauseTable {
  account: string
  person: string
  began_at: number
}

/** Uids of somebody who is kept under another one of theirs. */
export interface PersonLinkTable {
  account: string
  uid: string
  /** The uid they are kept under, which is linked to none itself. */
  person: string
  linked_at: number
}

/** Codes that join whoever tells them with whoever was shown them. */
export interface LinkCodeTable {
  /** SHA-256 of the account and the code, hex. */
  hash: string
  account: string
  /** The uid it was shown to, and their name as their platform told it. */
  person: string
  name: string | null
  /** The uid that told it, once somebody has. */
  told_by: string | null
  told_name: string | null
  expires_at: number
}
