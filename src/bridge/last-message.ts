import type { Channel } from '../ports/channel.ts'
import type { Store } from '../store/index.ts'
import type { PartRow, TurnRow } from '../store/turns.ts'
import type { CommittedAnswer } from '../turns/show.ts'
import type { ChatContext } from './context.ts'
import { answerText, isCard } from './parts.ts'
import { createSplitter, render } from './split.ts'

/** The message of an answer that carries its buttons, and what it says. Without a row it is not written down yet that it is there. */
export async function lastMessage(
  store: Pick<Store, 'turns'>,
  channel: Channel,
  { id }: Pick<TurnRow, 'id'>,
  answer: CommittedAnswer,
  context: ChatContext,
): Promise<{ row: PartRow | undefined; words: string }> {
  const { language, replyTo } = context
  const there = (await store.turns.parts(id)).filter((part) => part.ref)
  // Behind it there may be files, which came with the answer.
  const row = there.findLast(({ text }) => text !== null) ?? there.at(-1)
  const text = answerText(answer, language)
  const last = createSplitter(channel.limits(replyTo).text).update(text, { closed: true }).at(-1)
  // How an answer of several messages was cut depended on how it grew, so the last of them was kept; a card of a team's says
  // something else by now.
  const kept = isCard(context) ? null : row?.text
  return { row, words: kept ?? (last ? render(text, last) : '') }
}
