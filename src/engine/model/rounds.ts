import {
  type Llm,
  LlmError,
  type LlmEvent,
  type Prompt,
  type PromptMessage,
  type Tool,
  type ToolCall,
} from '../../ports/llm.ts'
import type { Asked, WaitingRounds } from '../tools/ask.ts'

const mustAnswer = {
  role: 'user' as const,
  text: 'No more functions can be called. Answer now, with what you know.',
}
/** How an answer ends whose model does nothing but call. */
export const calledAgain = 'called functions when it had to answer'

/** What the model may call while it answers. */
export interface Functions {
  readonly tools: readonly Tool[]
  /** Names of those that are not called here: whoever asked does it, and the answer ends with what is to be called. */
  readonly outside?: ReadonlySet<string>
  /**
   * The result for the model, also of a call that failed or never made sense; or that somebody has to agree to it first. Throws only
   * the signal's reason.
   */
  call(call: ToolCall): Promise<string | Asked>
}

/** Requests that may end in calls. */
const maxRounds = 5
/** In one answer; further ones are refused. */
const maxCalls = 16

export type RoundEvent =
  | Exclude<LlmEvent, { type: 'call' }>
  /** The server would not take so much: so many messages are left out, and it is asked again. */
  | { type: 'shortened'; messages: number }
  /** Another request is made: what it brings comes behind the text so far. */
  | { type: 'round' }
  /** Functions are at work. */
  | { type: 'calling' }
  /** The answer ends here: somebody has to agree to a call. */
  | { type: 'asks'; asked: Asked; rounds: WaitingRounds }
  /** The answer ends here: whoever asked is to call these. */
  | { type: 'hands'; calls: readonly ToolCall[] }

/**
 * One answer, in as many requests as it takes to call what the model wants called. Ends with one `end`, never for `calls`.
 * Throws what `Llm.stream` does.
 */
export async function* streamRounds(
  llm: Llm,
  prompt: Prompt,
  functions: Functions | undefined,
  signal: AbortSignal,
): AsyncIterable<RoundEvent> {
  let asked = prompt
  let callsLeft = prompt.tools ? maxCalls : 0
  const made: PromptMessage[] = []
  for (let round = 1; ; round++) {
    yield { type: 'round' }
    const mayCall = functions !== undefined && round <= maxRounds && callsLeft > 0
    const request: Prompt = { ...asked, ...(prompt.tools && !mayCall ? { toolChoice: 'none' } : {}) }
    const heard = yield* hear(llm, request, signal)
    if (!heard.isCalling) return
    // Some servers do not know that it must answer.
    if (!mayCall) return yield* withoutFunctions(llm, asked, signal)

    const outside = heard.calls.filter(({ name }) => functions.outside?.has(name))
    // Nothing else is called then: what it gave would be lost, and done twice when the answer goes on.
    if (outside.length > 0) {
      yield { type: 'hands', calls: outside }
      return yield { type: 'end', reason: 'complete' }
    }
    yield { type: 'calling' }
    const { calls, text, prompt: sent } = heard
    const allowed = callsLeft
    callsLeft -= calls.length
    const results = await Promise.all(
      calls.map((call, index) =>
        index < allowed ? functions.call(call) : '{"error":"too many calls: answer with what you know"}',
      ),
    )
    signal.throwIfAborted()
    const waits = results.findIndex((result) => typeof result !== 'string')
    const behind = [{ role: 'assistant' as const, text, calls }, ...resultMessages(calls, results, waits)]
    made.push(...behind)
    if (waits >= 0) {
      yield { type: 'asks', asked: results[waits] as Asked, rounds: { messages: made, callId: calls[waits]!.id } }
      return yield { type: 'end', reason: 'complete' }
    }
    asked = { ...sent, messages: [...sent.messages, ...behind] }
  }
}

const waitsFor = JSON.stringify({
  error: 'another call waits until somebody has agreed to it: call this one after that',
})

/** Of all calls but the one that waits: of several that somebody has to agree to, one is asked about at a time. */
function resultMessages(
  calls: readonly ToolCall[],
  results: readonly (string | Asked)[],
  waits: number,
): PromptMessage[] {
  return calls.flatMap(({ id }, index): PromptMessage[] => {
    const result = results[index]!
    if (index === waits) return []
    return [{ role: 'tool', callId: id, text: typeof result === 'string' ? result || '{}' : waitsFor }]
  })
}

interface Heard {
  text: string
  calls: ToolCall[]
  isCalling: boolean
  /** What was really asked: it may have had to be shortened. */
  prompt: Prompt
}

/** Passes on what a request brings, save its calls. */
async function* hear(llm: Llm, prompt: Prompt, signal: AbortSignal): AsyncGenerator<RoundEvent, Heard> {
  const heard: Heard = { text: '', calls: [], isCalling: false, prompt }
  const shortened = (shorter: Prompt) => {
    heard.prompt = shorter
  }
  for await (const event of shortening(llm, prompt, signal, shortened)) {
    if (event.type === 'call') {
      heard.calls.push(event.call)
      continue
    }
    if (event.type === 'text') heard.text += event.text
    heard.isCalling = event.type === 'end' && event.reason === 'calls'
    if (!heard.isCalling) yield event
  }
  return heard
}

/** The answer to a prompt whose functions are not offered any more: what they gave stands in it as text. */
async function* withoutFunctions(llm: Llm, prompt: Prompt, signal: AbortSignal): AsyncIterable<RoundEvent> {
  const { tools: _, toolChoice: __, ...rest } = prompt
  const messages = prompt.messages.flatMap((message): PromptMessage[] => {
    if (message.role === 'tool') return [{ role: 'user', text: `A function gave: ${message.text}` }]
    if (message.role !== 'assistant' || !message.calls) return [message]
    return message.text ? [{ role: 'assistant', text: message.text }] : []
  })
  const { isCalling } = yield* hear(llm, { ...rest, messages: [...messages, mustAnswer] }, signal)
  if (isCalling) yield { type: 'end', reason: 'interrupted', detail: calledAgain }
}

/**
 * Where a server refuses a prompt as too long, the older half of what was said before is left out and it is asked again, until
 * nothing is left of it; then half of what is quoted around the utterance. What was found, the utterance and results of functions
 * stay.
 */
async function* shortening(
  llm: Llm,
  prompt: Prompt,
  signal: AbortSignal,
  shortened: (prompt: Prompt) => void,
): AsyncIterable<LlmEvent | Extract<RoundEvent, { type: 'shortened' }>> {
  for (let asked = prompt; ; ) {
    try {
      return yield* llm.stream(asked, signal)
    } catch (error) {
      if (!(error instanceof LlmError) || error.code !== 'too_long') throw error
      const shorter = withoutHistory(asked) ?? withShorterQuotes(asked)
      if (!shorter) throw error
      asked = shorter.prompt
      shortened(asked)
      yield { type: 'shortened', messages: shorter.left }
    }
  }
}

interface Shortened {
  prompt: Prompt
  /** Messages that were left out. */
  left: number
}

/** Without the older half of what was said before. */
function withoutHistory(prompt: Prompt): Shortened | undefined {
  const { history = 0, messages } = prompt
  if (history === 0) return undefined
  const left = Math.ceil(history / 2)
  const first = messages[0]?.role === 'system' ? 1 : 0
  return { prompt: { ...prompt, messages: messages.toSpliced(first, left), history: history - left }, left }
}

function withShorterQuotes(prompt: Prompt): Shortened | undefined {
  const { messages } = prompt
  for (const [i, message] of messages.entries()) {
    const shorter = message.role === 'user' ? message.shorten?.() : undefined
    if (shorter) return { prompt: { ...prompt, messages: messages.with(i, shorter.message) }, left: shorter.left }
  }
  return undefined
}
