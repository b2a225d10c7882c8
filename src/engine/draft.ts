import { type Language, languageOf, type Texts } from '../lib/language.ts'
import type { AgentVersion } from '../model/agent.ts'
import {
  type AnswerFile,
  type BestResponse,
  bestResponse,
  type ConversationRequest,
  type Effects,
  type Final,
  type MemoryItem,
} from '../model/conversation.ts'
import type { Lasting } from '../model/lasting.ts'
import type { ScenarioProgress } from '../model/scenario.ts'
import type { StateLimits, StateValue, StateWriter } from '../model/state.ts'
import type { Trace } from '../model/trace.ts'
import { createDirectiveReader } from './directives.ts'
import { createDraftState } from './draft-state.ts'
import type { TurnTape } from './tape/index.ts'

/** What is known of the person and the conversation when a turn begins. */
export interface PersonContext {
  /** Of the order; undefined for somebody without a uid, of whom nothing is kept. */
  key: string | undefined
  state: Readonly<Record<string, StateValue>>
  memory: readonly MemoryItem[]
  /** Absent until a model is to be asked. */
  lasting?: Lasting
  /** The scenario that is running, if one is. */
  progress: ScenarioProgress | undefined
}

/** A text as it is said, and the quick replies that were written into it. */
export interface ParsedText {
  text: string
  options: string[]
}

/**
 * One turn while its answer is being made: what has been found out so far, and what is going to change. Nothing is changed
 * before the final is committed.
 */
export type AnswerDraft = ReturnType<typeof createDraft>

export interface DraftParts {
  request: ConversationRequest
  agent: AgentVersion
  known: PersonContext
  limits: StateLimits
  now: () => number
  /** 0 ≤ n < 1; picks among variants. */
  random: () => number
  tape: TurnTape
}

/** What to say in place of what a model wrote; undefined: it may be said. */
export type Judged = (answer: string) => Promise<Texts | undefined>

export function createDraft({ request, agent, known, limits, tape, ...parts }: DraftParts) {
  const now = () => tape.now(parts.now)
  const random = () => tape.random(parts.random)
  const startedAt = now()
  const effects: Effects = { resetMemory: false, remember: [], set: {}, unset: [], calls: [] }
  const trace: Omit<Trace, 'ms'> = { source: 'none' }
  const state = createDraftState({ document: agent.document, known: known.state, limits, effects, trace })
  if (request.state) state.setAsked(request.state)

  return {
    request,
    agent,
    known,
    effects,
    trace,
    language: languageOf(request.locale, request.utterance) satisfies Language,
    state,
    /** What tools gave for the person. */
    files: [] as AnswerFile[],
    now,
    tape,
    /** Where what a model writes is judged, nothing of it is shown before that. */
    judged: undefined as Judged | undefined,
    /** A text that somebody wrote beforehand, with its directives carried out. */
    render(text: string, by: StateWriter = 'scenario'): ParsedText {
      // Most texts hold nothing to carry out: every directive has a brace.
      if (!text.includes('{')) return { text: text.trim(), options: [] }
      const reader = createDirectiveReader(state.shown)
      const head = reader.push(text)
      const { text: tail, options, set: written } = reader.end()
      for (const [name, value] of Object.entries(written)) {
        state.set({ [name]: value }, state.authorOf(reader.sourcesOf(name), by))
      }
      return { text: (head + tail).trim(), options }
    },
    pick: (variants: string | readonly string[]): string =>
      typeof variants === 'string' ? variants : variants[Math.floor(random() * variants.length)]!,
    /** What is known by now of why the turn answers so. */
    traced: (source: Trace['source']): Trace => ({ ...trace, source, ms: now() - startedAt }),
    /** Ends the turn. `remembered` is what goes into memory of it; nothing of an empty text. */
    final(
      source: Trace['source'],
      fields: Partial<BestResponse> & { utterance: string },
      remembered = fields.utterance,
    ): Final {
      if (remembered !== '') effects.remember.push({ role: 'assistant', text: remembered })
      return {
        kind: 'final',
        answer: bestResponse(fields),
        userState: state.kept,
        effects,
        trace: this.traced(source),
      }
    },
  }
}
