import type { LlmEvent, ToolCall } from '../../ports/llm.ts'
import { type Failure, failureOf } from './failure.ts'
import type { StreamedResponse } from './fetch.ts'
import { createEventReader } from './sse.ts'
import type { createThoughts } from './thoughts.ts'
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

/** Told by a protocol what an event of the answer means. */
export interface Sink {
  text(piece: string): void
  /** The model is at work, though there is no text. */
  alive(): void
  /** It has said why it ends; only figures may follow. */
  finish(reason: 'complete' | 'length' | 'filtered', calls: readonly ToolCall[]): void
  usage(usage: ModelAnswer['usage']): void
  /** Nothing more will come. */
  done(): void
  break(failure: Failure): void
}

/** A protocol's reading of events: told the data of one after the other. Throws a `SyntaxError` at what is none of its own. */
export type ReadEvents = (sink: Sink) => (data: string) => void

export interface AnswerParts {
  response: StreamedResponse
  read: ReadEvents
  thoughts: ReturnType<typeof createThoughts>
  watch: Watch
  now: () => number
}

export function createAnswer({ response, read, thoughts, watch, now }: AnswerParts): ModelAnswer {
  const readEvents = createEventReader(response.read)
  const outputs: Output[] = []
  let batch: string[] = []
  let at = 0
  let answered = false
  let called = false
  let finish: 'complete' | 'length' | 'filtered' | undefined
  let usage: ModelAnswer['usage']
  let broken: Failure | undefined

  const say = (text: string) => {
    if (text !== '') outputs.push({ type: 'text', text })
  }
  const take = read({
    text(piece) {
      if (piece === '') return
      say(thoughts.push(piece))
      if (thoughts.isThinking) watch.alive()
    },
    alive: () => watch.alive(),
    finish(reason, calls) {
      finish = reason
      watch.finished()
      say(thoughts.end())
      called = calls.length > 0
      outputs.push(...calls.map((call) => ({ type: 'call' as const, call })))
    },
    usage(said) {
      usage = said ?? usage
    },
    done: () => watch.finished(),
    break(failure) {
      broken = failure
    },
  })

  return {
    async next() {
      try {
        // Chunks that came with the last ones must not be handed out after an abort.
        while (!broken && !watch.signal.aborted) {
          const output = outputs.shift()
          if (output) {
            answered ||= output.type === 'text'
            return output
          }
          if (at < batch.length) {
            take(batch[at++]!)
            continue
          }
          const events = await readEvents()
          if (!events) return undefined
          batch = events
          at = 0
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
      if (finish !== 'complete') return { type: 'end', reason: finish }
      if (called) return { type: 'end', reason: 'calls' }
      return answered ? { type: 'end', reason: 'complete' } : { type: 'end', reason: 'interrupted', detail: 'empty' }
    },
    failure() {
      if (watch.expired) return { code: 'unavailable', reason: watch.expired, passing: false }
      return broken ?? { code: 'unavailable', reason: 'closed without finishing', passing: true }
    },
  }
}
