import { AppError } from '../../lib/errors.ts'
import { declarationOf, writersOf } from '../../lib/person-state.ts'
import type { Final, ModelTrace, Progress, State, TextFormat } from '../../model/conversation.ts'
import { type Llm, LlmError } from '../../ports/llm.ts'
import { createDirectiveReader, keysIn } from '../directives.ts'
import type { Draft } from '../draft.ts'
import * as sentences from '../sentences.ts'
import { stopped } from '../stopped.ts'
import { isFilledIn } from './fill-in.ts'
import { buildPrompt } from './prompt.ts'
import { type Functions, streamRounds } from './rounds.ts'

/** What there is for an answer besides the conversation itself. */
export interface Material {
  /** Texts for the prompt, each already quoted; empty ones are left out. */
  found?: readonly string[]
  functions?: Functions
  /** What is put behind the whole answer, such as the sources it names: lines of plain text, or nothing. */
  closing?: (answer: string) => string
}

/** The model's answer, as it is written. Throws an `LlmError` when there is none at all, `stopped` when that was meant. */
export async function* modelAnswer(
  draft: Draft,
  llm: Llm,
  signal: AbortSignal,
  { found = [], functions, closing }: Material = {},
): AsyncIterable<Progress | Final> {
  const { request, known, now } = draft
  const settings = draft.agent.document.agent
  const id = settings.llmSettings!.llm
  const model = llm.model(id)
  if (!model) throw new LlmError('not_configured', `no endpoint serves ${id}`)
  if (request.images?.length && !model.vision) {
    throw new AppError('image_not_supported', sentences.imageNotSupported)
  }
  const format: { format?: TextFormat } = settings.autoResponseSettings?.shouldUseHtmlResponse ? { format: 'html' } : {}
  const progress = (searching = false): Progress => ({ kind: 'progress', text: text.trimEnd(), searching, ...format })

  const reader = createDirectiveReader(readableBy(draft), {
    literalCode: format.format ?? 'markdown',
    accepts: (key, value) => draft.state.refusal(key, value, 'model') === undefined,
  })
  const startedAt = now()
  const trace: ModelTrace = { id, upstream: model.upstream, rounds: 0, ms: 0, end: 'interrupted' }
  let text = ''
  let interrupted: Final['interrupted']
  /** Between the texts of two rounds; empty when there is nothing to keep apart. */
  let joint = ''
  yield progress()
  try {
    const { tools = [] } = functions ?? {}
    const templates = [settings.llmSettings!.prompt, ...draft.agent.document.webhooks.map((it) => it.promptPrefix)]
    const filledIn = templates.some((template) => template !== undefined && isFilledIn(template))
    const parts = {
      settings,
      request,
      state: draft.state.values,
      isFilledIn: filledIn,
      memory: known.memory,
      found,
      tools,
      model,
    }
    for await (const event of streamRounds(llm, await buildPrompt(parts), functions, signal)) {
      if (event.type === 'text') {
        trace.firstTextMs ??= now() - startedAt
        const written: string = joint === '' ? event.text : event.text.trimStart()
        if (written === '') continue
        const safe = reader.push(joint + written)
        joint = ''
        text += text === '' ? safe.trimStart() : safe
        // White space at the end may yet turn out to be the last of the answer, where it is cut off.
        if (text !== '' && safe.trimEnd() !== '') yield progress()
      } else if (event.type === 'round') {
        trace.rounds++
        joint = text === '' ? '' : '\n\n'
      } else if (event.type === 'calling') {
        yield progress(text === '')
      } else if (event.type === 'fallback') {
        trace.upstream = event.upstream
        trace.fallback = event.reason
      } else if (event.type === 'usage') {
        trace.inputTokens = (trace.inputTokens ?? 0) + event.inputTokens
        trace.outputTokens = (trace.outputTokens ?? 0) + event.outputTokens
        // Also an answer that fails later has cost this.
        draft.trace.model = trace
      } else {
        trace.end = event.detail ? `${event.reason}: ${event.detail}` : event.reason
        if (event.reason !== 'complete') {
          interrupted = { code: 'model_interrupted', detail: event.detail ?? event.reason }
        }
      }
    }
  } catch (error) {
    if (signal.reason === stopped) {
      trace.end = 'stopped'
      interrupted = { code: 'stopped', detail: 'the person stopped the answer' }
    } else if (error instanceof LlmError && text !== '') {
      // The functions were called, but nobody could say what came of it.
      trace.end = `interrupted: ${error.message}`
      interrupted = { code: 'model_interrupted', detail: error.message }
    } else {
      throw error
    }
  } finally {
    trace.ms = now() - startedAt
  }
  const rest = reader.end({ broken: interrupted !== undefined })
  text = (text === '' ? rest.text.trimStart() : text + rest.text).trimEnd()
  // Nothing but directives, or nothing at all, is no answer.
  if (text === '' && rest.options.length === 0) {
    if (interrupted?.code !== 'stopped') throw new LlmError('unavailable', `${id} ended without a text (${trace.end})`)
    draft.trace.model = trace
    throw stopped
  }
  if (!interrupted && text !== '') text += closed(closing?.(text) ?? '', format.format)
  draft.state.set(rest.set, 'model')
  draft.trace.model = trace
  // Servers refuse messages without content, so nothing is remembered of an answer of nothing but quick replies.
  const score = draft.trace.rule?.score ?? 0
  const answer = { utterance: text || '…', options: rest.options, isAutoResponse: true, score }
  const final = { ...draft.final('model', answer, text), ...format }
  yield interrupted ? { ...final, interrupted } : final
}

function closed(lines: string, format: TextFormat | undefined): string {
  if (lines.trim() === '' || format === undefined) return lines
  const escaped = lines.trim().replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return `\n<p>${escaped.replaceAll('\n', '<br>\n')}</p>`
}

/**
 * What `#{key}` in a model's text may show. Whoever speaks to it can have it write one: a key that the agent has declared is
 * shown only where the prompt tells it to the model anyway, or the model may write it itself.
 */
function readableBy({ agent, state }: Draft): Readonly<State> {
  const { state: declarations = {}, llmSettings } = agent.document.agent
  const told = keysIn(llmSettings?.prompt ?? '')
  const isReadable = (key: string) => {
    const declaration = declarationOf(declarations, key)
    return !declaration || told.includes(key) || writersOf(declaration).includes('model')
  }
  return Object.fromEntries(Object.entries(state.values).filter(([key]) => isReadable(key)))
}
