import type { MessageRef } from '../model/message.ts'
import { readAnswer } from '../turns/show.ts'
import type { ChatContext } from './context.ts'
import { withSensitivity } from './faces.ts'
import type { OwedParts, OwingTurn } from './owing.ts'
import { paced } from './paced.ts'
import { answerPart, answerText } from './parts.ts'
import { createSplitter, render } from './split.ts'

/**
 * Shows which quick reply was pressed, on the message that carries the buttons; made anew from what was committed. False when
 * that could not be done yet.
 */
export function createMarkChosen(parts: OwedParts) {
  const { store, channelOf, log, feedback } = parts
  return async function markChosen(turn: OwingTurn, signal: AbortSignal): Promise<boolean> {
    const answer = readAnswer(turn)
    if (!answer || turn.pressed === null) return true
    const context: ChatContext = JSON.parse(turn.context)
    const bare = channelOf(context)
    if (!bare) return false
    const channel = withSensitivity(store, bare, turn.key)
    const there = (await store.turns.parts(turn.id)).filter((part) => part.ref)
    // Behind it there may be files, which came with the answer.
    const shown = there.findLast(({ text }) => text !== null) ?? there.at(-1)
    // A press can be faster than the platform's word that the message is there: whoever shows it is yet to write that down.
    if (!shown) return turn.status === 'delivered'
    const ref = shown.ref as MessageRef
    const limits = channel.limits(context.replyTo)
    const text = answerText(answer, context.language)
    const last = createSplitter(limits.text).update(text, { closed: true }).at(-1)
    // How an answer of several messages was cut depended on how it grew, so the last of them was kept.
    const words = shown.text ?? (last ? render(text, last) : '')
    const part = answerPart(words, turn.id, answer, context, {
      feedback,
      labels: channel.labels ?? false,
      chosen: turn.pressed,
    })

    const whole = shown.calls === 1 && context.author.name ? { ...part, calls: context.author.name } : part

    const outcome = await paced(parts, limits.cost.edit, () => channel.edit(ref, whole, signal), signal)
    if ('refused' in outcome) log.warn({ turn: turn.id, refusal: outcome.refused }, 'a choice was not marked')
    return 'ok' in outcome || 'refused' in outcome
  }
}
