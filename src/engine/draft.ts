import { type Language, languageOf } from '../language.ts'
import {
  type BestResponse,
  bestResponse,
  type ConversationRequest,
  type Effects,
  type Final,
  type MemoryItem,
  type State,
  type Trace,
} from '../model/conversation.ts'
import type { ScenarioProgress } from '../model/scenario.ts'
import type { AgentVersion } from '../store/agents.ts'
import { createDirectiveReader } from './directives.ts'

/** What is known of the person and the conversation when a turn begins. */
export interface Known {
  /** Of the order; undefined for somebody without a uid, of whom nothing is kept. */
  key: string | undefined
  state: State
  memory: readonly MemoryItem[]
  /** The scenario that is running, if one is. */
  progress: ScenarioProgress | undefined
}

/** A text as it is said, and the quick replies that were written into it. */
export interface Said {
  text: string
  options: string[]
}

/**
 * One turn while its answer is being made: what has been found out so far, and what is going to change. Nothing is changed
 * before the final is committed.
 */
export type Draft = ReturnType<typeof createDraft>

export interface DraftParts {
  request: ConversationRequest
  agent: AgentVersion
  known: Known
  now: () => number
  /** 0 ≤ n < 1; picks among variants. */
  random: () => number
}

export function createDraft({ request, agent, known, now, random }: DraftParts) {
  const startedAt = now()
  const effects: Effects = { resetMemory: false, remember: [], set: {}, unset: [], calls: [] }
  const trace: Omit<Trace, 'ms'> = { source: 'none' }
  const state: State = { ...known.state }

  function set(values: State): void {
    for (const [name, value] of Object.entries(values)) {
      put(state, name, value)
      put(effects.set, name, value)
    }
    effects.unset = effects.unset.filter((name) => !Object.hasOwn(values, name))
  }
  if (request.state) set(request.state)

  return {
    request,
    agent,
    known,
    effects,
    trace,
    language: languageOf(request.locale, request.utterance) satisfies Language,
    /** The person's state as it is at this point of the turn. */
    state: state as Readonly<State>,
    now,
    set,
    unset(names: readonly string[]): void {
      for (const name of names) {
        if (!Object.hasOwn(state, name)) continue
        delete state[name]
        delete effects.set[name]
        effects.unset.push(name)
      }
    },
    /** A text an admin wrote, with its directives carried out. */
    render(text: string): Said {
      // Most texts hold nothing to carry out: every directive has a brace.
      if (!text.includes('{')) return { text: text.trim(), options: [] }
      const reader = createDirectiveReader(state)
      const head = reader.push(text)
      const { text: tail, options, set: written } = reader.end()
      set(written)
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
        userState: state,
        effects,
        trace: this.traced(source),
      }
    },
  }
}

/** Keys are whatever people write: an assignment to `__proto__` would not make one. */
function put(to: State, name: string, value: string): void {
  Object.defineProperty(to, name, { value, enumerable: true, writable: true, configurable: true })
}
