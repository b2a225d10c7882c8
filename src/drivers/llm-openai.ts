import { setTimeout as sleep } from 'node:timers/promises'
import type { Models } from '../model/models.ts'
import { type Llm, LlmError } from '../ports/llm.ts'
import { type Answer, createAnswer } from './llm/answer.ts'
import { createClients } from './llm/client.ts'
import type { Endpoints } from './llm/endpoints.ts'
import { type Failure, failureOf } from './llm/failure.ts'
import { requestOf } from './llm/request.ts'
import { resolveModel } from './llm/resolve.ts'
import { createWatch, type LlmTimeouts } from './llm/watch.ts'

const defaults: LlmTimeouts = { first: 20_000, between: 15_000, total: 300_000, tail: 500, retry: 250 }

/** In UTF-16 units. Far more than a person is shown; it bounds what everything behind has to hold. */
const maxAnswer = 200_000

export interface OpenAiLlmParts {
  models: Models
  endpoints: Endpoints
  timeouts?: Partial<LlmTimeouts>
  now?: () => number
}

/** Any server that speaks OpenAI's Chat Completions. */
export function createOpenAiLlm({ models, endpoints, timeouts, now = Date.now }: OpenAiLlmParts): Llm {
  const limits = { ...defaults, ...timeouts }
  const clientOf = createClients()
  const resolve = (id: string) => resolveModel(models, endpoints, id, new Date(now()).toISOString().slice(0, 10))

  return {
    model: (id) => resolve(id)?.info,

    async *stream(prompt, signal) {
      signal.throwIfAborted()
      const target = resolve(prompt.model)
      if (!target) throw new LlmError('not_configured', `no endpoint serves ${prompt.model}`)
      const client = await clientOf(target.endpoint)
      const watch = createWatch(signal, limits)
      const options = { signal: watch.signal, timeout: limits.total }

      /** Up to the first text. Nothing has been shown yet, so a passing failure is tried once more. */
      const begin = async (): Promise<{ answer: Answer; first: string | undefined }> => {
        for (let attempt = 1; ; attempt++) {
          let failure: Failure
          try {
            const response = await client.chat.completions.create(requestOf(prompt, target), options).asResponse()
            const answer = createAnswer(response.body!, watch, now)
            const first = await answer.next()
            if (first !== undefined || answer.finished) return { answer, first }
            failure = answer.failure()
          } catch (thrown) {
            failure = failureOf(thrown, now())
          }
          signal.throwIfAborted()
          if (watch.expired) failure = { code: 'unavailable', reason: watch.expired, passing: false }
          if (!failure.passing || attempt === 2) {
            throw new LlmError(failure.code, `${target.info.provider}: ${failure.reason}`, failure.retryAfterMs)
          }
          // Spread out, so that streams which broke together do not come back together.
          const wait = failure.retryAfterMs ?? limits.retry * (1 + Math.random())
          await sleep(wait, undefined, { signal: watch.signal }).catch(() => {})
        }
      }

      try {
        const { answer, first } = await begin()
        if (!answer.finished) watch.begun()
        let room = maxAnswer
        for (let text = first; text !== undefined; text = await answer.next()) {
          watch.pause()
          if (text.length > room) {
            if (room > 0) yield { type: 'text', text: text.slice(0, room) }
            yield { type: 'end', reason: 'length', detail: `cut after ${maxAnswer} characters` }
            return
          }
          room -= text.length
          yield { type: 'text', text }
          watch.resume()
        }
        signal.throwIfAborted()
        if (answer.usage) yield answer.usage
        yield answer.end()
      } finally {
        watch.close()
      }
    },
  }
}
