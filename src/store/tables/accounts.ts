import type { Generated } from 'kysely'

export interface AccountTable {
  id: string
  name: string
  plan: string
  email: string | null
  /** The account's API integration: conversation keys work only while it is on. */
  api_enabled: number
  /** Whether it has ever created an agent: until then creating over HTTP is refused. */
  has_created_agent: number
  /** Answers where nothing is bound. */
  default_agent: string | null
  created_at: number
}

export interface ApiKeyTable {
  id: string
  account: string
  kind: 'management' | 'conversation' | 'agent'
  /** For `agent` keys only. */
  agent: string | null
  name: string
  /** SHA-256 of the key, hex. The key itself is never stored. */
  hash: string
  /** The last four characters, to tell keys apart. */
  hint: string
  created_at: number
  last_used_at: number | null
  revoked_at: number | null
  /** JSON: what a management key may do; null: all. */
  scopes: string | null
  /** Null: never. */
  expires_at: number | null
}

/** A call that may be repeated: whoever comes with its key again is told its answer. */
export interface IdempotentCallTable {
  account: string
  /** SHA-256 of who called and the key they named, hex. */
  key: string
  /** SHA-256 of what was called, hex. */
  request: string
  /** Sealed; null: it is running, or its process has died. */
  answer: string | null
  /** The process that runs it; null: that is of a version that did not say so. */
  holder: string | null
  begun_at: number
  /** The key of whoever's turn it was; null: it manages. */
  person: string | null
}

/** When all requests of a key may come at once again. */
export interface RequestRateTable {
  key: string
  /** Microseconds since the epoch. */
  full_at: number
}

/** What people are besides members, by uid. */
export interface RoleTable {
  account: string
  person: string
  /** Admin of this agent only; empty: of all. */
  agent: string
  role: 'owner' | 'admin' | 'blocked'
  given_by: string
  given_at: number
}

/** Who changed what. Rows are only ever added: the migration's triggers refuse anything else. */
export interface AuditTable {
  account: string
  /** From 1, without gaps. */
  n: number
  at: number
  /** A uid, `key:<id>`, `cli` or `folder`. */
  actor: string
  door: string
  /** E.g. `agent.publish`. */
  action: string
  /** Stays when the agent is deleted. */
  agent: string | null
  summary: string
  /** Of what they did: no account has two rows of one. */
  nonce: string
  /** The hash of the row before; empty for the first. */
  previous: string
  /** SHA-256 of everything above, hex. */
  hash: string
}

/** Somebody who is signed in to the console, or a link that signs somebody in once. */
export interface ConsoleSessionTable {
  id: string
  /** SHA-256 of what opens it, hex. What opens it is never stored. */
  hash: string
  account: string
  /** A uid, or `cli`: whoever holds the machine, who owns everything. */
  person: string
  kind: 'link' | 'session'
  created_at: number
  last_used_at: number
  /** However much it is used. */
  expires_at: number
}

/** Where an account's events are sent. */
export interface EventEndpointTable {
  id: string
  account: string
  url: string
  /** A JSON list; empty: all. */
  types: string
  /** Whether it is told what people said. */
  words: number
  /** Sealed. */
  secret: string
  created_at: number
}

/** What has happened in accounts that tell somebody of it. */
export interface EventTable {
  /** The order in which it happened. */
  n: Generated<number>
  id: string
  account: string
  type: string
  /** The order key of whose it is; empty: nobody's. */
  key: string
  /** JSON, without what anybody said. */
  data: string
  /** What was said, a JSON list, where somebody asks for it. */
  words: string | null
  at: number
}
