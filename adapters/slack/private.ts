import { randomBytes } from 'node:crypto'
import type { Attachment } from '../../src/model/message.ts'
import { type Channel, callLimitMs } from '../../src/ports/channel.ts'
import type { Log } from './log.ts'
import type { Reader } from './modal-meta.ts'
import { type Payload, renderPart } from './outbound.ts'
import { channelPlace } from './places.ts'
import type { Reply, Web } from './web.ts'

/** What one person is shown alone, whichever way is still open. Best effort: what cannot be shown is logged. */
export function createPrivate(parts: {
  web: Web
  attach: NonNullable<Channel['attach']>
  /** An address elsewhere is none of Slack's. */
  hosts: readonly string[]
  log: Log
}) {
  const { web, attach, hosts, log } = parts

  /** At the address it came with, else as an ephemeral message, else in the direct conversation. */
  async function* ways(reader: Reader, payload: Payload, replaces: boolean): AsyncGenerator<Reply> {
    const { channel, user, thread, responseUrl = '' } = reader
    if (URL.canParse(responseUrl) && hosts.includes(new URL(responseUrl).origin)) {
      const answer = { ...payload, response_type: 'ephemeral', replace_original: replaces }
      yield await web.send(new URL(responseUrl), answer, AbortSignal.timeout(callLimitMs))
    }
    yield await web.call('chat.postEphemeral', { channel, user, ...(thread && { thread_ts: thread }), ...payload })
    yield await web.call('chat.postMessage', { channel: user, ...payload, unfurl_links: false, unfurl_media: false })
  }

  return {
    /** `replaces`: in place of what was shown before at the same address. */
    async show(reader: Reader, payload: Payload, replaces: boolean): Promise<void> {
      let last: Reply | undefined
      for await (const reply of ways(reader, payload, replaces)) {
        // What may have arrived is not shown a second time.
        if ('ok' in reply || 'unknown' in reply) return
        last = reply
      }
      log.warn({ reply: last }, 'the answer to a command could not be shown')
    },

    /** A file into their direct conversation, after `say`. Whether it is there. */
    async send({ team, user }: Reader, file: Attachment, say: string): Promise<boolean> {
      const written = await web.call('chat.postMessage', { channel: user, ...renderPart({ text: say }) })
      if (!('ok' in written)) return false
      const place = channelPlace(team, String(written.ok['channel']))
      const outcome = await attach(place, file, randomBytes(4).toString('hex'), AbortSignal.timeout(callLimitMs))
      if (!('ok' in outcome)) log.warn({ outcome }, 'the file of a command could not be sent')
      return 'ok' in outcome
    },
  }
}
