import type { Part } from '../../src/model/message.ts'
import type { NativeStream, Outcome } from '../../src/ports/channel.ts'
import { disarm } from './disarm.ts'
import type { Scopes } from './limits.ts'
import { hasEnded, outcomeOf } from './outcome.ts'
import { messageRef, type Posted } from './places.ts'
import type { Reply, Web } from './web.ts'

/** A native stream that has been started with `text`. */
export function openStream(parts: {
  web: Web
  scopes: Scopes
  posted: Posted
  text: string
  /** Whom it may mention. */
  alive: string
  expiresAt: number
  /** The last call: what is left of the text and what `part` adds to it. */
  stop: (args: object, part: Part, signal: AbortSignal) => Promise<Reply>
  /** Slack has it closed. */
  ended: () => unknown
}): NativeStream {
  const { web, scopes, posted, alive, expiresAt, stop, ended } = parts
  const target = { channel: posted.channel, ts: posted.ts }
  let said = parts.text
  let shown = disarm(said, alive).length

  /** What Slack still has to get: a mention may begin in one text and be complete in the next. */
  function after(text: string): { args: { markdown_text?: string }; took(reply: Reply): void } {
    const rest = disarm(said + text, alive).slice(shown)
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
    expiresAt,
    async append(text, signal): Promise<Outcome<void>> {
      if (text === '') return { ok: undefined }
      const { args, took } = after(text)
      const reply = await web.call('chat.appendStream', { ...target, ...args }, signal)
      took(reply)
      if (hasEnded(reply)) ended()
      return outcomeOf(reply, scopes.append, () => {})
    },
    async finish(text, part, goesOn, signal): Promise<Outcome<void>> {
      // Else the person's Stop button would go before the answer has ended.
      const session = goesOn ? { session_status: 'processing' } : {}
      const reply = await stop({ ...target, ...session, ...after(text).args }, part, signal)
      if ('ok' in reply || hasEnded(reply)) ended()
      return outcomeOf(reply, scopes.stop, () => {})
    },
  }
}
