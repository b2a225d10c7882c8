import type { MessageRef } from '../model/message.ts'
import { readAnswer } from '../turns/show.ts'
import type { ChatContext } from './context.ts'
import { withSensitivity } from './faces.ts'
import { lastMessage } from './last-message.ts'
import type { OwedParts, OwingTurn } from './owing.ts'
import { paced } from './paced.ts'
import { answerPart } from './parts.ts'

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
    const { row, words } = await lastMessage(store, channel, turn, answer, context)
    // A press can be faster than the platform's word that the message is there: whoever shows it is yet to write that down.
    if (!row) return turn.status === 'delivered'
    const ref = row.ref as MessageRef
    const part = answerPart(words, turn.id, answer, context, {
      feedback,
      labels: channel.labels ?? false,
      chosen: turn.pressed,
    })

    const whole = row.calls === 1 && context.author.name ? { ...part, calls: context.author.name } : part

    const outcome = await paced(
      parts,
      channel.limits(context.replyTo).cost.edit,
      () => channel.edit(ref, whole, signal),
      signal,
    )
    if ('refused' in outcome) log.warn({ turn: turn.id, refusal: outcome.refused }, 'a choice was not marked')
    return 'ok' in outcome || 'refused' in outcome
  }
}
