import { sql } from 'kysely'
import type { Database } from '../database.ts'
import { guard, type Step, statement, sum } from '../statement.ts'
import { type Counter, nameOf, unused } from './counter.ts'

/** Counts of answers whose steps are kept. */
const maxKept = 1000

type Of = Counter & { account: string }

/** Answered turns in the ledger. */
export function answerCounts({ query }: Pick<Database, 'query'>) {
  const addAnswer = statement((p: Of & { answers: number }) =>
    query
      .insertInto('spending')
      .values({ ...unused, account: p.account, scope: p.scope, subject: p.subject, start: p.start, answers: p.answers })
      .onConflict((c) =>
        c
          .columns(['account', 'scope', 'subject', 'start'])
          .doUpdateSet({ answers: sql<number>`spending.answers + excluded.answers` }),
      ),
  )
  const addAnswerUnder = oneMoreUnder({ query }, 'answers')
  /** Most turns count the same as the one before, and are counted by the same step. */
  const answerSteps = new Map<string, Step>()
  function answerStep(account: string, counter: Counter): Step {
    const name = `${account}\n${nameOf(counter)}`
    let kept = answerSteps.get(name)
    if (!kept) {
      if (answerSteps.size >= maxKept) answerSteps.clear()
      kept = sum(addAnswer, { account, ...counter, answers: 1 }, ['answers'])
      answerSteps.set(name, kept)
    }
    return kept
  }

  /** An answer more, for the batch of its commit; `most` makes that void where there were as many already. */
  return (account: string, counter: Counter, most?: number): Step =>
    most === undefined ? answerStep(account, counter) : guard(addAnswerUnder, { account, ...counter, most })
}

/** What was written in the ledger: a message more, for the batch that takes it in; void where there were as many already. */
export function messageCounts(db: Pick<Database, 'query'>) {
  const addUnder = oneMoreUnder(db, 'messages')
  return (account: string, counter: Counter, most: number): Step => guard(addUnder, { account, ...counter, most })
}

/** One more of something, but no more than `most`. */
function oneMoreUnder({ query }: Pick<Database, 'query'>, what: 'answers' | 'messages') {
  const before = `spending.${what}` as const
  return statement((p: Of & { most: number }) =>
    query
      .insertInto('spending')
      .columns(['account', 'scope', 'subject', 'start', what])
      .expression(
        query
          .selectNoFrom((e) => [
            e.val(p.account).as('account'),
            e.val(p.scope).as('scope'),
            e.val(p.subject).as('subject'),
            e.val(p.start).as('start'),
            sql<number>`1`.as(what),
          ])
          .where(sql<boolean>`cast(${p.most} as bigint) > 0`),
      )
      .onConflict((c) =>
        c
          .columns(['account', 'scope', 'subject', 'start'])
          .doUpdateSet({ [what]: sql<number>`${sql.ref(before)} + 1` })
          .where(before, '<', p.most),
      ),
  )
}
