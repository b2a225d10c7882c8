import type { Sink } from './answer.ts'
import { type CallDelta, createCalls } from './calls.ts'
import { failureInStream } from './failure.ts'
import { type ChatUsage, usageOf } from './usage.ts'

/** What of an answer is read here. Nothing can be relied on: it is whatever JSON a server sent. */
type Piece = {
  content?: unknown
  refusal?: unknown
  reasoning?: unknown
  reasoning_content?: unknown
  tool_calls?: unknown
} | null
type Chunk = {
  choices?: { delta?: Piece; message?: Piece; finish_reason?: unknown }[]
  usage?: ChatUsage | null
  error?: unknown
} | null

/** Reads the events of Chat Completions; a server that does not stream sends one, with a message in place of a delta. */
export function readChat(sink: Sink): (data: string) => void {
  const calls = createCalls()
  let isFinished = false

  function finish(reason: unknown): void {
    isFinished = true
    const isCut = reason === 'length'
    const isFiltered = isFilter(reason)
    // What was cut off is not called. Some vendors say `stop` also of an answer that calls.
    sink.finish(isCut ? 'length' : isFiltered ? 'filtered' : 'complete', isCut || isFiltered ? [] : calls.whole())
  }

  return (data) => {
    if (data === '[DONE]') return sink.done()
    const chunk: Chunk = JSON.parse(data)
    if (chunk?.error) return sink.break(failureInStream(chunk.error))
    sink.usage(usageOf(chunk?.usage))
    const choice = chunk?.choices?.[0]
    const piece = choice?.delta ?? choice?.message
    const pieces = !isFinished && Array.isArray(piece?.tool_calls) ? (piece.tool_calls as (CallDelta | null)[]) : []
    for (const one of pieces) if (one) calls.add(one)
    // Models that think aloud (vLLM, Ollama, Groq) have fields of their own for it: not shown, but a sign of life.
    if (!isFinished && (pieces.length > 0 || piece?.reasoning || piece?.reasoning_content)) sink.alive()
    sink.text(textOf(piece?.content))
    // What a model says in place of an answer is its answer.
    sink.text(textOf(piece?.refusal))
    const reason = choice?.finish_reason ?? (choice?.message ? 'stop' : undefined)
    if (reason && !isFinished) finish(reason)
  }
}

/** Some servers send parts in place of a text; of those, what the model thought is not shown. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content
    .map((part: { type?: unknown; text?: unknown } | null) => {
      const isText = part?.type === undefined || part.type === 'text' || part.type === 'output_text'
      return isText && typeof part?.text === 'string' ? part.text : ''
    })
    .join('')
}

/** OpenAI's word for it, and those that Google's compatible server has let through. */
const isFilter = (reason: unknown): boolean =>
  /^(?:content_filter|safety|prohibited_content|refusal)/i.test(`${reason}`)
