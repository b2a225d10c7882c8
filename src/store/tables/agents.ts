export interface AgentTable {
  id: string
  account: string
  /** New whenever an id is taken, so that an agent is never confused with one of that id that was deleted. */
  made: string
  /** The number of the version that is live. */
  head: number
  /** Hash of the folder it was last applied from; null if it never came from one. */
  bundle_hash: string | null
  /** The knowledge that folder brought along, as a line for each source. */
  bundle_sources: string | null
  created_at: number
}

export interface AgentVersionTable {
  agent: string
  n: number
  /** An `AgentDocument`, secrets in it encrypted. */
  document: string
  author: string
  created_at: number
}

/** What the admins of an agent are changing and have not published, one an agent. */
export interface DraftTable {
  agent: string
  /** The version it was last put upon. */
  base: number
  /** The number of the change in the audit log that made it what it is. */
  revision: number
  /** An `AgentDocument`, secrets in it encrypted. */
  document: string
  /** Paths where `base` says something else than the draft, and nobody has settled it: a JSON list. */
  conflicts: string
  /** What it was before the last change, as a `FormerDraft`; null: that cannot be taken back. */
  former: string | null
  author: string
  updated_at: number
  /** What was changed, when and by whom, the first first, as a JSON list of `DraftChange`. */
  changes: string
}

/** Buttons and forms that were shown to somebody. */
export interface OfferTable {
  id: string
  account: string
  person: string
  command: string
  /** The values it stands for, as JSON. */
  given: string
  expires_at: number
}

export interface WebhookSecretTable {
  agent: string
  name: string
  /** Encrypted. */
  secret: string
  /** The one before, encrypted; it still signs for a while. */
  previous: string | null
  rotated_at: number | null
}
