import type { Effects } from '../model/conversation.ts'
import { readOrderKey } from '../model/key.ts'
import type { Store } from '../store/index.ts'
import type { Step } from '../store/statement.ts'

/** What an answer changes of what is kept of its person, and the calls it leaves behind. */
export function effectSteps(
  store: Store,
  { key, conversation, event, turn }: { key: string; conversation: string; event?: string; turn?: string },
  effects: Effects,
): Step[] {
  const { resetMemory, remember, set, unset, scenario, calls, lasting, asks } = effects
  return [
    ...(resetMemory
      ? [
          store.people.forgetStep(key, conversation),
          store.lasting.forgetStep(key, conversation),
          ...store.conversationFiles.forgetSteps({ key, conversation }),
        ]
      : []),
    ...store.people.rememberSteps(key, conversation, remember, event),
    ...(lasting ? store.lasting.changeSteps(key, conversation, lasting, event) : []),
    ...store.people.unsetSteps(key, unset),
    ...store.people.setSteps(key, set),
    ...(scenario === undefined ? [] : [store.scenarios.moveStep(key, conversation, scenario)]),
    ...(asks && turn ? [store.toolApprovals.askStep(asks, { key, conversation, turn })] : []),
    ...store.outbox.addSteps(readOrderKey(key).account, key, calls),
  ]
}

/** Told of what a stored answer has others do, and of the account that owns its agent. */
export type OnEffects = (effects: Effects, owner: string) => void
