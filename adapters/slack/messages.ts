import type { MessageRef, Part, Place } from '../../src/model/message.ts'
import type { Channel, Outcome } from '../../src/ports/channel.ts'
import { type Alone, isAlone } from './alone.ts'
import { isFile } from './attach.ts'
import { type FaceOf, posted } from './faces.ts'
import { canvasIn, metadataOf } from './find.ts'
import type { createLimits } from './limits.ts'
import type { OpenStreams } from './open-streams.ts'
import { isRich, renderPart } from './outbound.ts'
import { errorOf, hasEnded, isThreadless, outcomeOf } from './outcome.ts'
import { messageRef, readMessageRef, readPlace, type Spot } from './places.ts'
import type { Refusals } from './refusals.ts'
import type { ApiCall, Reply, Web } from './web.ts'

/** Documented: `chat.update` refuses text that is longer, which nothing but a plain part has. */
const UPDATE = 4000

/** Slack refuses a message whose image it cannot load, and perhaps one with a block it does not know. The words are worth more. */
export async function asRichAsMayBe(part: Part, send: (sparing: boolean) => Promise<Reply>): Promise<Reply> {
  const reply = await send(false)
  return errorOf(reply) === 'invalid_blocks' && isRich(part) ? send(true) : reply
}

/** Messages that are posted, edited and removed; none of it takes more than two calls but for what a stream needs to end. */
export function createMessages(parts: {
  web: Web
  limits: Pick<ReturnType<typeof createLimits>, 'of' | 'inChannel'>
  alone: Alone
  open: OpenStreams
  /** Channels in which threads cannot be had. */
  threadless: Refusals
  /** Faces that posts may not have. */
  faceless: Refusals
  face: FaceOf
  /** Something of ours stands there now. */
  begun: (spot: Spot) => unknown
}): Pick<Required<Channel>, 'post' | 'edit' | 'remove'> {
  const { web, limits, alone, open, threadless, faceless, begun } = parts

  async function post(place: Place, part: Part, key: string, signal: AbortSignal): Promise<Outcome<MessageRef>> {
    const spot = readPlace(place)
    const { team, channel, thread, responseUrl } = spot
    if (responseUrl !== undefined) return alone.post(place, part, key, signal)
    const face = await parts.face()
    const call = web.begin(signal)
    const send = (inThread: boolean, sparing: boolean): Promise<Reply> => {
      const { text, blocks } = renderPart(part, sparing)
      const message = {
        channel,
        ...(inThread && { thread_ts: thread }),
        metadata: metadataOf(key),
        text,
        ...(part.plain ? { mrkdwn: false } : { blocks }),
        unfurl_links: false,
        unfurl_media: false,
      }
      return posted({ face, faceless, team }, (of) => call('chat.postMessage', { ...message, ...of }))
    }
    const inThread = thread !== undefined && !threadless.has(channel)
    let reply = await asRichAsMayBe(part, (sparing) => send(inThread, sparing))
    if (inThread && isThreadless(reply)) {
      threadless.add(channel)
      reply = await send(false, false)
    }
    return outcomeOf(reply, limits.inChannel(team, channel), ({ ts }) => {
      begun(spot)
      return messageRef({ team, channel, ts: String(ts) })
    })
  }

  async function edit(ref: MessageRef, part: Part, signal: AbortSignal): Promise<Outcome<void>> {
    const posted = readMessageRef(ref)
    if (isAlone(posted)) return alone.edit(posted, part, signal)
    const { team, channel, ts } = posted
    const scopes = limits.of(team)
    if (part.plain && renderPart(part).text.length > UPDATE) {
      return { refused: { code: 'unchangeable', detail: `Slack takes ${UPDATE} characters of plain text in an edit` } }
    }
    const call = web.begin(signal)
    const update = (): Promise<Reply> =>
      asRichAsMayBe(part, (sparing) => call('chat.update', { channel, ts, ...renderPart(part, sparing) }))
    let reply = open.has(ref) ? undefined : await update()
    if (!reply || errorOf(reply) === 'streaming_state_conflict') {
      const stopped = await stop(call, posted, ref)
      if (!('ok' in stopped) && !hasEnded(stopped)) return outcomeOf(stopped, scopes.stop, () => {})
      reply = await update()
    }
    return outcomeOf(reply, scopes.update, () => {})
  }

  async function stop(
    call: ApiCall,
    { channel, ts }: { channel: string; ts: string },
    ref: MessageRef,
  ): Promise<Reply> {
    const stopped = await call('chat.stopStream', { channel, ts })
    if ('ok' in stopped || hasEnded(stopped)) open.delete(ref)
    return stopped
  }

  async function remove(ref: MessageRef, signal: AbortSignal): Promise<Outcome<void>> {
    const posted = readMessageRef(ref)
    const { team, channel, ts } = posted
    if (isAlone(posted)) return { refused: { code: 'unsupported', detail: 'what one person sees cannot be removed' } }
    const call = web.begin(signal)
    // Whether it could be deleted while it is being written, Slack does not say. That it went on writing would be seen by nobody.
    if (open.has(ref)) await stop(call, posted, ref)
    const leads = canvasIn(ts)
    // What the message leads to holds the words, so it goes first.
    const away = leads && (await call('canvases.delete', { canvas_id: leads.canvas }))
    if (away && !('ok' in away) && errorOf(away) !== 'canvas_not_found')
      return outcomeOf(away, limits.of(team).delete, () => {})
    const own = leads?.ts ?? ts
    const reply = isFile(own)
      ? await call('files.delete', { file: own })
      : await call('chat.delete', { channel, ts: own })
    return outcomeOf(reply, limits.of(team).delete, () => {})
  }

  return { post, edit, remove }
}
