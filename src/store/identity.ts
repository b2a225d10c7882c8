import { randomUUID } from 'node:crypto'
import type { Database } from './database.ts'

/** Which database this is, and a number that only grows: of two of the same id, the one with the smaller number is older. */
export interface Identity {
  id: string
  generation: number
}

/** Whose note it is: no platform's. */
const note = { platform: '', name: 'database' }

/** As it stands in a database; asked for before its tables are known to be there. */
export const identityQuery = `select value from note where platform = '' and name = 'database'`

export function readIdentity(value: string): Identity {
  const [id = '', generation] = value.split(' ')
  return { id, generation: Number(generation) }
}

/** Undefined: nobody has given it one yet. */
export async function identityOf({ query }: Pick<Database, 'query'>): Promise<Identity | undefined> {
  const mine = query.selectFrom('note').select('value').where('platform', '=', '').where('name', '=', 'database')
  const row = await mine.executeTakeFirst()
  return row && readIdentity(row.value)
}

/** Gives it one if it has none. Processes may do so at once: one of them is the first. */
export async function identify({ query }: Database): Promise<Identity> {
  await query
    .insertInto('note')
    .values({ ...note, value: `${randomUUID()} 0` })
    .onConflict((c) => c.doNothing())
    .execute()
  return (await identityOf({ query }))!
}

/** Only for who has the database alone. */
export async function advance({ query }: Database, { id, generation }: Identity): Promise<Identity> {
  const next = { id, generation: generation + 1 }
  await query
    .updateTable('note')
    .set({ value: `${next.id} ${next.generation}` })
    .where('platform', '=', note.platform)
    .where('name', '=', note.name)
    .execute()
  return next
}
