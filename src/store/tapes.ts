import type { BestResponse } from '../model/conversation.ts'
import { orderKey } from '../model/key.ts'
import type { Tape } from '../model/tape.ts'
import type { Database } from './database.ts'
import { history } from './history.ts'
import { type TracedTurn, traces } from './traces.ts'
import { turnWords } from './turn-words.ts'

/** A turn that was answered, with what its answer was made of. */
export interface RecordedTurn {
  turn: TracedTurn
  conversation: string
  /** Empty where nobody had said anything. */
  said: string
  answered: string
  /** Of answers that were posted somewhere, as long as they are kept. */
  options: string[]
  /** Where its words begin among those of its conversation. */
  from: number
  tape: Tape
}

/** A turn whose words, or what its answer was made of, are not kept, or never were. */
export interface UnrecordedTurn {
  turn: TracedTurn
}

/** The last turns of an agent with people of an account, with what they were made of as long as their words are kept. */
export function tapes(db: Database) {
  const told = traces(db)
  const words = turnWords(db)
  const since = history(db).since('memory')
  const sinceAnswer = history(db).since('answer')

  async function recorded(turn: TracedTurn): Promise<RecordedTurn | UnrecordedTurn> {
    const rows = await words(turn)
    const [begun] = rows
    if (!begun?.tape || JSON.parse(begun.tape).turn !== turn.id) return { turn }
    const { conversation } = begun
    const answered = rows.filter(({ role }) => role === 'assistant').map(({ text }) => text)
    return {
      ...{ turn, conversation, from: begun.id, tape: JSON.parse(begun.tape) },
      said: begun.role === 'user' ? begun.text : '',
      answered: answered.join('\n\n'),
      options: await optionsOf(turn.id),
    }
  }

  async function optionsOf(id: string): Promise<string[]> {
    const row = await db.query
      .selectFrom('turn')
      .select('answer')
      .where('id', '=', id)
      .$if(sinceAnswer !== undefined, (q) => q.where('started_at', '>=', sinceAnswer!))
      .executeTakeFirst()
    return row?.answer ? (JSON.parse(row.answer) as BestResponse).options : []
  }

  return {
    /** Newest first. */
    async last(
      of: { account: string; agent: string },
      { since: after, limit }: { since: number; limit: number },
    ): Promise<(RecordedTurn | UnrecordedTurn)[]> {
      const turns = (await told.last(of, limit)).filter(({ startedAt }) => startedAt >= after)
      const all: (RecordedTurn | UnrecordedTurn)[] = []
      for (const turn of turns) all.push(await recorded(turn))
      return all
    },
    /** Undefined: there is no such turn with people of the account. */
    async one(of: { account: string; agent: string }, id: string): Promise<RecordedTurn | UnrecordedTurn | undefined> {
      const turn = await told.byId(id)
      return turn?.account === of.account && turn.agent === of.agent ? recorded(turn) : undefined
    },
    /** What had been said before it in its conversation, oldest first. */
    async before({ turn, conversation, from }: RecordedTurn, limit: number) {
      const rows = await db.query
        .selectFrom('memory')
        .select(['role', 'text'])
        .where('key', '=', orderKey(turn.account, turn.agent, turn.uid))
        .where('conversation', '=', conversation)
        .where('id', '<', from)
        .$if(since !== undefined, (q) => q.where('at', '>=', since!))
        .orderBy('id', 'desc')
        .limit(limit)
        .execute()
      return rows.reverse()
    },
  }
}
