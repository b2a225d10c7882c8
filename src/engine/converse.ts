import { AppError } from '../errors.ts'
import type { AgentDocument } from '../model/agent.ts'
import type { ConversationRequest, Final, Progress } from '../model/conversation.ts'
import { orderKey } from '../model/key.ts'
import { type Llm, LlmError } from '../ports/llm.ts'
import type { AgentVersion } from '../store/agents.ts'
import type { Store } from '../store/index.ts'
import { createDraft, type Draft, type Known } from './draft.ts'
import { modelAnswer } from './model/answer.ts'
import { matchRule } from './rules.ts'
import * as sentences from './sentences.ts'

export interface Engine {
  /**
   * One turn: yields the text so far as it grows, then exactly one final. Reads state and memory but changes nothing: what
   * is to change stands in `final.effects`. Aborting the signal with `stopped` ends with the text so far; with any other
   * reason it throws that reason. Throws an `AppError` when nothing at all can answer.
   */
  converse(request: ConversationRequest, agent: AgentVersion, run: Run): AsyncIterable<Progress | Final>
}

export interface Run {
  signal: AbortSignal
  /** Awaited before anything outside is called that may change something there: from then on the turn must not run again. */
  beforeCall(): Promise<void>
}

export interface EngineParts {
  store: Store
  llm: Llm
  /** How many items of memory the model is given. */
  memoryItems: number
  now: () => number
  /** 0 ≤ n < 1; picks among variants. */
  random: () => number
}

export function createEngine(parts: EngineParts): Engine {
  const { llm, now, random } = parts
  return {
    async *converse(request, agent, { signal }) {
      const draft = createDraft({ request, agent, known: await known(request, agent), now, random })
      if (request.utterance === '') return yield opening(draft)

      draft.effects.remember.push({ role: 'user', text: request.utterance })
      if (request.disableAiResponse) return yield draft.final('none', { utterance: '' })

      const ruled = ruleAnswer(draft)
      if (ruled) return yield ruled

      let failure: LlmError | undefined
      if (usesModel(agent.document)) {
        try {
          return yield* modelAnswer(draft, llm, signal)
        } catch (error) {
          if (!(error instanceof LlmError)) throw error
          failure = error
        }
      }
      yield fixedAnswer(draft, failure)
    },
  }

  async function known(request: ConversationRequest, agent: AgentVersion): Promise<Known> {
    if (request.uid === undefined) return { key: undefined, state: {}, memory: [], progress: undefined }
    const { store, memoryItems } = parts
    const key = orderKey(request.account, agent.id, request.uid)
    const wantsMemory = usesModel(agent.document) && !request.disableHistory
    const memory = wantsMemory ? await store.people.memory(key, request.conversation, memoryItems) : []
    return { key, state: await store.people.state(key), memory, progress: undefined }
  }
}

function opening(draft: Draft): Final {
  const { document } = draft.agent
  const { replies, agent } = document
  const written =
    draft.request.startUtterance || replies.opening || sentences.opening(agent.displayName)[draft.language]
  const said = draft.render(draft.pick(written))
  const options = [...(replies.openingOptions ?? []).map((option) => draft.render(option).text), ...said.options]
  draft.effects.resetMemory = true
  return draft.final('opening', { utterance: said.text, options, score: 100 })
}

function ruleAnswer(draft: Draft): Final | undefined {
  const match = matchRule(draft.agent.document, draft.request.utterance)
  if (!match) return undefined
  const { rule, index, score } = match
  draft.trace.rule = { index, phrase: rule.when[0]!, score, threshold: 100 }
  const said = draft.render(draft.pick(rule.say))
  return draft.final('rule', {
    utterance: said.text,
    score,
    options: [...(rule.options ?? []).map((option) => draft.render(option).text), ...said.options],
    topic: rule.topic ?? '',
    imageUrl: rule.imageUrl ?? '',
    url: rule.url ?? '',
    state: rule.state ?? '',
    extensions: rule.extensions ?? null,
    embededHtml: rule.embededHtml ?? '',
  })
}

/** What an agent says when nothing else answers. Throws when a model should have, and nobody wrote what to say instead. */
function fixedAnswer(draft: Draft, failure: LlmError | undefined): Final {
  const { replies } = draft.agent.document
  const fixed = failure?.code === 'not_configured' ? (replies.noModel ?? replies.noAnswer) : replies.noAnswer
  if (failure && !fixed) throw unanswerable(failure)
  if (failure) draft.trace.modelError = failure.code
  const said = draft.render(draft.pick(fixed ?? sentences.noAnswer[draft.language]))
  return draft.final('fixed', { utterance: said.text, options: said.options })
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
