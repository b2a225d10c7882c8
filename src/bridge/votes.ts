import type { Inbox } from '../ports/channel.ts'
import type { Store } from '../store/index.ts'
import type { ChatContext } from './context.ts'
import { sentences } from './words/index.ts'

/** What people think of answers is kept with the turn; whoever sees an answer may say it, and change their mind. */
export function createVotes(store: Store): Inbox['vote'] {
  return async ({ feedbackId, message, author, good }) => {
    const turn =
      feedbackId === undefined ? message && (await store.turns.byRef(message)) : await store.turns.byId(feedbackId)
    if (!turn?.context) return undefined
    await store.feedback.vote({ turn: turn.id, uid: author.uid, good })
    const { language }: ChatContext = JSON.parse(turn.context)
    return { text: sentences.voted[language] }
  }
}
