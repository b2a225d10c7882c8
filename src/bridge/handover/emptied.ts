import type { Channel } from '../../ports/channel.ts'
import type { Store } from '../../store/index.ts'
import type { Step } from '../../store/statement.ts'
import { withoutBytes } from '../../turns/show.ts'
import type { ChatContext } from '../context.ts'

/**
 * A file that was passed on stands where it was passed to, and its bytes are kept no longer; but where it is only offered, as long as
 * somebody may take it.
 */
export async function emptiedSteps(
  { store, channel }: { store: Pick<Store, 'turns'>; channel: Pick<Channel, 'limits'> },
  turn: string,
  { handover, replyTo }: Pick<ChatContext, 'handover' | 'replyTo'>,
): Promise<Step[]> {
  if (!handover?.from || channel.limits(replyTo).offers) return []
  const answer = (await store.turns.byId(turn))?.answer
  const without = answer ? withoutBytes(answer) : undefined
  return answer && without !== undefined ? [store.turns.emptyStep(turn, answer, without)] : []
}
