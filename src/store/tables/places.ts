import type { Generated } from 'kysely'

export interface InstallationTable {
  platform: string
  id: string
  /** Whose it is; while it waits, and when it was refused: the account whose owners decide. */
  account: string
  /** Nobody is answered where it is not approved. */
  status: 'approved' | 'waiting' | 'refused'
  /** Who approved or refused it: a uid, `cli` or `parley.yaml`; null: nobody had to. */
  decided_by: string | null
  decided_at: number | null
  /** When the owners were told that it waits. */
  told_at: number | null
  /** As people know the workspace, guild or tenant. */
  name: string
  /** What opens it, encrypted; null where the operator holds it. */
  secret: string | null
  /** When it was taken away; null as long as it is there. */
  removed_at: number | null
  created_at: number
}

export interface BindingTable {
  place: string
  account: string
  agent: string
  mode: 'mention' | 'thread' | 'all' | 'listen'
  /** How far its agent looks around a message here; null: as the agent's document says. */
  context: 'none' | 'message' | 'thread' | 'channel' | null
  /** What its agent reads here besides, as `PlaceReads`; null: as the agent's document says. */
  reads: string | null
  /** By whom and when; null of a binding that is older than these columns. */
  bound_by: string | null
  bound_at: number | null
}

/** A place where an agent hears everything, or where people are yet to be told so. */
export interface ListeningTable {
  place: string
  account: string
  platform: string
  installation: string
  /** Where a post of ours is seen by all who are in the place. */
  post_to: string
  /** The place and what is around it, as of a message: a JSON array. */
  within: string
  language: 'en' | 'ja'
  /** Which agent hears, and how: what people were told, or are to be told. */
  agent: string
  mode: BindingTable['mode']
  /**
   * Heard is a place that is `told`, and no other. `trying`, `ending`: the notice of the beginning, or of the end, may have been
   * posted. `refused`: the platform would not take it.
   */
  state: 'owed' | 'trying' | 'told' | 'ending' | 'refused'
  /** Names the notice, so that it is posted once. */
  key: string
  at: number
}

/** A pause of one account, or of the whole deployment; the last one there was. */
export interface PauseTable {
  /** The account; empty: all of them. */
  scope: string
  /** Of this very pause. */
  id: string
  paused_by: string
  why: string | null
  began_at: number
  /** Null: it lasts. */
  ended_at: number | null
}

/** Who was told that their messages wait. */
export interface PauseToldTable {
  pause: string
  person: string
}

/** Threads an agent takes part in, and the direct conversations in which it has met its person. */
export interface ThreadTable {
  place: string
  agent: string
  joined_at: number
}

/** The last messages of talks that an agent is part of. */
export interface SaidTable {
  id: Generated<number>
  talk: string
  event_id: string
  uid: string
  /** The platform's id of who said it; `name` where the platform tells it. */
  author: string
  name: string | null
  /** Whether a person said it; `you`: the agent itself, to somebody else. */
  kind: 'person' | 'program' | 'you'
  text: string
  /** 1: it was said to the agent, which has answered it. */
  asked: 0 | 1
  at: number
  /** The agent that it was kept for; null of what was kept before that was written down. */
  agent: string | null
}

/** How much of a talk is known from reading it: what was said since then is brought by events. */
export interface TalkReadTable {
  talk: string
  /** The last message that is known together with all before it. */
  read_to: string
  /** 1: nothing lay between that and the question it was read for. */
  is_whole: 0 | 1
  at: number
}

/** A place that refuses answers. */
export interface RefusingPlaceTable {
  /** Of all that is refused together: see `Limits.cost`. */
  key: string
  platform: string
  installation: string
  place: string
  /** What it refused last, and in the platform's own words. */
  code: string
  detail: string
  since: number
  last_at: number
  /** How often it was tried. */
  count: number
}

/** Calls of one kind in one place that a platform refused with one code. */
export interface RefusedCallTable {
  platform: string
  installation: string
  call: string
  /** Empty of calls that are of a message or a file, which name no place. */
  place: string
  code: string
  /** In the platform's own words, the last time. */
  detail: string
  since: number
  last_at: number
  count: number
}

/** The last time that far more was written in a server than before. */
export interface RaidTable {
  account: string
  /** As budgets name it. */
  server: string
  began_at: number
  until: number
  /** When and by whom it was said to be none. */
  ended_at: number | null
  ended_by: string | null
}
