import type {
  AccountTable,
  ApiKeyTable,
  AuditTable,
  ConsoleSessionTable,
  EventEndpointTable,
  EventTable,
  IdempotentCallTable,
  RequestRateTable,
  RoleTable,
} from './tables/accounts.ts'
import type { AgentTable, AgentVersionTable, DraftTable, OfferTable, WebhookSecretTable } from './tables/agents.ts'
import type {
  HandoverTable,
  StandingApprovalTable,
  TimerTable,
  ToolApprovalTable,
  ToolCallTable,
  ToolClientTable,
  ToolConnectingTable,
  ToolGrantTable,
  UnaskedTable,
} from './tables/doing.ts'
import type {
  ConversationFileTable,
  KnowledgeFileTable,
  KnowledgeSourceTable,
  PassageTable,
  PassageVectorTable,
} from './tables/knowledge.ts'
import type {
  ForgettingTable,
  LastingTable,
  LinkCodeTable,
  MemoryTable,
  PersonLinkTable,
  PersonPauseTable,
  ScenarioProgressTable,
  TombstoneTable,
  UserStateTable,
} from './tables/people.ts'
import type {
  BindingTable,
  InstallationTable,
  ListeningTable,
  PauseTable,
  PauseToldTable,
  RaidTable,
  RefusedCallTable,
  RefusingPlaceTable,
  SaidTable,
  TalkReadTable,
  ThreadTable,
} from './tables/places.ts'
import type {
  BudgetHoldTable,
  BudgetTable,
  ModelCostTable,
  SpendingTable,
  UsageFirstTextTable,
  UsagePersonTable,
  UsagePlaceTable,
  UsageTable,
} from './tables/spending.ts'
import type { TranscriptFileTable, TranscriptHeadTable, TranscriptTable } from './tables/transcripts.ts'
import type {
  FeedbackTable,
  FollowedTurnTable,
  InboxTable,
  LeaseTable,
  NoteTable,
  OutboxTable,
  PartTable,
  ProcessTable,
  TurnSeenTable,
  TurnTable,
} from './tables/turns.ts'

export type * from './tables/accounts.ts'
export type * from './tables/agents.ts'
export type * from './tables/doing.ts'
export type * from './tables/knowledge.ts'
export type * from './tables/people.ts'
export type * from './tables/places.ts'
export type * from './tables/spending.ts'
export type * from './tables/transcripts.ts'
export type * from './tables/turns.ts'

/**
 * The tables, as rows come out of them. Times are milliseconds since the epoch; flags are 0 or 1; `json` columns are text.
 * `key` is the order key of one person with one agent: see `model/key.ts`.
 */
export interface Tables {
  account: AccountTable
  api_key: ApiKeyTable
  idempotent_call: IdempotentCallTable
  request_rate: RequestRateTable
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
  followed_turn: FollowedTurnTable
  turn_seen: TurnSeenTable
  pause: PauseTable
  pause_told: PauseToldTable
  part: PartTable
  feedback: FeedbackTable
  process: ProcessTable
  refused_call: RefusedCallTable
  refusing_place: RefusingPlaceTable
  note: NoteTable
  usage: UsageTable
  usage_first_text: UsageFirstTextTable
  usage_person: UsagePersonTable
  usage_place: UsagePlaceTable
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
  standing_approval: StandingApprovalTable
  tool_approval: ToolApprovalTable
  tool_client: ToolClientTable
  tool_connecting: ToolConnectingTable
  tool_grant: ToolGrantTable
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
