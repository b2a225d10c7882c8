import { setTimeout as sleep } from 'node:timers/promises'
import type { Models } from '../model/models.ts'
import { type CountRequest, type Llm, LlmError, type LlmEvent, type Prompt } from '../ports/llm.ts'
import { createAnswer, type ModelAnswer, type Output } from './llm/answer.ts'
import { createBreaker } from './llm/breaker.ts'
import { createClients } from './llm/client.ts'
import type { Endpoints } from './llm/endpoints.ts'
import { type Failure, failureOf, wasRefused } from './llm/failure.ts'
import { fallbackOf, type Target } from './llm/resolve.ts'
import { createShelf, nameOf } from './llm/shelf.ts'
import { createThoughts } from './llm/thoughts.ts'
import { createWatch, type LlmTimeouts, type Watch } from './llm/watch.ts'

const defaults: LlmTimeouts = { first: 20_000, between: 15_000, total: 300_000, tail: 500, retry: 250 }

/** In milliseconds. */
const probeLimit = 3_000

/** In UTF-16 units. Far more than a person is shown; it bounds what everything behind has to hold. */
const maxAnswer = 200_000

/** What is asked, and who counts the requests that it takes. */
interface Asked {
  prompt: Prompt
  counted: CountRequest
}

const uncounted: CountRequest = async () => async () => {}

interface Answering extends Begun {
  watch: Watch
  by: Target
  /** Why another than the one that is meant. */
  because?: string
}

export interface OpenAiLlmParts {
  models: Models
  endpoints: Endpoints
  timeouts?: Partial<LlmTimeouts>
  /** Until a provider that gives no answers is tried again, in milliseconds. */
  breakerWait?: number
  now?: () => number
}

/** An answer whose first output, if there is any, has come. */
interface Begun {
  answer: ModelAnswer
  first: Output | undefined
  thoughts: ReturnType<typeof createThoughts>
  /** To be told what the request has used. */
  ended: Awaited<ReturnType<CountRequest>>
}

/** The models of a configuration. */
export interface ConfiguredLlm extends Llm {
  /** Whether the server of a provider has what `provider:name` means, as far as it tells. */
  tells(name: string): Promise<boolean>
}

/** Any server that speaks OpenAI's Chat Completions or its Responses, or Anthropic's Messages. */
export function createOpenAiLlm(parts: OpenAiLlmParts): ConfiguredLlm {
  const { models, endpoints, timeouts, breakerWait, now = Date.now } = parts
  const limits = { ...defaults, ...timeouts }
  const clients = createClients()
  const wait = breakerWait === undefined ? {} : { wait: breakerWait }
  const breaker = createBreaker({ now, probe, ...wait })
  const shelf = createShelf({ models, endpoints, list: clients.list, now })
  /** Those that begin with thoughts without saying so, by endpoint and name. */
  const thinkingAloud = new Set<string>()

  /** A server that answers anything at all of its models is there. */
  async function probe({ endpoint }: Target): Promise<boolean> {
    return clients.list(endpoint, { signal: AbortSignal.timeout(probeLimit) }).then(
      () => true,
      ({ status }: { status?: number }) => status !== undefined && status < 500 && status !== 408,
    )
  }

  /** One request, up to its first output. */
  async function request({ prompt, counted }: Asked, target: Target, watch: Watch): Promise<Begun | Failure> {
    const ended = await counted(target.info.upstream)
    try {
      const options = { signal: watch.signal, timeout: limits.total }
      const { response, read } = await clients.ask(prompt, target, options)
      const thoughts = createThoughts(thinkingAloud.has(nameOf(target)))
      const answer = createAnswer({ response, read, thoughts, watch, now })
      const first = await answer.next()
      if (first !== undefined || answer.finished) return { answer, first, thoughts, ended }
      await ended(answer.usage ?? 'unknown')
      return answer.failure()
    } catch (thrown) {
      await ended(wasRefused(thrown) ? 'refused' : 'unknown')
      return failureOf(thrown, now())
    }
  }

  /** Nothing has been shown before the first output, so a passing failure may be tried once more. */
  async function begin(asked: Asked, target: Target, watch: Watch, attempts: number): Promise<Begun | Failure> {
    const refusal = breaker.refusal(target)
    if (refusal) return refusal
    for (let attempt = 1; ; attempt++) {
      const begun = await request(asked, target, watch)
      if (!('code' in begun)) return begun
      if (begun.passing && !watch.signal.aborted && attempt < attempts) {
        // Spread out, so that streams which broke together do not come back together.
        const wait = begun.retryAfterMs ?? limits.retry * (1 + Math.random())
        await sleep(wait, undefined, { signal: watch.signal }).catch(() => {})
        if (!watch.signal.aborted) continue
      }
      return watch.expired ? { code: 'unavailable', reason: watch.expired, passing: false } : begun
    }
  }

  /** Whoever answers: the model that is meant, else the one that may in its place. Throws when neither does. */
  async function firstToAnswer(asked: Asked, target: Target, signal: AbortSignal): Promise<Answering> {
    let watch = createWatch(signal, limits)
    try {
      let begun = await begin(asked, target, watch, 2)
      if (!('code' in begun)) {
        breaker.answered(target)
        return { ...begun, watch, by: target }
      }
      signal.throwIfAborted()
      const failure = begun
      breaker.failed(target, failure)
      shelf.learn(target, failure.mostTokens)
      const other = mayFallBack(failure) ? fallbackOf(target, failure.gone ?? false, shelf.today()) : undefined
      if (!other) throw errorOf(target, failure)
      watch.close()
      watch = createWatch(signal, limits)
      begun = await begin(asked, other, watch, 1)
      if ('code' in begun) {
        signal.throwIfAborted()
        throw errorOf(target, failure, `; ${other.info.upstream} in its place: ${begun.reason}`)
      }
      breaker.answered(other)
      return { ...begun, watch, by: other, because: failure.reason }
    } catch (error) {
      watch.close()
      throw error
    }
  }

  return {
    model: (id) => shelf.resolve(id)?.info,
    degraded: breaker.degraded,
    breakers: breaker.states,
    offered: shelf.offered,
    tells: shelf.tells,

    async *stream(prompt, signal, counted = uncounted) {
      signal.throwIfAborted()
      const target = await shelf.resolveAsked(prompt.model)
      if (!target) throw new LlmError('not_configured', `no endpoint serves ${prompt.model}`)
      const begun = await firstToAnswer({ prompt, counted }, target, signal)
      const { answer, first, thoughts, watch, by, because, ended } = begun
      try {
        signal.throwIfAborted()
        if (because !== undefined) yield { type: 'fallback', upstream: by.info.upstream, reason: because }
        if (!answer.finished) watch.begun()
        let room = maxAnswer
        for (let output = first; output !== undefined; output = await answer.next()) {
          watch.pause()
          if (output.type === 'text' && output.text.length > room) {
            if (room > 0) yield { type: 'text', text: output.text.slice(0, room) }
            yield { type: 'end', reason: 'length', detail: `cut after ${maxAnswer} characters` }
            return
          }
          if (output.type === 'text') room -= output.text.length
          yield shaped(prompt, output)
          watch.resume()
        }
        signal.throwIfAborted()
        if (answer.usage) yield answer.usage
        if (thoughts.isLone) thinkingAloud.add(nameOf(by))
        yield shaped(prompt, answer.end())
      } finally {
        watch.close()
        await ended(answer.usage ?? 'unknown')
      }
    },
  }
}

/** Where an answer of some shape is wanted, what the model calls in place of one is its text. */
function shaped(prompt: Prompt, event: LlmEvent): LlmEvent {
  if (!prompt.schema) return event
  if (event.type === 'call') return { type: 'text', text: event.call.arguments }
  return event.type === 'end' && event.reason === 'calls' ? { type: 'end', reason: 'complete' } : event
}

/** Not where the key or the request is at fault: they are the same for every model of the vendor. */
function mayFallBack({ code, gone }: Failure): boolean {
  return gone === true || code === 'unavailable' || code === 'rate_limited'
}

function errorOf({ info }: Target, { code, reason, retryAfterMs }: Failure, more = ''): LlmError {
  return new LlmError(code, `${info.provider}: ${reason}${more}`, retryAfterMs)
}
