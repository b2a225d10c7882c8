import type { Log } from '../log.ts'
import type { BestResponse } from '../model/conversation.ts'
import type { MessageRef } from '../model/message.ts'
import type { Store } from '../store/index.ts'
import type { ChannelOf, ChatContext } from './context.ts'
import type { Pacer } from './pace.ts'
import { answerPart, answerText } from './parts.ts'
import { createSplitter, render } from './split.ts'

const attempts = 5

export interface MarkChosenParts {
  store: Store
  channelOf: ChannelOf
  pacer: Pacer
  log: Log
  now: () => number
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
  /** Aborted when the process ends. */
  signal: AbortSignal
}

/** Shows which quick reply was pressed, on the message that carries the buttons; made anew from what was committed. */
export function createMarkChosen({ store, channelOf, pacer, log, now, sleep, signal }: MarkChosenParts) {
  return async function markChosen(turnId: string): Promise<void> {
    const turn = await store.turns.byId(turnId)
    if (!turn?.answer || !turn.context || turn.pressed === null) return
    const context: ChatContext = JSON.parse(turn.context)
    const channel = channelOf(context)
    const shown = (await store.turns.parts(turnId)).findLast((part) => part.ref)
    if (!channel || !shown) return
    const ref = shown.ref as MessageRef
    const response: BestResponse = JSON.parse(turn.answer)
    const answer = { response, userState: {}, interrupted: turn.interrupted }
    const limits = channel.limits(context.replyTo)
    const text = answerText(answer, context.language)
    const last = createSplitter(limits.text).update(text, { closed: true }).at(-1)
    // How an answer of several messages was cut depended on how it grew, so the last of them was kept.
    const words = shown.text ?? (last ? render(text, last) : '')
    const part = answerPart(words, turnId, answer, context.language, turn.pressed)

    for (let attempt = 1; attempt <= attempts; attempt++) {
      await pacer.grant(
        { scopes: limits.cost.edit, rank: () => 'final', unseen: () => 1, lastShownAt: 0, endedAt: now() },
        signal,
      )
      const outcome = await channel.edit(ref, part, signal)
      if ('ok' in outcome) return
      if ('refused' in outcome) return log.warn({ turn: turnId, refusal: outcome.refused }, 'a choice was not marked')
      if ('limited' in outcome) {
        const { scope, retryAt } = outcome.limited
        pacer.limited(scope, retryAt)
        await sleep(Math.max(0, retryAt - now()), signal)
      } else await sleep(500 * 2 ** attempt, signal)
    }
  }
}
