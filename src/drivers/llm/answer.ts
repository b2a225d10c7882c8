import type { LlmEvent } from '../../ports/llm.ts'
import { type CallDelta, createCalls } from './calls.ts'
import { type Failure, failureInStream, failureOf } from './failure.ts'
import { createEventReader } from './sse.ts'
import { type ChatUsage, usageOf } from './usage.ts'
import type { Watch } from './watch.ts'

export type Output = Extract<LlmEvent, { type: 'text' | 'call' }>

/** One answer, read from the body of a response. */
export interface ModelAnswer {
  /**
   * The next piece of text, never empty, or a call; undefined when nothing more will come, for whatever reason. Calls come
   * once the answer has said that it is finished: before, any of them may be half.
   */
  next(): Promise<Output | undefined>
  /** It said why it ended. */
  readonly finished: boolean
  readonly usage: Extract<LlmEvent, { type: 'usage' }> | undefined
  /** How it ended, once `next` has given undefined. */
  end(): Extract<LlmEvent, { type: 'end' }>
  /** The same for an answer that broke before its first output. */
  failure(): Failure
}

/** What of a chunk is read here. Nothing can be relied on: it is whatever JSON a server sent. */
type Chunk = {
  choices?: {
    delta?: { content?: unknown; reasoning?: unknown; reasoning_content?: unknown; tool_calls?: unknown }
    finish_reason?: unknown
  }[]
  usage?: ChatUsage | null
  error?: unknown
} | null

export function createAnswer(body: ReadableStream<Uint8Array>, watch: Watch, now: () => number): ModelAnswer {
  const readEvents = createEventReader(body)
  const calls = createCalls()
  let called: Output[] = []
  let hasCalled = false
  let batch: string[] = []
  let at = 0
  let answered = false
  let finish: unknown
  let usage: ModelAnswer['usage']
  let broken: Failure | undefined

  /** The text of one event. */
  const take = (data: string): string => {
    if (data === '[DONE]') {
      watch.finished()
      return ''
    }
    const chunk: Chunk = JSON.parse(data)
    if (chunk?.error) {
      broken = failureInStream(chunk.error)
      return ''
    }
    usage = usageOf(chunk?.usage) ?? usage
    const choice = chunk?.choices?.[0]
    const delta = choice?.delta
    const pieces = finish === undefined && Array.isArray(delta?.tool_calls) ? delta.tool_calls : []
    for (const piece of pieces as (CallDelta | null)[]) if (piece) calls.add(piece)
    if (choice?.finish_reason && finish === undefined) {
      finish = choice.finish_reason
      watch.finished()
      // What was cut off is not called. Some vendors say `stop` also of an answer that calls.
      if (finish !== 'length' && finish !== 'content_filter') {
        called = calls.whole().map((call) => ({ type: 'call', call }))
        hasCalled = called.length > 0
      }
    }
    if (typeof delta?.content === 'string' && delta.content !== '') return delta.content
    // Models that think aloud (vLLM, Ollama, Groq) have fields of their own for it: not shown, but a sign of life.
    if (finish === undefined && (pieces.length > 0 || delta?.reasoning || delta?.reasoning_content)) watch.alive()
    return ''
  }

  return {
    async next() {
      try {
        // Chunks that came with the last ones must not be handed out after an abort.
        while (!broken && !watch.signal.aborted) {
          const call = called.shift()
          if (call) return call
          if (at === batch.length) {
            const events = await readEvents()
            if (!events) return undefined
            batch = events
            at = 0
          } else {
            const text = take(batch[at++]!)
            if (text !== '') {
              answered = true
              return { type: 'text', text }
            }
          }
        }
      } catch (thrown) {
        broken = failureOf(thrown, now())
      }
      return undefined
    },
    get finished() {
      return finish !== undefined
    },
    get usage() {
      return usage
    },
    end() {
      if (finish === undefined) return { type: 'end', reason: 'interrupted', detail: this.failure().reason }
      if (finish === 'length') return { type: 'end', reason: 'length' }
      if (finish === 'content_filter') return { type: 'end', reason: 'filtered' }
      if (hasCalled) return { type: 'end', reason: 'calls' }
      return answered ? { type: 'end', reason: 'complete' } : { type: 'end', reason: 'interrupted', detail: 'empty' }
    },
    failure() {
      if (watch.expired) return { code: 'unavailable', reason: watch.expired, passing: false }
      return broken ?? { code: 'unavailable', reason: 'closed without finishing', passing: true }
    },
  }
}
