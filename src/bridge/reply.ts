import type { Progress } from '../model/conversation.ts'
import type { Answer, Show, Shown, ShownTurn } from '../turns/show.ts'
import { createActivity } from './activity.ts'
import type { ChatContext } from './context.ts'
import { createHtmlReader } from './html.ts'
import { answerText, hasButtons } from './parts.ts'
import { tellPaused } from './paused.ts'
import { createShowing, givenUp, type ReplyParts, Undeliverable } from './showing.ts'

/** How long taking back a reply may take. */
const discardMs = 30_000

/** Shows one turn's answer in its place while it grows, and says meanwhile that something goes on. */
export function createReply(parts: ReplyParts, turn: ShownTurn, context: ChatContext): Show {
  const { store, channel, log } = parts
  const { id } = turn
  const showing = createShowing(parts, turn, context)
  const { ledger, current, contents } = showing
  const activity = createActivity(channel, context.replyTo, turn)
  let html: ReturnType<typeof createHtmlReader> | undefined

  const endFor = (reason: unknown) => {
    showing.end(reason)
    return activity.end()
  }
  const end = () => void endFor(turn.signal.reason)
  turn.signal.addEventListener('abort', end, { once: true })
  if (turn.signal.aborted) end()

  function markdownOf({ format, text }: Progress): string {
    if (format === 'html') html ??= createHtmlReader()
    return html ? html.update(text) : text
  }

  /** A press shows the last message once more; where there are several, only this reply knows what it holds. */
  function keepLast(answer: Answer): void {
    const all = contents()
    const last = all.at(-1)
    if (all.length < 2 || !last || 'file' in last || !hasButtons(answer)) return
    ledger.steps.push(store.turns.keepTextStep(id, all.length - 1, last.part.text))
  }

  /** Given up: what the last message should hold is kept for a later edit of it. */
  function leftBehind(): Shown {
    const all = contents()
    const n = current().messages.findLastIndex(({ ref }) => ref)
    const last = all[n]
    if (last && !('file' in last)) ledger.steps.push(store.turns.keepTextStep(id, n, last.part.text))
    return { missing: n >= 0 && n === all.length - 1 ? 'end' : 'rest', steps: ledger.steps }
  }

  return {
    progress(progress) {
      const { shownUpTo, messages, text } = current()
      const isShown = shownUpTo > 0 || messages.some(({ ref }) => ref)
      activity.set(progress.searching ? 'searching' : isShown ? 'writing' : 'thinking')
      const latest = markdownOf(progress)
      if (latest !== text) showing.grown(latest)
    },

    ahead: () => (current().messages.length > 0 ? [] : ledger.intendAhead()),

    async answer(final) {
      try {
        await showing.answered(final, answerText(final, context.language))
        keepLast(final)
      } catch (error) {
        if (error !== givenUp && !(error instanceof Undeliverable)) throw error
        log.error({ turn: id, reason: (error as Error).message }, 'an answer could not be delivered')
        if (error === givenUp) return leftBehind()
      } finally {
        turn.signal.removeEventListener('abort', end)
        await activity.end()
      }
      return { missing: 'nothing', steps: ledger.steps }
    },

    failed() {},

    async leave(because) {
      void endFor(new Error('the attempt has failed'))
      await showing.ended()
      if (because === 'paused' && !(await showing.tellPaused())) {
        await tellPaused(parts, channel, turn.lease.key, context)
      }
    },

    async discard() {
      const ended = endFor(new Error('the answer is not wanted any more'))
      await showing.ended()
      await ended
      const until = AbortSignal.timeout(discardMs)
      for (const [n, message] of current().messages.entries()) {
        await ledger.remove(n, message, until).catch((err) => log.warn({ turn: id, err }, 'a reply was not taken back'))
      }
    },
  }
}
