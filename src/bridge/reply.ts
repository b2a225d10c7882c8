import type { Progress } from '../model/conversation.ts'
import type { Step } from '../store/statement.ts'
import type { PartRow } from '../store/turns.ts'
import type { CommittedAnswer, Show, ShowingEnd, ShownTurn } from '../turns/show.ts'
import { tellAside } from './aside.ts'
import type { ChatContext } from './context.ts'
import { emptiedSteps } from './handover/emptied.ts'
import { createHtmlReader } from './html.ts'
import { markSolved } from './marks.ts'
import { answerText, hasButtons, withNote } from './parts.ts'
import { sayPaused, tellPaused } from './paused.ts'
import { seenOf } from './reply-contents.ts'
import { heldBy, type Lost, type MessageContent, type ReplyState } from './reply-state.ts'
import { createShowing, givenUp, type ReplyParts, Undeliverable } from './showing.ts'
import { split } from './split.ts'
import { handoverSentences } from './words/index.ts'

/** How long taking back a reply may take. */
const discardMs = 30_000

/** Shows one turn's answer in its place while it grows, and says meanwhile that something goes on. */
export function createReply(parts: ReplyParts, turn: ShownTurn, context: ChatContext): Show {
  const { store, channel, activities, onEnd, log } = parts
  const { id } = turn
  const showing = createShowing(parts, turn, context)
  const { ledger, current, contents } = showing
  const activity = activities.begun(channel, context, turn)
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
  function keepLast(answer: CommittedAnswer): void {
    const all = contents()
    const at = all.findLastIndex((content) => 'part' in content && content.part.quickReplies)
    const last = all[at]
    if (all.length < 2 || !last || 'file' in last || !hasButtons(answer)) return
    ledger.steps.push(store.turns.keepTextStep(id, heldBy(current().messages)[at]!, last.part.text))
  }

  /** Given up: what the last message should hold is kept for a later edit of it. */
  function leftBehind(): ShowingEnd {
    const last = lastShown(current(), contents())
    if (last) ledger.steps.push(store.turns.keepTextStep(id, last.n, last.content.part.text))
    return { missing: last?.isLast ? 'end' : 'rest', delivery: { end: 'given_up' }, steps: ledger.steps }
  }

  /** Its place would not have it: whoever asked is told all the same. */
  async function toldAside(lost: Lost, answer: CommittedAnswer): Promise<ShowingEnd> {
    const begun = lastShown(current(), contents())
    const aside = await tellAside(parts, turn, context, { lost, answer, isBegun: begun !== undefined })
    // The message that was begun will say that it is not all.
    if (aside.missing === 'rest' && begun) {
      ledger.steps.push(store.turns.keepTextStep(id, begun.n, seenOf(begun.content, current())))
    }
    return { ...aside, steps: ledger.steps }
  }

  /** Where it was not shown as it is, how it was. */
  function shownPlainer(): Pick<ShowingEnd, 'delivery'> {
    const { inFile, refused } = current()
    return refused ? { delivery: { end: inFile ? 'file' : 'plain', ...refused } } : {}
  }

  /** A process died while it posted this, and nobody can look: whoever reads what was passed on is told that they may have read it. */
  const isUnsure = ({ ref, intent_at }: PartRow) => ref === null && intent_at !== null
  const doubtful = context.handover && !channel.find ? turn.parts.find(isUnsure) : undefined
  const wordsOf = (final: CommittedAnswer): string => {
    const text = answerText(final, context.language)
    if (!doubtful) return text
    // Of a file that came behind the words, they have not been read twice.
    const isWords = doubtful.n < split(text, channel.limits(context.replyTo).text, { closed: true }).length
    return isWords ? withNote(text, handoverSentences.perhapsAgain[context.language]) : text
  }

  async function answered(final: CommittedAnswer): Promise<Omit<ShowingEnd, 'wire'>> {
    try {
      await showing.answered(final, wordsOf(final))
      keepLast(final)
      return { missing: 'nothing', ...shownPlainer(), steps: ledger.steps }
    } catch (error) {
      if (error !== givenUp && !(error instanceof Undeliverable)) throw error
      log.error({ turn: id, reason: (error as Error).message }, 'an answer could not be delivered')
      return error instanceof Undeliverable ? await toldAside(error.lost, final) : leftBehind()
    }
  }

  /** What is said below a card belongs to what it is about. */
  async function cardSteps({ delivery }: ShowingEnd): Promise<readonly Step[]> {
    const ref = current().messages.find((message) => message.ref)?.ref
    const thread = ref && channel.threadOf?.(ref)
    const why = [delivery?.code ?? delivery?.end, delivery?.detail].filter(Boolean).join(': ')
    return (await parts.onCard?.(context, id, thread ?? { why, isUnsure: delivery?.end === 'unsure' })) ?? []
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
        if (hasNothing(final)) return { missing: 'nothing', steps: [] }
        const end = await answered(final)
        const steps = final.files ? [...end.steps, ...(await emptiedSteps(parts, id, context))] : end.steps
        const shown = { ...end, steps, wire: showing.wire() }
        if (context.handover?.passed === 'card' || context.asksFor !== undefined)
          return { ...shown, steps: [...shown.steps, ...(await cardSteps(shown))] }
        await markSolved(store, channel, { key: turn.lease.key, event: turn.event.id, where: context })
        onEnd?.(channel.platform, shown.delivery?.end ?? 'whole')
        return shown
      } finally {
        turn.signal.removeEventListener('abort', end)
        await activity.end()
      }
    },

    failed() {},

    async leave(because) {
      void endFor(new Error('the attempt has failed'))
      await showing.ended()
      if (because !== 'paused') return
      const last = lastShown(current(), contents())
      const isSaid = last && (await sayPaused(parts, context, last.ref, last.content.part.text))
      if (!isSaid) await tellPaused(parts, channel, turn.lease.key, context)
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

/** A timer went off, and there was nothing to say. */
const hasNothing = ({ source, response, interrupted }: CommittedAnswer): boolean =>
  source === 'none' && response.utterance === '' && interrupted === null

/** The last message that is there, and what it should hold. */
function lastShown({ messages }: ReplyState, contents: readonly MessageContent[]) {
  const held = heldBy(messages)
  const i = held.findLastIndex((n) => messages[n]!.ref)
  const [n, content] = [held[i], contents[i]]
  const ref = n === undefined ? undefined : messages[n]!.ref
  if (n === undefined || !ref || !content || 'file' in content) return undefined
  return { n, ref, content, isLast: i === contents.length - 1 }
}
