import type { Generated } from 'kysely'

/** A source of knowledge that somebody brought into a conversation, and that only they find there. */
export interface ConversationFileTable {
  source: string
  key: string
  conversation: string
  /** Of the message that it came with. */
  event_id: string
  at: number
}

export interface KnowledgeSourceTable {
  id: string
  /** Whose knowledge it is: an agent's, or what stands for a conversation (`conversation-files.ts`). */
  agent: string
  name: string
  /** A source that is `staged` has its passages in place, but nobody finds them yet; of one that is `gone` nobody does any more. */
  status: 'staged' | 'live' | 'gone'
  sha256: string
  mimetype: string
  bytes: number
  /** Counts of its passages and of their terms. */
  passages: number
  terms: number
  created_at: number
}

/** What a source was made from, byte by byte: it can be exported, and read anew by a better reader. */
export interface KnowledgeFileTable {
  source: string
  content: Uint8Array
}

/** Rows are found by their terms as soon as they are there: the migration's triggers keep the index in step. */
export interface PassageTable {
  id: Generated<number>
  /** The id of its source. */
  source: string
  title: string
  text: string
  /** What stands before each of its terms in the index: stands for the agent. */
  scope: string
  /** What it is found by: see `terms.ts`. Apart by spaces. */
  terms: string
  /** The number of its terms. */
  length: number
}

export interface PassageVectorTable {
  passage: number
  model: string
  /** Of length 1: `Float32Array` in the byte order of the machine. */
  vector: Uint8Array
}
