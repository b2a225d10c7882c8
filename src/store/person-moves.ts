import { type RawBuilder, sql } from 'kysely'
import { orderKey, readOrderKey } from '../model/key.ts'
import type { Database } from './database.ts'
import type { leaseRows } from './leases.ts'
import { listed, platformOf } from './personal/person.ts'
import { type Step, stepOf } from './statement.ts'

/**
 * What agents keep of people, when two uids become one person and when they part. What is of a conversation goes with it; what is
 * known of the person comes over once, and stays with both afterwards. Files in conversations stay under the uid that brought them.
 */

/** Of conversations, row by row; no two rows of these are in each other's way. */
const ofConversations = ['memory', 'turn', 'timer', 'tool_approval', 'handover'] as const
/** They tell themselves whose they are, by the author in their context. */
const withContext = ['turn', 'timer', 'handover'] as const
const withConversation = ['memory', 'tool_approval'] as const
/** They go back with the uid that gave them. */
const given = ['tool_grant', 'standing_approval'] as const
const movable = [...ofConversations, 'user_state', 'lasting', 'scenario_progress', ...given] as const

interface Move {
  from: string
  to: string
}

interface Moving {
  db: Database
  leases: Pick<ReturnType<typeof leaseRows>, 'untouchedSteps'>
  now: () => number
}

/** Those of somebody with any agent of the account. */
async function keysOf({ query }: Database, account: string, uid: string): Promise<string[]> {
  const agents = await query.selectFrom('agent').select('id').where('account', '=', account).execute()
  return agents.map(({ id }) => orderKey(account, id, uid))
}

/** The keys under which agents of the account keep anything of somebody that is moved. */
async function keysKept(db: Database, account: string, uid: string): Promise<string[]> {
  const keys = listed(db, await keysOf(db, account, uid))
  const each = movable.map((table) => sql`select key from ${sql.table(table)} where key in ${keys}`)
  const { rows } = await sql<{ key: string }>`${sql.join(each, sql` union `)}`.execute(db.query)
  return rows.map(({ key }) => key)
}

async function movesOf(db: Database, account: string, from: string, to: string): Promise<Move[]> {
  const keys = await keysKept(db, account, from)
  return keys.map((key) => ({ from: key, to: orderKey(account, readOrderKey(key).agent, to) }))
}

/**
 * Changes nothing, but only where nothing of somebody waits or is being answered, which would write under the old key, and where
 * whom they become is an alias of nobody. To be asked for before anything of them is read. What comes in afterwards, by whoever has
 * not heard of it yet, is moved before it is answered (`turns/run.ts`).
 */
async function guardSteps(moving: Moving, account: string, person: string, uid: string): Promise<Step[]> {
  const { db, leases, now } = moving
  const { query } = db
  const keys = await keysOf(db, account, uid)
  const isIdle = sql<boolean>`not exists (select 1 from inbox where status = 'open' and key in ${listed(db, keys)})`
  const isNobodys = sql<boolean>`not exists (select 1 from person_link where account = ${account} and uid = ${person})`
  const idle = query
    .updateTable('account')
    .set((e) => ({ plan: e.ref('plan') }))
    .where('id', '=', account)
    .where(isIdle)
    .where(isNobodys)
  const untouched = await leases.untouchedSteps(keys, now())
  return [...untouched, stepOf(idle, { guard: true })]
}

export async function sharedState(db: Database, account: string, person: string, uid: string): Promise<string[]> {
  const names = new Set<string>()
  for (const { from, to } of await movesOf(db, account, uid, person)) {
    const { rows } = await sql<{ name: string }>`select other.name from user_state as other
      join user_state as own on own.name = other.name and own.key = ${to} and own.value <> other.value
      where other.key = ${from} order by other.name`.execute(db.query)
    for (const { name } of rows) names.add(name)
  }
  return [...names]
}

interface Joining {
  account: string
  person: string
  uid: string
}

export async function joinSteps(moving: Moving, { account, person, uid }: Joining): Promise<Step[]> {
  const { db } = moving
  const step = stepper(db)
  const guards = await guardSteps(moving, account, person, uid)
  const moves = await movesOf(db, account, uid, person)
  return [
    ...guards,
    ...budgetSteps(db, account, person, uid),
    ...moves.flatMap(({ from, to }) => [
      // What is known already stays as it is.
      step(sql`insert into user_state (key, name, value, writer)
        select ${to}, name, value, writer from user_state where key = ${from} on conflict do nothing`),
      step(sql`delete from user_state where key = ${from}`),
      step(sql`delete from lasting where key = ${from} and conversation = '' and exists (select 1 from lasting as known
        where known.key = ${to} and known.conversation = '' and known.section = lasting.section
        and known.text = lasting.text)`),
      step(sql`update lasting set key = ${to} where key = ${from}`),
      step(sql`update scenario_progress set key = ${to} where key = ${from} and not exists (
        select 1 from scenario_progress as other where other.key = ${to}
        and other.conversation = scenario_progress.conversation)`),
      step(sql`delete from scenario_progress where key = ${from}`),
      // Of two of one server that which was there stays.
      step(sql`update tool_grant set key = ${to} where key = ${from} and not exists (
        select 1 from tool_grant as other where other.key = ${to} and other.server = tool_grant.server)`),
      step(sql`delete from tool_grant where key = ${from}`),
      step(sql`update standing_approval set key = ${to} where key = ${from} and not exists (
        select 1 from standing_approval as other where other.key = ${to}
        and other.tool = standing_approval.tool and other.place = standing_approval.place)`),
      step(sql`delete from standing_approval where key = ${from}`),
      ...ofConversations.map((table) => step(sql`update ${sql.table(table)} set key = ${to} where key = ${from}`)),
    ]),
  ]
}

/** Nobody escapes a limit of their own by being somebody else: of two the lower one holds. */
function budgetSteps({ query }: Database, account: string, person: string, uid: string): Step[] {
  const theirs = query
    .selectFrom('budget')
    .select((e) => ['account', 'scope', e.val(person).as('subject'), 'unit', 'period', 'most', 'set_by', 'set_at'])
    .where('account', '=', account)
    .where('scope', '=', 'person')
    .where('subject', '=', uid)
  return [
    stepOf(
      query
        .insertInto('budget')
        .columns(['account', 'scope', 'subject', 'unit', 'period', 'most', 'set_by', 'set_at'])
        .expression(theirs as never)
        .onConflict((c) =>
          c
            .columns(['account', 'scope', 'subject', 'unit', 'period'])
            .doUpdateSet((e) => ({
              most: e.ref('excluded.most'),
              set_by: e.ref('excluded.set_by'),
              set_at: e.ref('excluded.set_at'),
            }))
            .whereRef('excluded.most', '<', 'budget.most'),
        ),
    ),
  ]
}

interface Parting extends Joining {
  /** No other uid of theirs is of its platform. */
  isAlone: boolean
}

export async function partSteps(moving: Moving, { account, person, uid, isAlone }: Parting): Promise<Step[]> {
  const { db } = moving
  const step = stepper(db)
  const guards = await guardSteps(moving, account, person, person)
  const moves = await movesOf(db, account, person, uid)
  const keys = moves.map(({ from }) => from)
  const mark = `"uid":${JSON.stringify(uid)}`
  // The same on both databases, and without a letter that means something.
  const isTheirs = sql`replace(context, ${mark}, '') <> context`
  const found = await sql<{ context: string }>`select context from turn
    where key in ${listed(db, keys)} and ${isTheirs}`.execute(db.query)
  const conversations = [...new Set(found.rows.map(({ context }) => String(JSON.parse(context).conversation)))]
  const named = sql`conversation in ${listed(db, conversations)}`
  // Turns are not kept for as long as what was said in them.
  const here = isAlone ? sql`(${named} or conversation like ${`${platformOf(uid)}:%`})` : named
  return [
    ...guards,
    ...moves.flatMap(({ from, to }) => [
      step(sql`insert into user_state (key, name, value, writer)
        select ${to}, name, value, writer from user_state where key = ${from}
        on conflict (key, name) do update set value = excluded.value, writer = excluded.writer`),
      step(sql`insert into lasting (key, conversation, section, text, sources, at)
        select ${to}, conversation, section, text, sources, at from lasting where key = ${from} and conversation = ''`),
      step(sql`update lasting set key = ${to} where key = ${from} and conversation <> '' and ${here}`),
      step(sql`update scenario_progress set key = ${to} where key = ${from} and ${here}`),
      ...withConversation.map((table) =>
        step(sql`update ${sql.table(table)} set key = ${to} where key = ${from} and ${here}`),
      ),
      // Nobody goes on in the name of whom they are no more.
      ...given.map((table) =>
        step(sql`update ${sql.table(table)} set key = ${to} where key = ${from} and given_by = ${uid}`),
      ),
      ...withContext.map((table) =>
        step(sql`update ${sql.table(table)} set key = ${to} where key = ${from} and ${isTheirs}`),
      ),
    ]),
  ]
}

const stepper =
  ({ query }: Database) =>
  (written: RawBuilder<unknown>): Step =>
    stepOf({ compile: () => written.compile(query) })
