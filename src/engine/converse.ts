import { AppError } from '../errors.ts'
import { languageOf } from '../language.ts'
import type { AgentDocument } from '../model/agent.ts'
import {
  type BestResponse,
  bestResponse,
  type ConversationRequest,
  type Effects,
  type Final,
  type Progress,
  type State,
  type Trace,
} from '../model/conversation.ts'
import { orderKey } from '../model/key.ts'
import { type Llm, LlmError } from '../ports/llm.ts'
import type { AgentVersion } from '../store/agents.ts'
import type { Store } from '../store/index.ts'
import { createDirectiveReader } from './directives.ts'
import { buildPrompt } from './prompt.ts'
import { matchRule } from './rules.ts'
import * as sentences from './sentences.ts'

export interface Engine {
  /**
   * One turn: yields the text so far as it grows, then exactly one final. Reads state and memory but changes nothing: what
   * is to change stands in `final.effects`. Aborting `signal` with `stopped` ends with the text so far; with any other
   * reason it throws that reason. Throws an `AppError` when nothing at all can answer.
   */
  converse(request: ConversationRequest, agent: AgentVersion, signal: AbortSignal): AsyncIterable<Progress | Final>
}

/** The abort reason of somebody who wants no more text, but keeps what there is. */
export const stopped = new Error('stopped by the person')

export interface EngineParts {
  store: Store
  llm: Llm
  /** How many items of memory the model is given. */
  memoryItems: number
  now: () => number
  /** 0 ≤ n < 1; picks among variants. */
  random: () => number
}

export function createEngine({ store, llm, memoryItems, now, random }: EngineParts): Engine {
  return {
    async *converse(request, agent, signal) {
      const startedAt = now()
      const { document } = agent
      const key = request.uid === undefined ? undefined : orderKey(request.account, agent.id, request.uid)
      const state: State = { ...(key ? await store.people.state(key) : {}), ...request.state }
      const effects: Effects = { resetMemory: false, remember: [], set: { ...request.state } }
      const final = (answer: BestResponse, trace: Omit<Trace, 'ms'>): Final => ({
        kind: 'final',
        answer,
        userState: { ...state, ...effects.set },
        effects,
        trace: { ...trace, ms: now() - startedAt },
      })
      /** A written text with its directives carried out. */
      const render = (text: string) => {
        const reader = createDirectiveReader({ ...state, ...effects.set })
        const head = reader.push(text)
        const { text: tail, options, set } = reader.end()
        Object.assign(effects.set, set)
        return { text: (head + tail).trim(), options }
      }
      const pick = (variants: string | string[]) =>
        typeof variants === 'string' ? variants : variants[Math.floor(random() * variants.length)]!
      const language = languageOf(request.locale, request.utterance)

      if (request.utterance === '') {
        const { replies, agent: settings } = document
        const said = render(
          request.startUtterance || pick(replies.opening ?? sentences.opening(settings.displayName)[language]),
        )
        const options = [...(replies.openingOptions ?? []).map((option) => render(option).text), ...said.options]
        effects.resetMemory = true
        effects.remember = [{ role: 'assistant', text: said.text }]
        yield final(bestResponse({ utterance: said.text, options, score: 100 }), { source: 'opening' })
        return
      }

      effects.remember.push({ role: 'user', text: request.utterance })
      if (request.disableAiResponse) {
        yield final(bestResponse({ utterance: '' }), { source: 'none' })
        return
      }

      const match = matchRule(document, request.utterance)
      if (match) {
        const { rule, index, score } = match
        const said = render(pick(rule.say))
        effects.remember.push({ role: 'assistant', text: said.text })
        const answer = bestResponse({
          utterance: said.text,
          score,
          options: [...(rule.options ?? []).map((option) => render(option).text), ...said.options],
          topic: rule.topic ?? '',
          imageUrl: rule.imageUrl ?? '',
          url: rule.url ?? '',
          state: rule.state ?? '',
          extensions: rule.extensions ?? null,
          embededHtml: rule.embededHtml ?? '',
        })
        yield final(answer, { source: 'rule', rule: index, score })
        return
      }

      let failure: LlmError | undefined
      if (usesModel(document)) {
        try {
          yield* modelAnswer()
          return
        } catch (error) {
          if (!(error instanceof LlmError)) throw error
          failure = error
        }
      }

      const { replies } = document
      const fixed = failure?.code === 'not_configured' ? (replies.noModel ?? replies.noAnswer) : replies.noAnswer
      if (failure && !fixed) throw unanswerable(failure)
      const said = render(pick(fixed ?? sentences.noAnswer[language]))
      effects.remember.push({ role: 'assistant', text: said.text })
      yield final(bestResponse({ utterance: said.text, options: said.options }), {
        source: 'fixed',
        ...(failure ? { modelError: failure.code } : {}),
      })

      async function* modelAnswer(): AsyncIterable<Progress | Final> {
        const id = document.agent.llmSettings!.llm
        const model = llm.model(id)
        if (!model) throw new LlmError('not_configured', `no endpoint serves ${id}`)
        if (request.images?.length && !model.vision) {
          throw new AppError('image_not_supported', sentences.imageNotSupported)
        }
        const memory =
          key && !request.disableHistory ? await store.people.memory(key, request.conversation, memoryItems) : []
        yield { kind: 'progress', text: '', searching: false }
        const reader = createDirectiveReader({ ...state })
        const trace: NonNullable<Trace['model']> = { id, upstream: model.upstream, end: 'interrupted' }
        let text = ''
        let interrupted: Final['interrupted']
        try {
          for await (const event of llm.stream(buildPrompt(document, request, state, memory), signal)) {
            if (event.type === 'text') {
              const safe = reader.push(event.text)
              text += text === '' ? safe.trimStart() : safe
              // White space at the end may yet turn out to be the last of the answer, where it is cut off.
              if (text !== '' && safe.trimEnd() !== '')
                yield { kind: 'progress', text: text.trimEnd(), searching: false }
            } else if (event.type === 'usage') {
              trace.inputTokens = event.inputTokens
              trace.outputTokens = event.outputTokens
            } else {
              trace.end = event.detail ? `${event.reason}: ${event.detail}` : event.reason
              if (event.reason !== 'complete') {
                interrupted = { code: 'model_interrupted', detail: event.detail ?? event.reason }
              }
            }
          }
        } catch (error) {
          if (signal.reason !== stopped) throw error
          trace.end = 'stopped'
          interrupted = { code: 'stopped', detail: 'the person stopped the answer' }
        }
        const rest = reader.end()
        text = (text === '' ? rest.text.trimStart() : text + rest.text).trimEnd()
        // Nothing but directives, or nothing at all, is no answer.
        if (text === '' && rest.options.length === 0 && interrupted?.code !== 'stopped') {
          throw new LlmError('unavailable', `${id} ended without a text (${trace.end})`)
        }
        Object.assign(effects.set, rest.set)
        // Servers refuse messages without content.
        if (text !== '') effects.remember.push({ role: 'assistant', text })
        yield {
          ...final(bestResponse({ utterance: text || '…', options: rest.options, isAutoResponse: true }), {
            source: 'model',
            model: trace,
          }),
          ...(interrupted ? { interrupted } : {}),
        }
      }
    },
  }
}

function usesModel(document: AgentDocument): boolean {
  return document.agent.useAIResponse !== false && document.agent.llmSettings !== undefined
}

function unanswerable(failure: LlmError): AppError {
  return failure.code === 'not_configured'
    ? new AppError('model_not_configured', sentences.noModel, { status: 503, cause: failure, retryAfterMs: 60_000 })
    : new AppError('model_unavailable', sentences.modelUnavailable, {
        status: 503,
        cause: failure,
        retryAfterMs: failure.retryAfterMs ?? 5_000,
      })
}
