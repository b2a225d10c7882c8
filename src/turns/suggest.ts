import type { Engine } from '../engine/converse.ts'
import type { ConversationRequest, Final } from '../model/conversation.ts'
import type { Trace } from '../model/trace.ts'
import type { Store } from '../store/index.ts'
import { pauseOf } from './gate.ts'
import { paidBy, payerOf } from './spending/meter.ts'

/** What is said instead of an answer helps nobody of a team. */
const answers: readonly Trace['source'][] = ['scenario', 'rule', 'knowledge', 'model']

/**
 * What an agent would answer, without anything coming of it: nothing is remembered, and nobody outside is called. Undefined where it has
 * no answer, or is paused; rejects where it would have to call a webhook or a tool, and where its model cannot be asked.
 */
export function createSuggest({ store, engine }: { store: Store; engine: Engine }) {
  return async (request: ConversationRequest, signal: AbortSignal): Promise<Final | undefined> => {
    const agent = await store.agents.live(request.agent)
    if (!agent || (await pauseOf(store, request))) return undefined
    const beforeCall = async () => {
      throw new Error('what is suggested calls nobody')
    }
    return paidBy(payerOf(request, agent), async () => {
      for await (const event of engine.converse(request, agent, { signal, beforeCall })) {
        if (event.kind === 'final') return answers.includes(event.trace.source) ? event : undefined
      }
      return undefined
    })
  }
}
