import { expect, it, onTestFinished } from 'vitest'
import { createLog } from '../../src/log.ts'
import { createStore } from '../../src/store/index.ts'
import { createLeases, LeaseLost } from '../../src/turns/lease.ts'
import { openDatabase } from '../support/database.ts'
import { tempFolder } from '../support/temp-folder.ts'

it('a lease whose renewal is heard of only after it has run out is lost', async () => {
  const db = await openDatabase(tempFolder())
  onTestFinished(() => db.close())
  let time = 1_000_000
  const store = createStore(db, () => time)
  const { renew } = store.leases
  /** How long the process is stopped while the database answers. */
  let stoppedMs = 0
  const leases = createLeases({
    store: {
      ...store,
      leases: {
        ...store.leases,
        async renew(row) {
          const kept = await renew(row)
          time += stoppedMs
          return kept
        },
      },
    },
    holder: 'a',
    log: createLog('silent'),
    now: () => time,
  })
  onTestFinished(() => leases.close())
  const lease = (await leases.take('k'))!
  time += 5000
  await lease.ensure()
  time += 5000
  stoppedMs = 12_000
  await expect(lease.ensure()).rejects.toThrow(LeaseLost)
  expect(lease.signal.aborted).toBe(true)
})
