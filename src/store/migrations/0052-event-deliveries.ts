import { type Kysely, sql } from 'kysely'

/** How the deliveries of events fare is looked up by the endpoint, and by the event. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index outbox_of_endpoint on outbox (webhook, status, n) where agent = ''`.execute(db)
  await sql`create index outbox_of_event on outbox (event) where agent = ''`.execute(db)
}
