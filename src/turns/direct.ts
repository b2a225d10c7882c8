import { randomUUID } from 'node:crypto'
import type { Engine } from '../engine/converse.ts'
import { stopped } from '../engine/stopped.ts'
import { AppError } from '../errors.ts'
import { languageOf } from '../language.ts'
import type { ConversationRequest, Final, Progress } from '../model/conversation.ts'
import { orderKey } from '../model/key.ts'
import type { Queue } from '../ports/queue.ts'
import type { Store } from '../store/index.ts'
import * as sentences from './sentences.ts'
import type { Answer, OpenDoor, Show } from './show.ts'

/** Turns whose asker waits in this process, as HTTP callers do. */
export interface DirectTurns {
  /**
   * Runs one request in its uid's order. Yields progress, then exactly one final. Throws an `AppError` with a status, before
   * anything or midway. Aborting `signal` stops the model; what it had written by then is kept.
   */
  converse(request: ConversationRequest, signal: AbortSignal): AsyncIterable<Progress | DirectFinal>
}

export type DirectFinal = Pick<Final, 'kind' | 'answer' | 'userState' | 'interrupted'>

export interface DirectParts {
  store: Store
  engine: Engine
  queue: Queue
  cancel(eventId: string, why: 'stopped'): Promise<void>
  /** Open turns a uid may have. */
  perUid: number
}

export function createDirectTurns({
  store,
  engine,
  queue,
  cancel,
  perUid,
}: DirectParts): DirectTurns & { open: OpenDoor } {
  const waiting = new Map<string, { request: ConversationRequest; mailbox: Mailbox }>()

  /** Without a uid nothing is kept and nothing has an order. */
  async function* anonymous(request: ConversationRequest, signal: AbortSignal) {
    const agent = await store.agents.live(request.agent)
    if (!agent) throw new AppError('agent_not_found', sentences.agentGone)
    for await (const event of engine.converse(request, agent, { signal, beforeCall: async () => {} })) {
      if (event.kind === 'final' && !request.disableAiResponse) {
        const { account, door } = request
        const { inputTokens = 0, outputTokens = 0 } = event.trace.model ?? {}
        await store.db.batch(store.usage.countSteps({ account, agent: agent.id, door, inputTokens, outputTokens }))
      }
      if (!isEmpty(event)) yield event
    }
  }

  async function* ordered(request: ConversationRequest, uid: string, signal: AbortSignal) {
    const key = orderKey(request.account, request.agent, uid)
    if ((await store.inbox.openCount(key)) >= perUid) {
      throw new AppError('too_many_open_turns', sentences.queueFull, { status: 503, retryAfterMs: 2000 })
    }
    const eventId = `http:${randomUUID()}`
    const mailbox = createMailbox()
    const stop = () => void cancel(eventId, 'stopped').catch((error) => mailbox.fail(error))
    waiting.set(eventId, { request, mailbox })
    signal.addEventListener('abort', stop, { once: true })
    try {
      await store.inbox.add({ event_id: eventId, key, door: 'http', conversation: request.conversation, payload: '' })
      if (signal.aborted) stop()
      await queue.ring(key)
      yield* mailbox.events()
    } finally {
      signal.removeEventListener('abort', stop)
      waiting.delete(eventId)
    }
  }

  return {
    converse: (request, signal) =>
      request.uid === undefined ? anonymous(request, signal) : ordered(request, request.uid, signal),

    open(row) {
      const asked = waiting.get(row.event_id)
      if (!asked) return 'gone'
      const { request, mailbox } = asked
      const show: Show = {
        progress: (progress) => isEmpty(progress) || mailbox.put(progress),
        async answer(answer) {
          mailbox.end(asFinal(answer))
        },
        failed: (error) => mailbox.fail(error),
        leave: async () => {},
        discard: async () => mailbox.fail(stopped),
      }
      return {
        waits: true,
        language: languageOf(request.locale, request.utterance),
        context: null,
        request: async () => request,
        show: () => show,
      }
    },
  }
}

/** Says only that the answer will take a moment. */
const isEmpty = (event: Progress | Final) => event.kind === 'progress' && event.text === ''

function asFinal({ response, userState, interrupted }: Answer): DirectFinal {
  return {
    kind: 'final',
    answer: response,
    userState,
    ...(interrupted ? { interrupted: { code: interrupted, detail: '' } } : {}),
  }
}

type Mailbox = ReturnType<typeof createMailbox>

/** Between the turn, which never waits for its reader, and the reader, who only wants the latest text. */
function createMailbox() {
  let latest: Progress | undefined
  let outcome: { final: DirectFinal } | { error: unknown } | undefined
  let wake: (() => void) | undefined
  const changed = () => {
    wake?.()
    wake = undefined
  }
  return {
    put(progress: Progress) {
      latest = progress
      changed()
    },
    end(final: DirectFinal) {
      outcome = { final }
      changed()
    },
    fail(error: unknown) {
      outcome = { error }
      changed()
    },
    async *events(): AsyncIterable<Progress | DirectFinal> {
      for (;;) {
        if (latest) {
          const progress = latest
          latest = undefined
          yield progress
        } else if (outcome) {
          if ('error' in outcome) throw outcome.error
          yield outcome.final
          return
        } else await new Promise<void>((resolve) => (wake = resolve))
      }
    },
  }
}
