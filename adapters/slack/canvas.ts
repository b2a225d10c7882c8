import { LatestMap } from '../../src/lib/latest.ts'
import type { Place, TextFile } from '../../src/model/message.ts'
import { type Channel, callLimitMs } from '../../src/ports/channel.ts'
import { disarm, escapeText } from './disarm.ts'
import { canvasTs, metadataOf } from './find.ts'
import type { createLimits } from './limits.ts'
import { outcomeOf } from './outcome.ts'
import { messageRef, readPlace } from './places.ts'
import type { Refusals } from './refusals.ts'
import { isDirect } from './told.ts'
import type { ApiCall, Web } from './web.ts'

/** An answer that is too long for messages, as people name such a file. */
const ANSWER = /\.md$/
/** Documented: of a canvas's Markdown. */
const LONGEST = 1_048_576
const KEPT = 1000

type Attach = NonNullable<Channel['attach']>

/**
 * What is too long for messages as a canvas, and a message that leads there; what Slack gives no canvas for, as the file that it would
 * be. A canvas without its message leads nobody anywhere, so it is taken away again, or used by the next attempt.
 */
export function createCanvases(parts: {
  web: Web
  attach: Attach
  limits: Pick<ReturnType<typeof createLimits>, 'inChannel'>
  /** Channels for which there is no canvas to be had, as in workspaces that have none. */
  refused: Refusals
  /** Channels in which threads cannot be had. */
  threadless: Refusals
}): Attach {
  const { web, attach, limits, refused, threadless } = parts
  /** Of messages of which nobody knows whether they are there, by their keys. */
  const made = new LatestMap<string, { id: string; link: string }>(KEPT)

  /** One that those can read who read its place; undefined where there is none to be had. */
  async function open(place: Place, { name, text }: TextFile, call: ApiCall) {
    const { channel, recipient } = readPlace(place)
    const content = { type: 'markdown', markdown: disarm(text) }
    const created = await call('canvases.create', { title: name.replace(ANSWER, ''), document_content: content })
    if (!('ok' in created)) return undefined
    const id = String(created.ok['canvas_id'])
    // Direct conversations are no channels here.
    const readers = isDirect(channel) ? { user_ids: [recipient?.user] } : { channel_ids: [channel] }
    const shared = await call('canvases.access.set', { canvas_id: id, access_level: 'read', ...readers })
    const told = 'ok' in shared ? await call('files.info', { file: id }) : shared
    const { permalink } = ('ok' in told ? told.ok['file'] : {}) as { permalink?: string }
    if (permalink) return { id, link: permalink }
    await call('canvases.delete', { canvas_id: id })
    return undefined
  }

  return async (place, file, key, signal) => {
    const { team, channel, thread, recipient } = readPlace(place)
    const isOurs = 'text' in file && !file.asFile && ANSWER.test(file.name) && file.text.length <= LONGEST
    if (!isOurs || refused.has(channel) || (isDirect(channel) && !recipient)) return attach(place, file, key, signal)
    // With the file that may follow it is one operation.
    const until = AbortSignal.any([signal, AbortSignal.timeout(callLimitMs)])
    const call = web.begin(until)
    const canvas = made.get(key) ?? (await open(place, file, call))
    if (!canvas) {
      refused.add(channel)
      return attach(place, file, key, until)
    }
    const posted = await call('chat.postMessage', {
      channel,
      ...(thread && !threadless.has(channel) && { thread_ts: thread }),
      metadata: metadataOf(key, canvas.id),
      text: `<${canvas.link}|${escapeText(file.name.replace(ANSWER, ''))}>`,
      unfurl_links: true,
    })
    if ('unknown' in posted) made.set(key, canvas)
    else made.delete(key)
    if ('error' in posted || 'retryAt' in posted) await call('canvases.delete', { canvas_id: canvas.id })
    const ref = (ts: unknown) => messageRef({ team, channel, ts: canvasTs(String(ts), canvas.id) })
    return outcomeOf(posted, limits.inChannel(team, channel), ({ ts }) => ref(ts))
  }
}
