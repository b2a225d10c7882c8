import { AppError } from '../../errors.ts'
import type { Final, ModelTrace, Progress } from '../../model/conversation.ts'
import { type Llm, LlmError } from '../../ports/llm.ts'
import { createDirectiveReader } from '../directives.ts'
import type { Draft } from '../draft.ts'
import { buildPrompt } from '../prompt.ts'
import * as sentences from '../sentences.ts'
import { stopped } from '../stopped.ts'

/** The model's answer, as it is written. Throws an `LlmError` when there is none at all. */
export async function* modelAnswer(draft: Draft, llm: Llm, signal: AbortSignal): AsyncIterable<Progress | Final> {
  const { request, agent, known, trace: turnTrace, now } = draft
  const id = agent.document.agent.llmSettings!.llm
  const model = llm.model(id)
  if (!model) throw new LlmError('not_configured', `no endpoint serves ${id}`)
  if (request.images?.length && !model.vision) {
    throw new AppError('image_not_supported', sentences.imageNotSupported)
  }
  yield { kind: 'progress', text: '', searching: false }
  const reader = createDirectiveReader(draft.state)
  const startedAt = now()
  const trace: ModelTrace = { id, upstream: model.upstream, rounds: 1, ms: 0, end: 'interrupted' }
  let text = ''
  let interrupted: Final['interrupted']
  try {
    for await (const event of llm.stream(buildPrompt(agent.document, request, draft.state, known.memory), signal)) {
      if (event.type === 'text') {
        trace.firstTextMs ??= now() - startedAt
        const safe = reader.push(event.text)
        text += text === '' ? safe.trimStart() : safe
        // White space at the end may yet turn out to be the last of the answer, where it is cut off.
        if (text !== '' && safe.trimEnd() !== '') yield { kind: 'progress', text: text.trimEnd(), searching: false }
      } else if (event.type === 'usage') {
        trace.inputTokens = event.inputTokens
        trace.outputTokens = event.outputTokens
      } else if (event.type === 'end') {
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
  draft.set(rest.set)
  trace.ms = now() - startedAt
  turnTrace.model = trace
  // Servers refuse messages without content, so nothing is remembered of an answer of nothing but quick replies.
  const answer = { utterance: text || '…', options: rest.options, isAutoResponse: true }
  const final = draft.final('model', answer, text)
  yield interrupted ? { ...final, interrupted } : final
}
