import type { Texts } from '../lib/language.ts'
import { plain } from '../lib/quoting.ts'
import { readOrderKey } from '../model/key.ts'
import type { Inbox } from '../ports/channel.ts'
import { type CommittedAnswer, readAnswer } from '../turns/show.ts'
import type { createAddressing } from './addressing.ts'
import type { ChatContext } from './context.ts'
import type { IntakeParts } from './intake-parts.ts'
import { lastMessage } from './last-message.ts'
import { createMayPress, keptOf } from './may-press.ts'
import { answerPart, hasButtons } from './parts.ts'
import { sentences } from './words/index.ts'

/** A message with buttons as each person is to see it; where others have to press, who that is. Only reads. */
export function createCardLooks(parts: IntakeParts, addressing: ReturnType<typeof createAddressing>): Inbox['look'] {
  const { store, approvals } = parts
  const { refusal, isOver } = createMayPress(parts, addressing)

  return async ({ replyId, ...presser }) => {
    const turn = await store.turns.byId(replyId)
    const context = keptOf(turn)
    const answer = turn?.answer ? readAnswer(turn) : undefined
    if (!turn || !context || !answer || (await isOver(turn, context))) return undefined
    const channel = parts.channelOf(context)
    if (!channel) return undefined
    const { words } = await lastMessage(store, channel, turn, answer, context)
    const { replyTo, language } = context
    const options = { feedback: false, labels: false, ...(turn.pressed !== null && { chosen: turn.pressed }) }
    const part = answerPart(words, turn.id, answer, context, options)
    const isOpen = hasButtons(answer) && turn.pressed === null
    if (!isOpen || !(await refusal(answer, turn.key, context, presser))) return { part, isOpen, replyTo }
    const { quickReplies: _, ...without } = part
    const isOthers =
      answer.approval &&
      (await approvals.mayDecide(answer.approval, readOrderKey(turn.key).account, presser.author.uid)) !== undefined
    const waits = isOthers ? undefined : waitsFor(answer, context)
    return { part: { ...without, text: waits ? `${part.text}\n\n${waits[language]}` : part.text }, isOpen, replyTo }
  }
}

/** Nothing where its text says so. */
function waitsFor({ approval, handover }: CommittedAnswer, { asksFor, author }: ChatContext): Texts | undefined {
  if (asksFor !== undefined) return undefined
  return approval === undefined && !handover
    ? undefined
    : sentences.waitsFor(author.name ? plain(author.name, 60) : undefined)
}
