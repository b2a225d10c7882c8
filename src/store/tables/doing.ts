import type { HandoverEnd, HandoverState, HandoverWhy } from '../../model/handover.ts'
import type { TimerTask } from '../../model/timer.ts'
import type { ApprovalState, AskedCall } from '../../model/tools.ts'

/** What an agent does by itself at a time. */
export interface TimerTable {
  id: string
  /** Whose it is: they pay for it, and are answered. */
  key: string
  conversation: string
  /** That of its task; `question`: of a scenario, until its question is answered. */
  kind: TimerTask['kind'] | 'question'
  due: number
  /** Of the IANA database. */
  zone: string
  /** Five fields of cron, by the clock of its zone; null: it goes off once. */
  rule: string | null
  /** What the clock of its zone shows then: `2026-11-24T09:00`. */
  wall: string
  state: 'waiting' | 'paused'
  /** The workspace, server or tenant it is answered in, as budgets call it. */
  server: string
  /** A `TimerTask`. */
  task: string
  /** A `ChatContext`: where it is answered. */
  context: string
  made_at: number
}

/** How many messages that nobody asked for an agent has posted to a person or into a place. */
export interface UnaskedTable {
  agent: string
  account: string
  /** A uid or a place. */
  subject: string
  /** `2026-11-21`, UTC; `stop`: they want none of them any more. */
  day: string
  posts: number
}

/** Calls of tools that somebody has to agree to. */
export interface ToolApprovalTable {
  id: string
  /** Of whoever talked with the agent. */
  key: string
  conversation: string
  /** The turn whose answer asked. */
  turn: string
  version: number
  tool: string
  arguments: string
  hash: string
  asks: AskedCall['asks']
  /** The channel whose people are asked, as JSON. */
  approvers: string | null
  /** What the model had called before in the same answer, as JSON. */
  rounds: string
  state: ApprovalState
  /** The uid of whoever decided. */
  decided_by: string | null
  result: string | null
  asked_at: number
  expires_at: number
  /** What the tool says of itself, where whoever is asked may agree to all its calls there. */
  standing: string | null
  /** When those were told who are asked elsewhere. */
  told_at: number | null
}

/** How often a tool was called in an hour, where that is limited. */
export interface ToolCallTable {
  agent: string
  tool: string
  /** `2026-11-23T02`, UTC. */
  hour: string
  calls: number
}

/** What a server of tools lets somebody do there, as they said yes to it. */
export interface ToolGrantTable {
  /** Of the person; with an empty uid it is the agent's own, whoever talks with it. */
  key: string
  server: string
  /** The address that it is for: sent nowhere else. */
  url: string
  /** Tokens, and what they are refreshed with, encrypted. */
  sealed: string
  /** When the access token runs out; null: nobody said. */
  expires_at: number | null
  /** Somebody refreshes it, until then. */
  leased_until: number
  granted_at: number
  /** The uid that gave it; null where it was given before that was kept. */
  given_by: string | null
  /** What its server wants leave for besides, as it names that. */
  wants: string | null
}

/** That all calls of a tool in a place are agreed to. */
export interface StandingApprovalTable {
  /** Of whoever talks with the agent. */
  key: string
  tool: string
  /** The channel or direct conversation. */
  place: string
  /** The hash of what the tool said of itself when it was agreed to. */
  pin: string
  /** The uid that gave it. */
  given_by: string
  given_at: number
}

/** Somebody is on their way: a link they were shown, or the consent page that they were sent to. */
export interface ToolConnectingTable {
  /** Of what the link, the state of the protocol, or the platform's sign-in carries. */
  hash: string
  /** `sso`: they can sign in by their platform; `proving`: one of their devices did, and it is being looked at. */
  kind: 'link' | 'state' | 'sso' | 'proving'
  account: string
  agent: string
  /** Whose the grant will be; empty: the agent's. */
  person: string
  /** The uid of whoever was shown the link. */
  by: string
  server: string
  url: string
  /** The call that waits for it. */
  approval: string | null
  /** What the protocol needs on the way back, encrypted. */
  sealed: string | null
  /** The hash of what the browser holds that was sent there. */
  browser: string | null
  expires_at: number
}

/** What an authorization server knows an agent as, where it was asked to register it. */
export interface ToolClientTable {
  agent: string
  issuer: string
  /** The address that people come back to. */
  redirect: string
  sealed: string
}

export interface HandoverTable {
  id: string
  /** Of the person. */
  key: string
  conversation: string
  /** The turn whose answer asked. */
  turn: string
  why: HandoverWhy
  state: HandoverState
  ended: HandoverEnd | null
  /** A `ChatContext`: where the person is answered. */
  context: string
  summary: string
  /** What was said before, as the person agreed to have it passed on. */
  transcript: string
  /** A `ChatContext`: the thread of the team. */
  team: string | null
  /** The thread of the team, as messages there name it. */
  thread: string | null
  /** The turn that shows the card. */
  card: string | null
  /** A uid. */
  taken_by: string | null
  taken_name: string | null
  asked_at: number
  waiting_at: number | null
  taken_at: number | null
  closed_at: number | null
  /** When the person is told that nobody has come yet. */
  remind_at: number | null
}
