import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { openPostgres } from '../../src/store/postgres.ts'
import { startPostgres } from './postgres.ts'

/** Starts the PostgreSQL that a run of the tests shares, with a database to copy. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres()
  const client = new pg.Client(server.url)
  await client.connect()
  await client.query('create database parley_template')
  await client.end()
  const url = new URL(server.url)
  url.pathname = '/parley_template'
  await (await openPostgres(url.href)).close()
  project.provide('postgres', server.url)
  return () => server.stop()
}
