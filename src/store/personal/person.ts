import { sql } from 'kysely'
import { orderKey } from '../../model/key.ts'
import type { Database } from '../database.ts'
import type { SaidTable } from '../tables.ts'
import { tablesBy } from './declaration.ts'

/** Somebody in an account, under all the uids that they have there; `agent`: only what that agent keeps of them. */
export interface Person {
  account: string
  uids: readonly string[]
  agent?: string | undefined
}

/** Values as a list that a column is looked for in, however many there are. */
export function listed(db: Pick<Database, 'dialect'>, all: readonly (string | number)[]) {
  const json = JSON.stringify(all)
  return db.dialect === 'postgres'
    ? sql`(select value from jsonb_array_elements_text(cast(${json} as jsonb)) as t(value))`
    : sql`(select value from json_each(${json}))`
}

/** The agents of which any table has a key, also of those that were deleted: one look at an index an agent. */
async function agentsKept(db: Database): Promise<string[]> {
  const agents = new Set<string>()
  for (const { table, rows } of tablesBy('key', db.dialect)) {
    if (rows.scanned) continue
    for (let from = ''; ; ) {
      const column = sql.ref(rows.column)
      const { rows: found } = await sql<{ key: string }>`select ${column} as key from ${sql.table(table)}
        where ${column} > ${from} order by ${column} limit 1`.execute(db.query)
      const [first] = found
      if (!first) break
      const agent = first.key.split('/', 1)[0]!
      agents.add(agent)
      // '0' is the character after '/'.
      from = `${agent}0`
    }
  }
  for (const { id } of await db.query.selectFrom('agent').select('id').execute()) agents.add(id)
  return [...agents]
}

/** Every key that somebody can have. */
export async function keysOf(db: Database, { account, uids, agent }: Person): Promise<string[]> {
  const agents = agent === undefined ? await agentsKept(db) : [agent]
  return agents.flatMap((one) => uids.map((uid) => orderKey(account, one, uid)))
}

/** What a platform calls them, which its uid ends in. */
export const platformIdOf = (uid: string): string => uid.slice(uid.lastIndexOf('_') + 1)

/** The installations of other accounts: what was said there is theirs to forget. */
export async function foreignInstallations(db: Database, account: string): Promise<ReadonlySet<string>> {
  const rows = await db.query
    .selectFrom('installation')
    .select(['platform', 'id'])
    .where('account', '!=', account)
    .execute()
  return new Set(rows.map(({ platform, id }) => `${platform}:${id}`))
}

/** As the beginning of a talk or place names it. */
export const installationIn = (place: string): string => /^[a-z]+:@?[^/:]+/.exec(place)?.[0].replace(':@', ':') ?? place

/** What somebody said in talks: rows whose author they are, in places that are not known to be another account's. */
export async function saidBy(db: Database, { account, uids }: Pick<Person, 'account' | 'uids'>): Promise<SaidRow[]> {
  const foreign = await foreignInstallations(db, account)
  const { rows } = await sql<SaidRow>`select id, talk, uid, author, name, text, at from said
    where author in ${listed(db, uids.map(platformIdOf))} order by id`.execute(db.query)
  return rows.filter(
    ({ talk, uid, author }) =>
      !foreign.has(installationIn(talk)) &&
      (uids.includes(uid) ||
        (uid === '' && uids.some((one) => platformIdOf(one) === author && talk.startsWith(`${platformOf(one)}:`)))),
  )
}

type SaidRow = Pick<SaidTable, 'talk' | 'uid' | 'author' | 'name' | 'text' | 'at'> & { id: number }

/** Empty of a uid that is no platform's. */
export const platformOf = (uid: string): string => (uid.includes('_') ? uid.slice(0, uid.indexOf('_')) : '')
