import type { InboundMessage, MessageRef } from '../model/message.ts'
import type { Store } from '../store/index.ts'
import type { ChatContext } from './context.ts'

/**
 * A reply to an answer goes on with the conversation of that answer. What else a message replies to is quoted to the agent, and
 * so is an answer that was given to somebody else, which is not in this person's memory.
 */
export async function withReplied(message: InboundMessage, store: Store): Promise<InboundMessage> {
  const { repliesTo, quoted, ...rest } = message
  const turn = repliesTo && (await store.turns.byRef(repliesTo))
  const context: ChatContext | undefined = turn?.context ? JSON.parse(turn.context) : undefined
  if (context?.installation !== message.installation) return message
  const isOwn = context.author.uid === message.author.uid
  const above = { repliesTo: repliesTo as MessageRef, ...(quoted && { quoted }) }
  return { ...rest, ...(!isOwn && above), conversation: context.conversation }
}
