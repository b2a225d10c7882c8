import type { InboxRow } from '../../store/inbox.ts'
import type { Store } from '../../store/index.ts'
import { type ChatContext, type WaitingMessage, waitingRow } from '../context.ts'

/**
 * Where words for a team go is known when their turn comes: since they were taken in the card may have been posted, whose thread they
 * belong into, or refused. Of a team that never had a card the agent is asked what was written to it: `anew`, the row says so now.
 */
export async function destined(
  store: Store,
  { id, key, event_id, payload }: InboxRow,
): Promise<WaitingMessage | 'anew'> {
  const message: WaitingMessage = JSON.parse(payload)
  if (message.handover?.passed !== 'to team') return message
  const row = await store.handovers.byId(message.handover.id)
  if (!row?.team) return message
  if (row.state === 'closed' && row.thread === null) {
    const { text, files, filesAt, named } = message
    const { handover: _, ...context }: ChatContext = JSON.parse(row.context)
    const question: WaitingMessage = {
      ...{ ...context, text, files },
      ...(filesAt && { filesAt }),
      ...(named && { named }),
    }
    await store.inbox.readdress(id, waitingRow(event_id, key, question))
    return 'anew'
  }
  const { place, replyTo }: ChatContext = JSON.parse(row.team)
  return { ...message, place, replyTo }
}
