import pg from 'pg'
import { findPostgres, startPostgres } from '../../support/postgres.ts'
import { NotMeasured, type Scope } from './bench.ts'

/** Makes databases on a PostgreSQL of its own, which keeps what it has committed. */
export async function postgresFor(scope: Scope): Promise<() => Promise<string>> {
  if (!findPostgres()) throw new NotMeasured('PostgreSQL is not on this machine')
  const server = await startPostgres({ durable: true })
  scope.defer(() => server.stop())
  let made = 0
  return async () => {
    const name = `bench_${++made}`
    const client = new pg.Client(server.url)
    await client.connect()
    await client.query(`create database ${name}`)
    await client.end()
    return server.url.replace(/[^/]*$/, name)
  }
}
