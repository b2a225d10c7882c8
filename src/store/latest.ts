import { sql } from 'kysely'
import { readOrderKey } from '../model/key.ts'
import type { Database } from './database.ts'
import { statement } from './statement.ts'

/** So many turns are looked at: those that began last, as they stand. */
const mostTurns = 50
const mostHandovers = 200

/** How something stands, and whose it is. */
export interface Latest {
  id: string
  account: string
  state: string
}

/** What has changed last, for whoever looks on: cheap enough to be asked again and again. */
export function latest(db: Database) {
  const turns = statement((_: object) =>
    db.query
      .selectFrom('turn')
      .select(['id', 'key', sql<string>`status || coalesce(interrupted, '')`.as('state')])
      .orderBy('started_at', 'desc')
      .limit(sql.lit(mostTurns)),
  )
  const handovers = statement((_: object) =>
    db.query
      .selectFrom('handover')
      .select(['id', 'key', sql<string>`state || coalesce(taken_name, '')`.as('state')])
      .where(sql<boolean>`state in ('agreed', 'waiting', 'taken')`)
      .limit(sql.lit(mostHandovers)),
  )
  const standing = ({ id, key, state }: { id: string; key: string; state: string }): Latest => ({
    ...{ id, state, account: readOrderKey(key).account },
  })
  return {
    turns: async (): Promise<Latest[]> => (await db.all(turns, {})).map(standing),
    handovers: async (): Promise<Latest[]> => (await db.all(handovers, {})).map(standing),
  }
}
