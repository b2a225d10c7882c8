import { readOrderKey } from '../model/key.ts'
import type { Inbox } from '../ports/channel.ts'
import type { ChatContext } from './context.ts'
import type { IntakeParts } from './intake-parts.ts'
import { sentences } from './words/index.ts'

/** What people think of answers is kept with the turn; whoever sees an answer may say it, and change their mind. */
export function createVotes({
  store,
  handovers,
  onEvents,
}: Pick<IntakeParts, 'store' | 'handovers' | 'onEvents'>): Inbox['vote'] {
  return async ({ feedbackId, message, author, good, words, platform }) => {
    const turn =
      feedbackId === undefined ? message && (await store.turns.byRef(message)) : await store.turns.byId(feedbackId)
    if (!turn?.context) return undefined
    const { account, agent } = readOrderKey(turn.key)
    const data = { agent, turn: turn.id, good }
    const told = await store.events.steps({
      account,
      type: 'feedback.given',
      key: turn.key,
      data,
      ...(words && { words: [{ role: 'user' as const, text: words }] }),
    })
    await store.db.batch([store.feedback.voteStep({ turn: turn.id, uid: author.uid, good, words }), ...told])
    onEvents?.(account)
    const context: ChatContext = JSON.parse(turn.context)
    const isOwn = platform === context.platform && author.id === context.author.id
    if (!good && isOwn) await handovers.thumbDown(turn, context)
    return { text: sentences.voted[context.language] }
  }
}
