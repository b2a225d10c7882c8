import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../src/store/database.ts'

export interface Filling {
  agent: string
  turns: number
  /** The last part of the uid of whoever asked turn `n`. */
  whose: RawBuilder<unknown>
  /** Said before everything else in turn `n`. */
  more?: RawBuilder<unknown>
}

/** In one transaction, so that the log stays small. */
const atOnce = 250_000

/** Turns with their messages, memory, inbox rows, and what was said in talks, as if people had been answered for a while. */
export async function fillTurns(db: Database, filling: Filling): Promise<void> {
  const at = Date.now() - filling.turns
  for (let from = 0; from < filling.turns; from += atOnce) {
    await fillSome(db, filling, { at, from, to: Math.min(from + atOnce, filling.turns) })
  }
  if (db.dialect === 'postgres') await sql`analyze`.execute(db.query)
}

async function fillSome(
  db: Database,
  { agent, whose, more = sql`''` }: Filling,
  { at, from, to }: { at: number; from: number; to: number },
): Promise<void> {
  const n = sql`with recursive n (n) as (select cast(${from} as bigint) union all select n + 1 from n where n < ${to - 1})`
  const text = sql`${more} || 'What was said there, at some length, so that rows are as they are in real life. ' || n`
  const key = sql`${`${agent}/default/slack_T0_`} || ${whose}`
  const into = (rest: RawBuilder<unknown>) => rest.execute(db.query)
  const when = sql`cast(${at} as bigint) + n`
  await into(sql`insert into turn (id, inbox_id, event_id, key, agent, version, epoch, attempt, status, partial, calls, answer, trace, context, started_at)
    ${n} select 'turn-' || n, n + 1, 'event-' || n, ${key}, ${agent}, 1, 1, 1, 'delivered', '', 0, ${text}, ${text}, '{"talk":"slack:T0/C1"}', ${when} from n`)
  await into(
    sql`insert into part (turn, n, ref, intent_at, text) ${n} select 'turn-' || n, 0, 'ref-' || n, ${when}, null from n`,
  )
  for (const role of ['user', 'assistant']) {
    await into(sql`insert into memory (key, conversation, role, text, at, event_id)
      ${n} select ${key}, 'slack:T0/C1', ${role}, ${text}, ${when}, 'event-' || n from n`)
  }
  await into(sql`insert into inbox (event_id, key, door, conversation, payload, status, received_at)
    ${n} select 'event-' || n, ${key}, 'slack', 'slack:T0/C1', '', 'done', ${when} from n where n % 10 = 0`)
  await into(sql`insert into said (talk, event_id, uid, author, name, kind, text, asked, at)
    ${n} select 'slack:T0/C' || (n / 50), 'event-' || n, 'slack_T0_' || ${whose}, ${whose}, null, 'person', ${text}, 1, ${when} from n where n % 10 = 0`)
}
