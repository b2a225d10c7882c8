import type { Part } from '../../src/model/message.ts'
import type { NativeStream, Outcome } from '../../src/ports/channel.ts'
import { disarm } from './disarm.ts'
import type { Scopes } from './limits.ts'
import { outcomeOf } from './outcome.ts'
import { messageRef, type Posted } from './places.ts'
import type { Reply, Web } from './web.ts'

/** Measured: about 306 s from the start, whatever is appended meanwhile. */
export const STREAM_MS = 300_000

/** A native stream that has been started with `text`. */
export function openStream(parts: {
  web: Web
  scopes: Scopes
  posted: Posted
  text: string
  startedAt: number
  /** The last call: what is left of the text and what `part` adds to it. */
  stop: (args: object, part: Part, signal: AbortSignal) => Promise<Reply>
}): NativeStream {
  const { web, scopes, posted, startedAt, stop } = parts
  const target = { channel: posted.channel, ts: posted.ts }
  let said = parts.text
  let shown = disarm(said).length

  /** What Slack still has to get: a mention may begin in one text and be complete in the next. */
  function after(text: string): { args: { markdown_text?: string }; took(reply: Reply): void } {
    const rest = disarm(said + text).slice(shown)
    return {
      args: rest === '' ? {} : { markdown_text: rest },
      took(reply) {
        if (!('ok' in reply)) return
        said += text
        shown += rest.length
      },
    }
  }

  return {
    ref: messageRef(posted),
    expiresAt: startedAt + STREAM_MS,
    async append(text, signal): Promise<Outcome<void>> {
      if (text === '') return { ok: undefined }
      const { args, took } = after(text)
      const reply = await web.call('chat.appendStream', { ...target, ...args }, signal)
      took(reply)
      return outcomeOf(reply, scopes.append, () => {})
    },
    async finish(text, part, signal): Promise<Outcome<void>> {
      const reply = await stop({ ...target, ...after(text).args }, part, signal)
      return outcomeOf(reply, scopes.stop, () => {})
    },
  }
}
