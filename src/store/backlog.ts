import type { Database } from './database.ts'

export interface Waiting {
  waiting: number
  /** When the oldest of them came, in milliseconds since the epoch; null where none waits. */
  since: number | null
}

/** `messages`: those without their whole answer; `webhooks`: calls and events that are to go out; `dead`: those that were given up. */
export type Backlog = Readonly<Record<'messages' | 'webhooks' | 'dead', Waiting>>

/** What waits in the whole deployment. Of what is open there are indexes, and of what is dead there is little. */
export async function backlogOf({ query }: Database): Promise<Backlog> {
  const calls = (status: 'open' | 'dead') =>
    query
      .selectFrom('outbox')
      .select((e) => [e.fn.countAll<number>().as('waiting'), e.fn.min('created_at').as('since')])
      .where('status', '=', status)
      .executeTakeFirstOrThrow()
  const messages = query
    .selectFrom('inbox')
    .select((e) => [e.fn.countAll<number>().as('waiting'), e.fn.min('received_at').as('since')])
    .where('status', '=', 'open')
    .executeTakeFirstOrThrow()
  const [inbox, webhooks, dead] = await Promise.all([messages, calls('open'), calls('dead')])
  return { messages: plain(inbox), webhooks: plain(webhooks), dead: plain(dead) }
}

/** PostgreSQL counts in texts. */
const plain = ({ waiting, since }: { waiting: number; since: number | null }): Waiting => ({
  waiting: Number(waiting),
  since: since === null ? null : Number(since),
})
