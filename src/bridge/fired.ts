import { readOrderKey } from '../model/key.ts'
import { eventOfMessage, type Fired, unaskedPerDay } from '../model/timer.ts'
import type { Target } from '../ports/channel.ts'
import type { NewRow } from '../store/inbox.ts'
import type { Store } from '../store/index.ts'
import type { TimerRow } from '../store/timers.ts'
import type { OpenFired } from '../turns/timers.ts'
import type { ChannelOf, ChatContext, WaitingMessage } from './context.ts'

/** Where a timer is answered, as it is kept. `to`: what a program has sent, whose place is looked for when it goes off. */
type KeptContext = ChatContext & { to?: Target }

export interface OpenFiredParts {
  store: Store
  channelOf: ChannelOf
}

/** A timer that goes off is a message of the person whose it is, in the place where it was set, that nobody has written. */
export function createOpenFired({ store, channelOf }: OpenFiredParts): OpenFired {
  /** Throws where the platform is not connected yet: it is tried again. */
  async function placed({ to, ...context }: KeptContext): Promise<ChatContext | undefined> {
    if (!to) return context
    const channel = channelOf(context)
    if (!channel) throw new Error(`${context.platform} is not connected`)
    const replyTo = await channel.placeFor?.(to)
    return replyTo && { ...context, replyTo }
  }

  return async (timer, fired) => {
    const { account, agent, uid } = readOrderKey(timer.key)
    const kept: KeptContext = JSON.parse(timer.context)
    const standing = await store.places.standingOf(kept.platform, kept.installation)
    if (standing?.account !== account || standing.status === 'refused') return undefined
    if (standing.status === 'waiting') return 'later'
    if (await store.roles.isBlocked(account, uid)) return undefined
    const context = await placed(kept)
    if (!context) return undefined
    // What was sent once is posted once, however often it is sent again.
    const isSent = fired.task.kind === 'message'
    const eventId = isSent ? eventOfMessage(timer.id) : `timer:${timer.id}:${fired.due}`
    if (!isUnasked(fired.task, context)) return { row: rowOf(eventId, timer, context, fired), steps: [] }
    const reader = { agent, account, subject: context.channel ?? context.place }
    if (await store.unasked.isStopped(reader)) return undefined
    const most = (await store.agents.live(agent))?.document.agent.unaskedPerDay ?? unaskedPerDay
    // In a channel those stop it who have let the agent or the program in.
    const saysHow = !(isSent && context.anybody)
    return {
      row: rowOf(eventId, timer, context, { ...fired, ...(saysHow && { unasked: true as const }) }),
      steps: [store.unasked.countStep(reader, most)],
    }
  }
}

/** Whether somebody may read it who has not asked for it: what a scenario comes back to, what is said in a channel or sent. */
function isUnasked(task: Fired['task'], { around, talk }: ChatContext): boolean {
  if (task.kind === 'scenario') return task.since === undefined
  return task.kind === 'message' || (task.kind === 'ask' && (talk !== undefined || around !== undefined))
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
