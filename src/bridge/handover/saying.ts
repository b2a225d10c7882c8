import type { Handover } from '../../store/handovers.ts'
import type { NewRow } from '../../store/inbox.ts'
import type { ChatContext, WaitingMessage } from '../context.ts'
import type { HandoversParts } from './change.ts'

/** What somebody says to the person who is not where the team's card is: at the console, or by a program. */
export interface SaidFromAfar {
  id: string
  text: string
  /** Whose words they are, as both sides read it. */
  name: string
  /** The same one says it once. */
  nonce: string
}

/** `waiting`: nobody has taken it yet. `over`: nothing of it is passed on any more. */
export type SayingEnd = 'said' | 'waiting' | 'over'

/** Words go to the person, and into the team's thread, so that it reads the whole conversation. */
export function createSaying({ store, queue }: Pick<HandoversParts, 'store' | 'queue'>) {
  return async ({ id, text, name, nonce }: SaidFromAfar): Promise<SayingEnd> => {
    const row = await store.handovers.byId(id)
    if (!row || row.team === null || row.state === 'closed' || row.state === 'asked') return 'over'
    if (row.state !== 'taken') return 'waiting'
    const toPerson = saidIn(row, JSON.parse(row.context), 'to person', `said:${nonce}`, { text, name })
    const toTeam = saidIn(row, JSON.parse(row.team), 'notice', `copied:${nonce}`, { text, name })
    const steps = [store.inbox.addStep(toPerson), store.inbox.addStep(toTeam), store.handovers.stillStep(id)]
    if (await store.db.batch(steps)) await queue.ring(row.key)
    else if (!(await store.inbox.byEvent(toPerson.event_id))) return 'over'
    return 'said'
  }
}

function saidIn(
  { id, key, conversation }: Handover,
  { handover: _, ...context }: ChatContext,
  passed: 'to person' | 'notice',
  what: string,
  { text, name }: Pick<SaidFromAfar, 'text' | 'name'>,
): NewRow {
  const { platform, installation } = context
  const from = { platform, installation, id: '', name }
  const message: WaitingMessage = { ...context, handover: { id, passed, from }, text, files: [] }
  const payload = JSON.stringify(message)
  return { event_id: `handover:${id}:${what}`, key, door: platform, conversation, installation, payload }
}
