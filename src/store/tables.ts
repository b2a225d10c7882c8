import type { Generated } from 'kysely'
import type { BudgetPeriod, BudgetScope, BudgetUnit } from '../model/budget.ts'
import type { Interruption } from '../model/conversation.ts'
import type { HandoverEnd, HandoverState, HandoverWhy } from '../model/handover.ts'
import type { StateWriter } from '../model/state.ts'
import type { TimerTask } from '../model/timer.ts'
import type { ApprovalState, AskedCall } from '../model/tools.ts'

/**
 * The tables, as rows come out of them. Times are milliseconds since the epoch; flags are 0 or 1; `json` columns are text.
 * `key` is the order key of one person with one agent: see `model/key.ts`.
 */
export interface Tables {
  account: AccountTable
  api_key: ApiKeyTable
  idempotent_call: IdempotentCallTable
  agent: AgentTable
  agent_version: AgentVersionTable
  webhook_secret: WebhookSecretTable
  conversation_file: ConversationFileTable
  knowledge_source: KnowledgeSourceTable
  knowledge_file: KnowledgeFileTable
  passage: PassageTable
  passage_vector: PassageVectorTable
  outbox: OutboxTable
  event: EventTable
  event_endpoint: EventEndpointTable
  installation: InstallationTable
  binding: BindingTable
  listening: ListeningTable
  thread: ThreadTable
  said: SaidTable
  talk_read: TalkReadTable
  user_state: UserStateTable
  memory: MemoryTable
  lasting: LastingTable
  scenario_progress: ScenarioProgressTable
  inbox: InboxTable
  lease: LeaseTable
  turn: TurnTable
  pause: PauseTable
  pause_told: PauseToldTable
  part: PartTable
  feedback: FeedbackTable
  refusing_place: RefusingPlaceTable
  note: NoteTable
  usage: UsageTable
  spending: SpendingTable
  budget: BudgetTable
  budget_hold: BudgetHoldTable
  raid: RaidTable
  timer: TimerTable
  unasked: UnaskedTable
  model_cost: ModelCostTable
  audit: AuditTable
  role: RoleTable
  draft: DraftTable
  offer: OfferTable
  tool_approval: ToolApprovalTable
  transcript: TranscriptTable
  transcript_file: TranscriptFileTable
  transcript_head: TranscriptHeadTable
  tool_call: ToolCallTable
  forgetting: ForgettingTable
  tombstone: TombstoneTable
  person_pause: PersonPauseTable
  person_link: PersonLinkTable
  link_code: LinkCodeTable
  handover: HandoverTable
  console_session: ConsoleSessionTable
}

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
  begun_at: number
}

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

export interface WebhookSecretTable {
  agent: string
  name: string
  /** Encrypted. */
  secret: string
  /** The one before, encrypted; it still signs for a while. */
  previous: string | null
  rotated_at: number | null
}

/** Webhook calls that go out after their turn's commit, and what became of them. */
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
  /** A `WebhookEvent`; emptied once delivered. */
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
  /** Of the chat message that the exchange began with. */
  event_id: string | null
}

/** Scenarios that are running, one a conversation. */
export interface ScenarioProgressTable {
  key: string
  conversation: string
  /** A `ScenarioProgress`. */
  progress: string
  updated_at: number
}

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
  /** What its message says since it was edited while it was answered; emptied once done. */
  edited: string | null
}

export interface LeaseTable {
  key: string
  epoch: number
  holder: string
  expires_at: number
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
}

export interface UsageTable {
  account: string
  /** `2026-11-21`, UTC. */
  day: string
  agent: string
  door: string
  turns: number
  input_tokens: number
  output_tokens: number
}

/** What was used by somebody or something in a minute, a day or a month (UTC): what budgets are held to. */
export interface SpendingTable {
  account: string
  scope: BudgetScope
  /** Which of its scope: a uid, a place, an agent; of the account itself it is empty. */
  subject: string
  /** `2026-11`, `2026-11-21` or `2026-11-21T10:05`, UTC. */
  start: string
  /** What was written to agents. */
  messages: number
  /** Answered turns. */
  answers: number
  tokens: number
  /** In millionths of the currency that prices are in. */
  money: number
  /** Reserved for calls that are being made: as good as spent, until it is known what they cost. */
  held_tokens: number
  held_money: number
  /** At how many of a hundred of a budget its owners were told. */
  told: number
}

/** How much of something may be used in a time. */
export interface BudgetTable {
  account: string
  scope: BudgetScope
  /** Empty: each of its scope that has no budget of its own. */
  subject: string
  unit: BudgetUnit
  period: BudgetPeriod
  /** In millionths of the currency, where it is money. */
  most: number
  set_by: string
  set_at: number
}

/** The most that one call of a model can cost, as long as that is not known better. */
export interface BudgetHoldTable {
  id: string
  account: string
  agent: string
  model: string
  tokens: number
  money: number
  /** Of which counts it is held, and in which it is counted: `Counter`s, as JSON. */
  held: string
  counted: string
  /** From then on its process has died. */
  expires_at: number
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

/** What was paid for models on a day. */
export interface ModelCostTable {
  account: string
  day: string
  agent: string
  /** The model really asked. */
  model: string
  calls: number
  /** Calls of which nobody knows the price; nothing of them is in `money`. */
  unpriced: number
  input_tokens: number
  cached_tokens: number
  output_tokens: number
  money: number
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
  /** What the model had called before in the same answer, as JSON. */
  rounds: string
  state: ApprovalState
  /** The uid of whoever decided. */
  decided_by: string | null
  result: string | null
  asked_at: number
  expires_at: number
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

/** What people see in conversations that are kept nowhere but here. */
export interface TranscriptTable {
  key: string
  id: string
  position: number
  rev: number
  /** As its adapter wrote it; empty: it was taken away. */
  body: string
  at: number
}

/** The last change of each. */
export interface TranscriptHeadTable {
  key: string
  rev: number
}

export interface TranscriptFileTable {
  key: string
  id: string
  name: string
  mimetype: string
  content: Uint8Array
  at: number
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
