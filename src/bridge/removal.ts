import type { MessageRef } from '../model/message.ts'
import type { ChatContext } from './context.ts'
import type { OwedParts, OwingTurn } from './owing.ts'
import { paced } from './paced.ts'
import { partAs } from './parts.ts'
import { sentences } from './words/index.ts'

/**
 * Takes an answer away whose question was deleted. A message that its platform will not let go of says so in place of the
 * answer. False when that could not be done yet.
 */
export function createRemoval(parts: OwedParts) {
  const { store, channelOf, log } = parts
  return async function removal(turn: OwingTurn, signal: AbortSignal): Promise<boolean> {
    const context: ChatContext = JSON.parse(turn.context)
    const channel = channelOf(context)
    if (!channel) return false
    const gone = { ...partAs(sentences.questionDeleted[context.language], context), plain: true as const }
    const scopes = channel.limits(context.replyTo).cost.edit
    let isDone = true
    for (const { ref } of await store.turns.parts(turn.id)) {
      if (ref === null) continue
      const message = ref as MessageRef
      const remove = async () =>
        channel.remove?.(message, signal) ?? { refused: { code: 'unsupported' as const, detail: 'nothing is removed' } }
      let outcome = await paced(parts, scopes, remove, signal)
      if ('refused' in outcome && outcome.refused.code !== 'gone' && outcome.refused.code !== 'revoked') {
        outcome = await paced(parts, scopes, () => channel.edit(message, gone, signal), signal)
      }
      if ('refused' in outcome)
        log.warn({ turn: turn.id, refusal: outcome.refused }, 'the answer to a deleted message stays')
      isDone &&= 'ok' in outcome || 'refused' in outcome
    }
    return isDone
  }
}
