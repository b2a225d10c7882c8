import type { MessageRef, Part } from '../model/message.ts'
import type { Channel, Limits, Outcome } from '../ports/channel.ts'
import type { PartRow } from '../store/turns.ts'
import { type CommittedAnswer, readAnswer } from '../turns/show.ts'
import type { ChatContext } from './context.ts'
import { withSensitivity } from './faces.ts'
import type { OwedParts, OwingTurn } from './owing.ts'
import { answerPart, noted } from './parts.ts'
import { sentences } from './words/index.ts'

/** In place of a time: the platform has said that it was not posted. */
const notSaid = 0

/**
 * What is still said in a place that would not have an answer, or not for so long that it was given up. If only the last message
 * lacks its end, an edit makes it whole. Else the message says that it is not, or a new one does where no edit can be had; and of an
 * answer that may be there a new one says that; all with a Retry button. Asks once, waits for nothing; false when nothing could
 * be done yet. Nothing begins once `signal` is aborted.
 */
export function createExcuse({ store, channelOf, budget, pacer, feedback, log }: OwedParts) {
  const withRetry = (text: string, turn: OwingTurn, answer: CommittedAnswer, context: ChatContext): Part =>
    answerPart(text, turn.id, { ...answer, interrupted: 'undelivered' }, context, { feedback, labels: false })

  const mayTake = async (scopes: Limits['cost']['edit']) => (await budget.tryTake(scopes, 'urgent')) === 'ok'

  return async function excuse(turn: OwingTurn, signal: AbortSignal): Promise<boolean> {
    const answer = readAnswer(turn)
    if (!answer) return true
    const context: ChatContext = JSON.parse(turn.context)
    const bare = channelOf(context)
    if (!bare) return false
    const channel = withSensitivity(store, bare, turn.key)
    const limits = channel.limits(context.replyTo)
    const parts = await store.turns.parts(turn.id)
    const shown = parts.findLast((part) => part.ref)
    const text = shown?.text ?? null

    if (shown && text !== null && (await mayTake(limits.cost.edit))) {
      const part =
        turn.owed === 'end'
          ? whole(text, turn, answer, context, channel)
          : withRetry(noted(text, limits, sentences.notWhole[context.language]), turn, answer, context)
      const isEdited = await edited(channel, shown, part, turn, signal)
      if (isEdited !== 'limited') return isEdited
    }
    const said = turn.owed === 'doubt' ? sentences.mayBeAbove : shown ? sentences.notWhole : sentences.notShown
    const words = said[context.language]
    return posted(channel, limits, turn, parts, withRetry(words, turn, answer, context), context, signal)
  }

  function whole(
    text: string,
    turn: OwingTurn,
    answer: CommittedAnswer,
    context: ChatContext,
    { labels }: Channel,
  ): Part {
    return answerPart(text, turn.id, { ...answer, interrupted: null }, context, { feedback, labels: labels ?? false })
  }

  /** `limited`: the platform takes no edit now, so a new message has to say it. */
  async function edited(
    channel: Channel,
    { ref, n }: PartRow,
    part: Part,
    { id, owed }: OwingTurn,
    signal: AbortSignal,
  ): Promise<boolean | 'limited'> {
    const outcome = await channel.edit(ref as MessageRef, part, signal)
    // Perhaps it is whole now: a message that says it is not could be wrong.
    if ('unknown' in outcome) return false
    if (!done(outcome)) return 'limited'
    if (owed !== 'end') await store.turns.keepText(id, n, part.text)
    else if ('ok' in outcome) await store.turns.deliveredLate(id)
    return true
  }

  /** A message of its own; one that may be there already is looked for first. */
  async function posted(
    channel: Channel,
    limits: Limits,
    turn: OwingTurn,
    parts: readonly PartRow[],
    part: Part,
    { replyTo }: ChatContext,
    signal: AbortSignal,
  ): Promise<boolean> {
    // What holds text was said here before; a part of the answer of which nobody knows whether it was posted holds none.
    const pending = parts.find(({ ref, text }) => ref === null && text !== null)
    const n = pending?.n ?? (parts.at(-1)?.n ?? -1) + 1
    const key = `${turn.id}:${n}`
    if (pending && pending.intent_at !== notSaid) {
      // Perhaps it has been said, and nobody can look: it is not said for ever.
      if (!channel.find) return true
      const found = await channel.find(replyTo, key, { since: pending.intent_at, owned: store.turns.isOwned }, signal)
      if ('unknown' in found || 'limited' in found) return false
      if ('ok' in found && found.ok) {
        await store.turns.placed(turn.id, n, found.ok)
        return true
      }
    }
    if (!(await mayTake(limits.cost.post))) return false
    await store.turns.intend(turn.id, n)
    await store.turns.keepText(turn.id, n, part.text)
    const outcome = await channel.post(replyTo, part, key, signal)
    if ('ok' in outcome) await store.turns.placed(turn.id, n, outcome.ok)
    if ('limited' in outcome) await store.db.batch([store.turns.intendStep(turn.id, n, notSaid)])
    if ('refused' in outcome) await store.turns.keepDelivery(turn.id, { end: 'nobody', ...outcome.refused })
    return done(outcome)
  }

  /** True also when it can never be done. */
  function done(outcome: Outcome<unknown>): boolean {
    if ('limited' in outcome) pacer.limited(outcome.limited.scope, outcome.limited.retryAt)
    if ('refused' in outcome) log.warn({ refusal: outcome.refused }, 'nobody can be told that an answer is not whole')
    return 'ok' in outcome || 'refused' in outcome
  }
}
