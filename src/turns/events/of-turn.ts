import type { Effects, Interruption } from '../../model/conversation.ts'
import type { EventType, NewEvent } from '../../model/event.ts'
import { readOrderKey } from '../../model/key.ts'
import type { Door } from '../../model/message.ts'
import type { Trace } from '../../model/trace.ts'
import type { Store } from '../../store/index.ts'
import type { Step } from '../../store/statement.ts'

/** A turn that has come to its end. */
export interface EndedTurn {
  key: string
  turn: string
  conversation: string
  door: Door
  /** Of the chat message that it answers. */
  event?: string | null | undefined
  trace: Trace
  interrupted: Interruption | null
  effects?: Effects | undefined
}

/** What other programs hear of the end of a turn, as part of its commit. */
export async function turnEventSteps(store: Store, ended: EndedTurn): Promise<Step[]> {
  const { account } = readOrderKey(ended.key)
  // Most accounts tell nobody.
  if ((await store.events.endpointsOf(account)).length === 0) return []
  const all = await Promise.all(eventsOf(account, ended).map(store.events.steps))
  return all.flat()
}

function eventsOf(account: string, ended: EndedTurn): NewEvent[] {
  const { key, turn, conversation, door, trace, interrupted, effects } = ended
  const { agent, uid } = readOrderKey(key)
  const of = { agent, uid: uid === '' ? null : uid, conversation, turn, door }
  const ending = { ...of, source: trace.source, ms: trace.ms, interrupted }
  // A look that has brought nothing is no answer, and nobody has asked.
  if (trace.watches && trace.source === 'none') return []
  const words = effects?.remember.map(({ role, text }) => ({ role, text })) ?? []
  const { asks, handover } = effects ?? {}
  return [
    { account, type: typeOf(ended), key, data: ending, words },
    ...(asks
      ? [{ account, type: 'approval.asked' as const, key, data: { ...of, approval: asks.id, tool: asks.tool } }]
      : []),
    ...(handover
      ? [{ account, type: 'turn.handed_over' as const, key, data: { ...of, handover: handover.id, step: 'ask' } }]
      : []),
  ]
}

function typeOf({ trace, interrupted, effects }: EndedTurn): EventType {
  // An answer of the engine has effects; what says why there is none has not.
  if (!effects && interrupted !== 'stopped') return 'turn.failed'
  return trace.source === 'none' || trace.source === 'fixed' ? 'turn.unanswered' : 'turn.answered'
}
