import { expect, it, onTestFinished } from 'vitest'
import { createApp } from '../../src/app/index.ts'
import { loadConfig } from '../support/config.ts'
import { makeDatabase } from '../support/database.ts'
import { findPostgres, startPostgres } from '../support/postgres.ts'
import { tempFolder } from '../support/temp-folder.ts'

it.skipIf(!findPostgres())('a PostgreSQL that is away is seen in the figures, and that it is back', async () => {
  const server = await startPostgres({ durable: true })
  onTestFinished(() => server.stop())
  const DATABASE_URL = await makeDatabase(server.url, 'parley')
  const env = { PORT: '0', PARLEY_DATA: tempFolder(), LOG_LEVEL: 'silent', DATABASE_URL }
  const app = await createApp(loadConfig(env))
  onTestFinished(() => app.close())
  const figures = async () => (await fetch(`${app.url}/metrics`)).text()
  const up = async () => /^parley_check_up\{check="database"\} (\d)$/m.exec(await figures())?.[1]

  expect(await up()).toBe('1')
  expect(await figures()).toMatch(/^parley_disk_free_bytes [\d.e+]+$/m)
  await server.end('immediate')
  await expect.poll(up).toBe('0')
  // What is asked of the database is left out rather than told wrong.
  expect(await figures()).not.toMatch(/^parley_backlog\{/m)
  await server.begin()
  await expect.poll(up).toBe('1')
})
