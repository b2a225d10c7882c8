import { AppError } from '../../lib/errors.ts'
import { declarationOf, writersOf } from '../../lib/person-state.ts'
import type { AgentSettings } from '../../model/agent.ts'
import type { Final, Progress, State, TextFormat } from '../../model/conversation.ts'
import { type Llm, LlmError, type ModelInfo, type PromptMessage, type ToolCall } from '../../ports/llm.ts'
import { createDirectiveReader, keysIn } from '../directives.ts'
import type { AnswerDraft } from '../draft.ts'
import { maskedReader } from '../masking/index.ts'
import { stopped } from '../stopped.ts'
import { type Asked, askFinal, type WaitingRounds } from '../tools/ask.ts'
import { sentences } from '../words/index.ts'
import { withFallback } from './fallback.ts'
import { isFilledIn } from './fill-in.ts'
import { buildPrompt } from './prompt.ts'
import { type Functions, streamRounds } from './rounds.ts'
import { createWriting, type Written } from './writing.ts'

/** What there is for an answer besides the conversation itself. */
export interface Material {
  /** Texts for the prompt, each already quoted; empty ones are left out. */
  found?: readonly string[]
  functions?: Functions
  /** What was called before, and what came of it: the model goes on from there. */
  rounds?: readonly PromptMessage[]
  /** What is put behind the whole answer, such as the sources it names: lines of plain text and links, or nothing. */
  closing?: (answer: string) => string
}

/** The model's answer, as it is written. Throws an `LlmError` when there is none at all, `stopped` when that was meant. */
export async function* modelAnswer(
  draft: AnswerDraft,
  only: Llm,
  signal: AbortSignal,
  material: Material = {},
): AsyncIterable<Progress | Final> {
  const { now } = draft
  const settings = draft.agent.document.agent
  const llm = withFallback(only, settings.llmSettings!.fallbackLlm)
  const model = modelOf(draft, llm)
  const format: { format?: TextFormat } = settings.autoResponseSettings?.shouldUseHtmlResponse ? { format: 'html' } : {}
  const directives = createDirectiveReader(readableBy(draft), {
    literalCode: format.format ?? 'markdown',
    knows: (key) => isDirectiveOf(draft.agent.document.agent, key),
    accepts: (key, value) => draft.state.refusal(key, value, 'model') === undefined,
  })
  const reader = maskedReader(directives, draft)
  const startedAt = now()
  const elapsed = () => now() - startedAt
  const writing = createWriting({ reader, model: { id: settings.llmSettings!.llm, upstream: model.upstream }, elapsed })
  const { trace } = writing.state
  const progress = (searching: boolean): Progress => ({
    kind: 'progress',
    text: draft.judged ? '' : writing.state.text.trimEnd(),
    searching,
    ...format,
  })
  let handed: readonly ToolCall[] | undefined
  let asks: { asked: Asked; rounds: WaitingRounds } | undefined
  yield progress(false)
  try {
    const prompt = await promptOf(draft, model, material)
    for await (const event of streamRounds(llm, prompt, material.functions, signal)) {
      if (event.type === 'asks') asks = event
      if (event.type === 'hands') handed = event.calls
      const shown = writing.on(event)
      if (shown && !(draft.judged && shown === 'text')) yield progress(shown === 'searching')
    }
  } catch (error) {
    writing.breakOff(error, signal.reason === stopped)
  } finally {
    trace.ms = elapsed()
    // Also an answer that fails has cost this.
    if (trace.inputTokens !== undefined) draft.trace.model = trace
  }
  const written = writing.end({ asks: asks !== undefined || handed !== undefined })
  draft.trace.model = trace
  if (!written) throw stopped
  const instead = await insteadOf(draft, written)
  if (instead) return yield instead
  if (handed) return yield handingFinal(draft, written, format, handed)
  yield asks ? askingFinal(draft, written, format, asks) : finalOf(draft, written, format, material.closing)
}

/** What is said in place of what the model wrote. Of one that was stopped nothing was shown, and nobody waits for a judgement. */
async function insteadOf(draft: AnswerDraft, { text, options, interrupted }: Written): Promise<Final | undefined> {
  if (!draft.judged) return undefined
  if (interrupted?.code === 'stopped') throw stopped
  const instead = await draft.judged([text, ...options].join('\n'))
  return instead && draft.final('fixed', { utterance: instead[draft.language] }, '')
}

/** What is to answer. Throws where that cannot be, or not this. */
function modelOf({ request, agent }: AnswerDraft, llm: Llm): ModelInfo {
  const id = agent.document.agent.llmSettings!.llm
  const model = llm.model(id)
  if (!model) throw new LlmError('not_configured', `no endpoint serves ${id}`)
  if (request.images?.length && !model.vision) throw new AppError('image_not_supported', sentences.imageNotSupported)
  return model
}

async function promptOf(
  { agent, request, state, known, trace, now }: AnswerDraft,
  model: ModelInfo,
  { found = [], functions, rounds = request.callerTools?.rounds ?? [] }: Material,
) {
  const context = await request.context?.()
  if (context) trace.context = context.trace
  const images = [...(request.images ?? []), ...(model.vision ? (context?.images ?? []) : [])]
  const { agent: settings, webhooks } = agent.document
  const templates = [settings.llmSettings!.prompt, ...webhooks.map((it) => it.promptPrefix)]
  const prompt = await buildPrompt({
    settings,
    request,
    images,
    state: state.values,
    isFilledIn: templates.some((template) => template !== undefined && isFilledIn(template)),
    memory: known.memory,
    lasting: known.lasting,
    found,
    around: context && { context, now: now() },
    tools: functions?.tools ?? [],
    model,
    cacheKey: `${agent.id}@${agent.version}`,
  })
  return { ...prompt, messages: [...prompt.messages, ...rounds] }
}

function finalOf(
  draft: AnswerDraft,
  written: Written,
  { format }: { format?: TextFormat },
  closing: Material['closing'],
): Final {
  const { options, set, interrupted } = written
  const isWhole = !interrupted && written.text !== ''
  const text = isWhole ? written.text + closed(closing?.(written.text) ?? '', format) : written.text
  draft.state.set(set, 'model')
  // Servers refuse messages without content, so nothing is remembered of an answer of nothing but quick replies.
  const score = draft.trace.rule?.score ?? 0
  const noted = options.length === 0 && !interrupted ? sentences.noted[draft.language] : '…'
  const answer = { utterance: text || noted, options, isAutoResponse: true, score }
  const { files } = draft
  const brings = { ...(format && { format }), ...(files.length > 0 && { files }) }
  const final = { ...draft.final('model', answer, text), ...brings }
  return interrupted ? { ...final, interrupted } : final
}

/** What the model wrote so far, and the question whether a call may be made. It is remembered without what the call holds. */
function askingFinal(
  draft: AnswerDraft,
  written: Written,
  { format }: { format?: TextFormat },
  asking: { asked: Asked; rounds: WaitingRounds },
): Final {
  draft.state.set(written.set, 'model')
  return askFinal(draft, asking, { text: written.text, format })
}

/** The caller's program is to call something. The utterance is remembered with the answer that goes on from there. */
function handingFinal(
  draft: AnswerDraft,
  { text, set }: Written,
  { format }: { format?: TextFormat },
  calls: readonly ToolCall[],
): Final {
  draft.state.set(set, 'model')
  draft.effects.remember.length = 0
  draft.request.callerTools!.onCalls(calls.map(({ id, name, arguments: given }) => ({ id, name, arguments: given })))
  return { ...draft.final('model', { utterance: text, isAutoResponse: true }, ''), ...(format && { format }) }
}

function closed(lines: string, format: TextFormat | undefined): string {
  if (lines.trim() === '' || format === undefined) return lines
  const escaped = lines.trim().replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  const linked = escaped.replace(/\[([^\]\n]+)\]\((https?:[^\s()"]+)\)/g, '<a href="$2">$1</a>')
  return `\n<p>${linked.replaceAll('\n', '<br>\n')}</p>`
}

/**
 * Whether `#{key}` or `#{key:value}` in a model's text means the agent's state: of a key that it has declared, or that its prompt
 * speaks of in that way. Any other is what the model says, perhaps of a programming language, or what somebody had it repeat.
 */
function isDirectiveOf({ state = {}, llmSettings }: AgentSettings, key: string): boolean {
  if (declarationOf(state, key)) return true
  return spokenOf(llmSettings?.prompt ?? '').has(key)
}

const spoken = new Map<string, ReadonlySet<string>>()
const maxPrompts = 200

function spokenOf(prompt: string): ReadonlySet<string> {
  let keys = spoken.get(prompt)
  if (!keys) {
    keys = new Set([...prompt.matchAll(/#\{([^:{}\r\n]{1,100})[:}]/g)].map(([, key]) => key!.trim()))
    spoken.set(prompt, keys)
    if (spoken.size > maxPrompts) spoken.delete(spoken.keys().next().value!)
  }
  return keys
}

/**
 * What `#{key}` in a model's text may show. Whoever speaks to it can have it write one: a key that the agent has declared is
 * shown only where the prompt tells it to the model anyway, or the model may write it itself.
 */
function readableBy({ agent, state }: AnswerDraft): Readonly<State> {
  const { state: declarations = {}, llmSettings } = agent.document.agent
  const told = keysIn(llmSettings?.prompt ?? '')
  const isReadable = (key: string) => {
    const declaration = declarationOf(declarations, key)
    return !declaration || told.includes(key) || writersOf(declaration).includes('model')
  }
  return Object.fromEntries(Object.entries(state.values).filter(([key]) => isReadable(key)))
}
