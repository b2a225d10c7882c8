import type { Delivery } from '../../model/conversation.ts'
import type { StateRefusal, StateWriter } from '../../model/state.ts'
import type {
  IntentTrace,
  LastingTrace,
  ModerationTrace,
  QueryTrace,
  SlotTrace,
  ToolTrace,
  Trace,
  WatchTrace,
} from '../../model/trace.ts'
import type { TracedTurn } from '../../store/traces.ts'

/** What the calls that showed an answer came to together; times in milliseconds. */
export interface WireSum {
  calls: number
  ms: number
  waited: number
  limited: number
  unknown: number
  /** What the platform refused calls with. */
  refused: readonly string[]
}

export interface Story {
  head(turn: TracedTurn): string
  heard(text: string): string
  forgotten: string
  /** Nothing of it was remembered in the first place, here and in the next. */
  neverAnswered: string
  nobodys: string
  unfinished: string
  attempts(count: number): string
  interrupted: Record<NonNullable<TracedTurn['interrupted']>, string>
  delivery: Record<Delivery['end'], (why: string) => string>
  wire(of: WireSum): string
  answered(text: string): string
  votes(of: TracedTurn['votes']): string
  opinion(words: string): string
  intent(of: IntentTrace): string
  noted(of: LastingTrace): string
  /** No uid was given. */
  skipped: string
  scenario(of: NonNullable<Trace['scenario']>): string
  slot(of: SlotTrace): string
  rule(of: NonNullable<Trace['rule']>): string
  suggested(phrases: readonly string[]): string
  query(of: QueryTrace): string
  withoutVectors(why: string): string
  knowledge(of: NonNullable<Trace['knowledge']>): string
  context(of: NonNullable<Trace['context']>): string
  webhook(name: string, outcome: string, ms: number): string
  tool(of: ToolTrace): string
  watched(of: WatchTrace): string
  written(keys: readonly string[], by: StateWriter): string
  notWritten(keys: readonly string[], by: StateWriter, why: StateRefusal): string
  /** A key that a model made up, and no trace names. */
  itsOwnKey: string
  model(of: NonNullable<Trace['model']>): string
  modelError(code: string, detail?: string): string
  moderation(of: ModerationTrace): string
  /** Of a conversation that is handed to people, or of the question whether it is to be. */
  handover(handover: NonNullable<Trace['handover']>): string
  masked(count: number): string
  source: Record<Trace['source'], (ms: number) => string>
}

export const seconds = (ms: number) => (ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(2)} s`)

export const passages = ({ passages }: NonNullable<Trace['knowledge']>) =>
  passages.map(({ source, title, score }) => `${source}${title && ` › ${title}`} ${score.toFixed(2)}`).join('; ')
