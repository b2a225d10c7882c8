import type { Attachment } from '../model/message.ts'
import type { Inbox } from '../ports/channel.ts'
import type { Store } from '../store/index.ts'
import { readAnswer } from '../turns/show.ts'
import { filesOf } from './answer-files.ts'
import type { ChatContext } from './context.ts'
import { answerText } from './parts.ts'

/** A file that was offered to whoever asked, as long as the answer is kept that it came with. */
export function createAskedFiles({ store }: { store: Pick<Store, 'turns'> }): Inbox['file'] {
  return async ({ platform, author, key, name }): Promise<Attachment | undefined> => {
    const turn = await store.turns.byId(key.slice(0, key.lastIndexOf(':')))
    const answer = turn && readAnswer(turn)
    if (!answer || turn.context === null) return undefined
    const context: ChatContext = JSON.parse(turn.context)
    if (context.platform !== platform || context.author.id !== author.id) return undefined
    return filesOf(answer, answerText(answer, context.language)).find((file) => file.name === name)
  }
}
