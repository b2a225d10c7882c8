import { describe, expect, it, onTestFinished } from 'vitest'
import { startProcess } from '../support/parley-process.ts'
import { findPostgres, startPostgres } from '../support/postgres.ts'
import { tempFolder } from '../support/temp-folder.ts'

describe.skipIf(!findPostgres())('a PostgreSQL that is away', () => {
  it('is told in the log once by whatever waits for it, without a stack, and once when it goes on', async () => {
    const server = await startPostgres({ durable: true })
    onTestFinished(() => server.stop())
    const env = { PARLEY_DATA: tempFolder(), DATABASE_URL: server.url, LOG_LEVEL: 'info' }
    const parley = await startProcess(env)
    onTestFinished(() => parley.kill())
    const lines = parley.logged
    const said = (end: RegExp) => lines().flatMap(({ msg }) => (end.test(msg) ? [msg.replace(end, '')] : []))
    const waits = / waits for the database$/
    // Those that look every second or more often.
    const whoWaits = [
      'the duty "handovers"',
      'the duty "tool approvals"',
      'the look at what waits for approval',
      'the look whether something is paused',
    ]
    await server.end('immediate')
    await expect.poll(() => said(waits)).toEqual(expect.arrayContaining(whoWaits))
    await server.begin()
    await expect.poll(() => said(/ goes on$/)).toEqual(expect.arrayContaining(whoWaits))
    expect(lines().filter(({ level, err }) => level >= 50 && err)).toEqual([])
    expect(said(waits)).toEqual([...new Set(said(waits))])
  })
})
