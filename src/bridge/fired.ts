import { readOrderKey } from '../model/key.ts'
import type { Fired } from '../model/timer.ts'
import type { NewRow } from '../store/inbox.ts'
import type { Store } from '../store/index.ts'
import type { TimerRow } from '../store/timers.ts'
import type { OpenFired } from '../turns/timers.ts'
import type { ChatContext, WaitingMessage } from './context.ts'

/** To one person, and into one place, a day: posts that nobody there has asked for. */
export const unaskedPerDay = 10

/** A timer that goes off is a message of the person whose it is, in the place where it was set, that nobody has written. */
export function createOpenFired({ store }: { store: Store }): OpenFired {
  return async (timer, fired) => {
    const { account, agent, uid } = readOrderKey(timer.key)
    const context: ChatContext = JSON.parse(timer.context)
    const standing = await store.places.standingOf(context.platform, context.installation)
    const isServed = standing?.status === 'approved' && standing.account === account
    if (!isServed || (await store.roles.isBlocked(account, uid))) return undefined
    const eventId = `timer:${timer.id}:${fired.due}`
    if (!isUnasked(timer, context)) return { row: rowOf(eventId, timer, context, fired), steps: [] }
    const reader = { agent, account, subject: context.channel ?? context.place }
    if (await store.unasked.isStopped(reader)) return undefined
    return {
      row: rowOf(eventId, timer, context, { ...fired, unasked: true }),
      steps: [store.unasked.countStep(reader, unaskedPerDay)],
    }
  }
}

/** Whether somebody may read it who has not asked for it: what a scenario comes back to, and what is said in a channel. */
function isUnasked({ task }: TimerRow, { around, talk }: ChatContext): boolean {
  const what: Fired['task'] = JSON.parse(task)
  if (what.kind === 'scenario') return what.since === undefined
  return what.kind !== 'reminder' && (talk !== undefined || around !== undefined)
}

function rowOf(
  event_id: string,
  { key, conversation }: Pick<TimerRow, 'key' | 'conversation'>,
  { around: _, ...context }: ChatContext,
  fired: Fired,
): NewRow {
  const message: WaitingMessage = { ...context, text: '', files: [], fired }
  return {
    event_id,
    key,
    door: context.platform,
    conversation,
    installation: context.installation,
    payload: JSON.stringify(message),
  }
}
