import { orderKey } from '../model/key.ts'
import type { Database } from './database.ts'
import { history } from './history.ts'

/** What the words of a turn are kept under: the chat message that it answers; else itself. */
export const wordsOf = (turn: string, event: string | null | undefined): string => event ?? turn

interface SaidTurn {
  id: string
  account: string
  agent: string
  uid: string
  event: string | undefined
}

/** What was said in a turn, oldest first, as long as memory is kept. */
export function turnWords(db: Database) {
  const since = history(db).since('memory')
  return async ({ account, agent, uid, id, event }: SaidTurn) => {
    if (uid === '') return []
    return db.query
      .selectFrom('memory')
      .select(['id', 'conversation', 'role', 'text', 'tape'])
      .where('key', '=', orderKey(account, agent, uid))
      .where('event_id', '=', wordsOf(id, event))
      .$if(since !== undefined, (q) => q.where('at', '>=', since!))
      .orderBy('id')
      .execute()
  }
}
