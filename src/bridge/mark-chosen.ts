import type { MessageRef } from '../model/message.ts'
import { readAnswer } from '../turns/show.ts'
import type { ChatContext } from './context.ts'
import type { OwedParts, OwingTurn } from './owing.ts'
import { answerPart, answerText } from './parts.ts'
import { createSplitter, render } from './split.ts'

const attempts = 5

/**
 * Shows which quick reply was pressed, on the message that carries the buttons; made anew from what was committed. False when
 * that could not be done yet.
 */
export function createMarkChosen(parts: OwedParts) {
  const { store, channelOf, pacer, log, now, sleep, feedback } = parts
  return async function markChosen(turn: OwingTurn, signal: AbortSignal): Promise<boolean> {
    const answer = readAnswer(turn)
    if (!answer || turn.pressed === null) return true
    const context: ChatContext = JSON.parse(turn.context)
    const channel = channelOf(context)
    if (!channel) return false
    const shown = (await store.turns.parts(turn.id)).findLast((part) => part.ref)
    if (!shown) return true
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

    for (let attempt = 1; attempt <= attempts; attempt++) {
      await pacer.grant(
        { scopes: limits.cost.edit, rank: () => 'final', unseen: () => 1, lastShownAt: 0, endedAt: now() },
        signal,
      )
      const outcome = await channel.edit(ref, part, signal)
      if ('ok' in outcome) return true
      if ('refused' in outcome) {
        log.warn({ turn: turn.id, refusal: outcome.refused }, 'a choice was not marked')
        return true
      }
      if ('limited' in outcome) {
        const { scope, retryAt } = outcome.limited
        pacer.limited(scope, retryAt)
        await sleep(Math.max(0, retryAt - now()), signal)
      } else await sleep(500 * 2 ** attempt, signal)
    }
    return false
  }
}
