import type { MessageRef } from '../../src/model/message.ts'
import type { Scope } from '../../src/ports/budget.ts'
import type { Outcome } from '../../src/ports/channel.ts'
import { outcomeOf } from './outcome.ts'
import { messageRef, type Spot } from './places.ts'
import type { Web } from './web.ts'

const EVENT_TYPE = 'parley_part'
/** Our clock and Slack's may differ by so much. */
const SKEW_MS = 5000
const PAGE = 200

export function metadataOf(key: string): { event_type: string; event_payload: { key: string } } {
  return { event_type: EVENT_TYPE, event_payload: { key } }
}

interface Found {
  ts: string
  user?: string
  metadata?: { event_type?: string; event_payload?: { key?: string } }
  streaming_state?: string
}

/**
 * The message that carries `key`. A native stream gets its key only when it ends, so one of ours that has none, began since
 * then and is none of the `known` ones is taken for it.
 */
export async function findPart(parts: {
  web: Web
  spot: Spot
  key: string
  since: number
  self: string
  known: ReadonlySet<MessageRef>
  scope: Scope
  signal: AbortSignal
}): Promise<Outcome<MessageRef | undefined>> {
  const { web, spot, key, since, self, known, scope, signal } = parts
  const { team, channel, thread } = spot
  const oldest = ((since - SKEW_MS) / 1000).toFixed(6)
  const where = { channel, oldest, inclusive: true, limit: PAGE, include_all_metadata: true }
  const method = thread ? 'conversations.replies' : 'conversations.history'
  const refOf = ({ ts }: Found): MessageRef => messageRef({ team, channel, ts })
  let stream: MessageRef | undefined
  let cursor = ''
  do {
    const page = { ...where, ...(thread && { ts: thread }), ...(cursor && { cursor }) }
    const reply = await web.call(method, page, signal)
    if (!('ok' in reply)) return outcomeOf(reply, scope, () => undefined)
    const messages = (reply.ok['messages'] ?? []) as Found[]
    for (const message of messages) {
      if (message.metadata?.event_type === EVENT_TYPE && message.metadata.event_payload?.key === key)
        return { ok: refOf(message) }
      if (message.user !== self || !message.streaming_state || message.metadata || message.ts < oldest) continue
      if (!known.has(refOf(message))) stream ??= refOf(message)
    }
    cursor = (reply.ok['response_metadata'] as { next_cursor?: string } | undefined)?.next_cursor ?? ''
  } while (cursor)
  return { ok: stream }
}
