import type { MessageRef } from '../../src/model/message.ts'
import type { Channel } from '../../src/ports/channel.ts'
import type { Log } from '../../src/ports/log.ts'
import { isFileOf } from './attach.ts'
import { type OpenStreams, STREAM_MS } from './open-streams.ts'
import type { Message } from './payloads.ts'
import { messageRef, readPlace } from './places.ts'
import type { Reads } from './reads.ts'
import type { Refusals } from './refusals.ts'
import { type Bot, isOurs } from './told.ts'
import type { Web } from './web.ts'

const EVENT_TYPE = 'parley_part'
/** Our clock and Slack's may differ by so much. */
const SKEW_MS = 5000
const PAGE = 200

/** `canvas`: to which the message leads. */
export const metadataOf = (key: string, canvas?: string) => ({
  event_type: EVENT_TYPE,
  event_payload: { key, ...(canvas && { canvas }) },
})

/** Of a message that leads to a canvas: its own ts, and that. */
export const canvasTs = (ts: string, canvas: string): string => `${ts}:${canvas}`
export function canvasIn(ts: string): { ts: string; canvas: string } | undefined {
  const [, own, canvas] = /^(\d+\.\d+):(F[A-Z0-9]+)$/.exec(ts) ?? []
  return own && canvas ? { ts: own, canvas } : undefined
}

/**
 * Looks for the message that carries a key. A native stream gets its key only with its proper end: the first of ours that was
 * begun since then, has neither key nor proper end, and is nobody's, is taken for it.
 */
export function createFind(parts: {
  web: Web
  self: Bot
  reads: Reads
  open: OpenStreams
  /** Channels in which threads cannot be had: what belongs to one stands in the channel. */
  threadless: Refusals
  log: Log
}): NonNullable<Channel['find']> {
  const { web, self, reads, open, threadless, log } = parts
  let saidUnreadable = false

  return async (place, key, { since, owned }, signal) => {
    const { team, channel, thread: begun, responseUrl } = readPlace(place)
    const thread = threadless.has(channel) ? undefined : begun
    if (responseUrl !== undefined) return { refused: { code: 'unsupported', detail: 'nobody can read it back' } }
    const call = web.begin(signal)

    const oldest = ((since - SKEW_MS) / 1000).toFixed(6)
    const where = { channel, oldest, inclusive: true, limit: PAGE, include_all_metadata: true }
    const refOf = ({ ts }: Message): MessageRef => messageRef({ team, channel, ts })
    const isUnfinished = (message: Message): boolean => {
      const { ts, metadata, streaming_state: state } = message
      return isOurs(message, self) && ts >= oldest && !metadata && state !== undefined && state !== 'completed'
    }
    let stream: Message | undefined
    let cursor = ''
    do {
      const page = { ...where, ...(cursor && { cursor }) }
      // Only threads have streams, and a thread is told from its beginning.
      const outcome = await (thread
        ? reads.replies(team, { ...page, ts: thread }, call)
        : reads.history(team, page, call))
      if ('refused' in outcome && /^missing_scope/.test(outcome.refused.detail) && !saidUnreadable) {
        saidUnreadable = true
        const scopes = ['channels:history', 'groups:history', 'im:history', 'mpim:history']
        log.warn({ scopes }, 'cannot look for posts that may have been lost: the Slack app lacks one of these scopes')
      }
      if (!('ok' in outcome)) return outcome
      for (const message of outcome.ok.messages) {
        const { event_type, event_payload } = message.metadata ?? {}
        if (event_type === EVENT_TYPE && event_payload?.key === key) {
          const { canvas } = event_payload
          return { ok: canvas ? messageRef({ team, channel, ts: canvasTs(message.ts, canvas) }) : refOf(message) }
        }
        const file = message.files?.find(({ name }) => isFileOf(key, name))
        if (file?.id && isOurs(message, self)) return { ok: messageRef({ team, channel, ts: file.id }) }
        if (!stream && isUnfinished(message) && !(await owned(refOf(message)))) stream = message
      }
      cursor = outcome.ok.cursor
    } while (cursor)
    if (!stream) return { ok: undefined }
    open.add(refOf(stream), Number(stream.ts) * 1000 + STREAM_MS)
    return { ok: refOf(stream) }
  }
}
