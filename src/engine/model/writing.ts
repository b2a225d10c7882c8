import type { Final } from '../../model/conversation.ts'
import type { ModelTrace } from '../../model/trace.ts'
import { LlmError, type LlmErrorCode } from '../../ports/llm.ts'
import type { DirectiveReader } from '../directives.ts'
import { calledAgain, type RoundEvent } from './rounds.ts'

/** A model's answer while it is written. */
export interface Writing {
  /** What may be shown of it by now. */
  text: string
  /** Stands between the texts of two rounds; empty when there is nothing to keep apart. */
  joint: string
  /** Why it is not whole; undefined as long as it may become so. */
  interrupted: Final['interrupted']
  trace: ModelTrace
}

/** What is to be shown after an event: the text so far, or that something is being looked for. */
export type WritingProgress = 'text' | 'searching'

/** An answer as the model meant it. */
export interface Written {
  text: string
  options: string[]
  /** Keys of the person's state, and what the model writes there. */
  set: Record<string, string>
  interrupted: Final['interrupted']
}

export interface WritingParts {
  reader: DirectiveReader
  model: { id: string; upstream: string }
  /** Milliseconds since the model was asked. */
  elapsed(): number
}

/** Why there is nothing. A model that thought until its room was used up has said nothing either. */
function nothingOf(end: string): LlmErrorCode {
  if (end === 'filtered') return 'filtered'
  const isSilent = end === 'interrupted: empty' || end === `interrupted: ${calledAgain}`
  return end.startsWith('interrupted') && !isSilent ? 'unavailable' : 'empty'
}

const tokenFigures = ['inputTokens', 'outputTokens', 'cachedTokens', 'reasoningTokens'] as const

/** Turns what the model sends into the text to show and the answer that it comes to. */
export function createWriting({ reader, model, elapsed }: WritingParts) {
  const trace: ModelTrace = { ...model, rounds: 0, ms: 0, end: 'interrupted' }
  const state: Writing = { text: '', joint: '', interrupted: undefined, trace }

  function onText(chunk: string): WritingProgress | undefined {
    trace.firstTextMs ??= elapsed()
    const written = state.joint === '' ? chunk : chunk.trimStart()
    if (written === '') return undefined
    const safe = reader.push(state.joint + written)
    state.joint = ''
    state.text += state.text === '' ? safe.trimStart() : safe
    // White space at the end may yet turn out to be the last of the answer, where it is cut off.
    return state.text !== '' && safe.trimEnd() !== '' ? 'text' : undefined
  }

  function interrupt(code: 'model_interrupted' | 'stopped', detail: string): undefined {
    state.interrupted = { code, detail }
  }

  return {
    state: state as Readonly<Writing>,

    /** Takes the next event, and says what is to be shown after it, if anything. */
    on(event: RoundEvent): WritingProgress | undefined {
      switch (event.type) {
        case 'text':
          return onText(event.text)
        case 'asks':
        case 'hands':
          return undefined
        case 'calling':
          return 'searching'
        case 'round':
          trace.rounds++
          state.joint = state.text === '' ? '' : '\n\n'
          return undefined
        case 'fallback':
          trace.upstream = event.upstream
          trace.fallback = event.reason
          return undefined
        case 'shortened':
          trace.leftOut = (trace.leftOut ?? 0) + event.messages
          return undefined
        case 'usage':
          for (const name of tokenFigures) {
            const figure = event[name]
            if (figure !== undefined) trace[name] = (trace[name] ?? 0) + figure
          }
          return undefined
        case 'end':
          trace.end = event.detail ? `${event.reason}: ${event.detail}` : event.reason
          return event.reason === 'complete' || event.detail === 'empty'
            ? undefined
            : interrupt('model_interrupted', event.detail ?? event.reason)
      }
    },

    /** Takes what broke it off. Throws that again where there is nothing to make an answer of. */
    breakOff(error: unknown, isStopped: boolean): void {
      if (isStopped) {
        trace.end = 'stopped'
        interrupt('stopped', 'the person stopped the answer')
      } else if (error instanceof LlmError && state.text !== '') {
        // The functions were called, but nobody could say what came of it.
        trace.end = `interrupted: ${error.message}`
        interrupt('model_interrupted', error.message)
      } else {
        throw error
      }
    },

    /**
     * The answer; undefined when it was stopped before there was any. Throws an `LlmError` when the model gave none, and nothing is asked
     * in its place.
     */
    end({ asks = false } = {}): Written | undefined {
      const { interrupted } = state
      const { text: rest, options, set } = reader.end({ broken: interrupted !== undefined })
      const text = (state.text === '' ? rest.trimStart() : state.text + rest).trimEnd()
      const isSomething = text !== '' || options.length > 0 || Object.keys(set).length > 0
      if (isSomething || (asks && !interrupted)) return { text, options, set, interrupted }
      if (interrupted?.code === 'stopped') return undefined
      throw new LlmError(nothingOf(trace.end), `${model.id} ended without a text (${trace.end})`)
    },
  }
}
