import type { Effects } from '../model/conversation.ts'
import { readOrderKey } from '../model/key.ts'
import type { Tape } from '../model/tape.ts'
import type { TimerChange } from '../model/timer.ts'
import type { Store } from '../store/index.ts'
import type { Step } from '../store/statement.ts'

/** Whose effects they are. `context`: where it was answered, where that can be written to again. */
interface EffectsOf {
  key: string
  conversation: string
  event?: string
  turn?: string
  context?: string | null
  tape?: Tape | undefined
  /** When the turn is committed; without it now. */
  at?: number
}

/** What an answer changes of what is kept of its person, and the calls it leaves behind. */
export function effectSteps(
  store: Store,
  { key, conversation, event, turn, context, tape, at }: EffectsOf,
  effects: Effects,
): Step[] {
  const {
    resetMemory,
    remember,
    set,
    unset,
    scenario,
    calls,
    lasting,
    asks,
    withdrawn = [],
    handover,
    timers,
  } = effects
  return [
    ...(resetMemory
      ? [
          store.people.forgetStep(key, conversation),
          store.lasting.forgetStep(key, conversation),
          ...store.conversationFiles.forgetSteps({ key, conversation }),
        ]
      : []),
    // By it what was said in a turn is found again.
    ...store.people.rememberSteps(key, conversation, remember, { event: event ?? turn, tape, at }),
    ...(lasting ? store.lasting.changeSteps(key, conversation, lasting, event) : []),
    ...store.people.unsetSteps(key, unset),
    ...store.people.setSteps(key, set),
    ...(scenario === undefined ? [] : [store.scenarios.moveStep(key, conversation, scenario)]),
    ...(asks && turn ? [store.toolApprovals.askStep(asks, { key, conversation, turn })] : []),
    ...withdrawn.map((id) => store.toolApprovals.withdrawStep(id)),
    ...(handover && turn && context ? [store.handovers.askStep(handover, { key, conversation, turn, context })] : []),
    ...store.outbox.addSteps(readOrderKey(key).account, key, calls),
    ...(timers && context ? timerSteps(store, { key, conversation, context }, timers) : []),
  ]
}

/** What is to come by itself comes to where the answer went: nothing can come to somebody who waited for a call to return. */
function timerSteps(
  store: Store,
  at: { key: string; conversation: string; context: string },
  { answered, add = [], remove = [], keep = [], unwatch, quiet }: TimerChange,
): Step[] {
  const { key, conversation } = at
  const { platform, installation, channel, place } = JSON.parse(at.context)
  const { account, agent } = readOrderKey(key)
  const reader = { agent, account, subject: channel ?? place }
  return [
    ...(answered ? [store.timers.answeredStep(key, conversation)] : []),
    ...remove.map((id) => store.timers.removeOwnStep(key, id)),
    ...keep.map((task) => store.timers.keepStep(key, task)),
    ...(unwatch ? [store.timers.unwatchStep(key, conversation)] : []),
    ...add.map((timer) => store.timers.addStep({ ...timer, ...at, server: `${platform} ${installation}` })),
    ...(quiet === 'begin' ? [store.unasked.stopStep(reader)] : []),
    ...(quiet === 'end' ? [store.unasked.goOnStep(reader)] : []),
  ]
}

/** Told of what a stored answer has others do, and of the account that owns its agent. */
export type OnEffects = (effects: Effects, owner: string) => void
