import type { InboundMessage, MessageRef, ReadMessage } from '../model/message.ts'
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
  // What is pointed at is asked about, whoever it was said to.
  if (message.reaction) {
    const text = turn?.answer ? (JSON.parse(turn.answer) as { utterance: string }).utterance : ''
    const answer: ReadMessage = { ref: repliesTo as MessageRef, author: { kind: 'you' }, text, files: [] }
    return { ...message, ...(text !== '' && { quoted: [answer] }), conversation: context.conversation }
  }
  const above = { repliesTo: repliesTo as MessageRef, ...(quoted && { quoted }) }
  return { ...rest, ...(!isOwn && above), conversation: context.conversation }
}
