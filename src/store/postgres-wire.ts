import pg, { type Client } from 'pg'
import { messagesOf, type Query } from './postgres-messages.ts'

export type QueryOutcome = { result: pg.QueryResult; error?: undefined } | { error: Error }
/** `at`: the query that failed; below 0 where that is not known. */
export type BatchOutcome = { error?: undefined } | { error: Error; at: number }

/** What the client keeps of its connection, and how it writes to it. */
interface Wire {
  stream: { cork(): void; uncork(): void; destroy(): void; write(bytes: Buffer): void }
  parsedStatements: Record<string, string>
}

function wireOf(client: Client): Wire {
  return (client as unknown as { connection: Wire }).connection
}

/** Ends it without waiting; whatever is under way fails. */
export function cut(client: Client): void {
  wireOf(client).stream.destroy()
}

/** Never rejects. */
export function submitQuery(client: Client, query: Query): Promise<QueryOutcome> {
  return new Promise((resolve) => {
    void client.query({ ...query, values: [...query.values] }, (error: Error | null, result: pg.QueryResult) =>
      resolve(error ? { error } : { result }),
    )
  })
}

/**
 * All of them in one transaction, which PostgreSQL ends by itself at the one `sync` behind them: each sees what those before it
 * did, and one that fails undoes them all. Never rejects.
 */
export function submitBatch(client: Client, queries: readonly Query[]): Promise<BatchOutcome> {
  const { stream } = wireOf(client)
  return new Promise((resolve) => {
    let done = 0
    let unprepared: Error | undefined
    const query = new pg.Query({ text: 'batch' })
    Object.assign(query, {
      callback() {},
      submit(wire: Wire) {
        wire.stream.write(messagesOf(queries))
        return null
      },
      handleDataRow() {},
      handleCommandComplete: () => done++,
      handleError: (error: Error) => resolve({ error: unprepared ?? error, at: done }),
      handleReadyForQuery: () => resolve({}),
    })
    // One packet instead of one a statement.
    stream.cork()
    prepare(client, queries, (error) => {
      unprepared ??= error
    })
    client.query(query)
    stream.uncork()
  })
}

/** Ahead of the batch, and not in it: what is prepared in one that fails is not there for those behind it. */
function prepare(client: Client, queries: readonly Query[], failed: (error: Error) => void): void {
  const { parsedStatements } = wireOf(client)
  for (const { name, text } of queries) {
    if (name === undefined || parsedStatements[name] !== undefined) continue
    parsedStatements[name] = text
    void client.query(`prepare ${name} as ${text}`, (error: Error | null) => {
      if (!error) return
      delete parsedStatements[name]
      failed(error)
    })
  }
}
