import { describe, expect, it, onTestFinished } from 'vitest'
import { startSlackCluster } from '../cluster/slack-cluster.ts'
import { storm } from '../cluster/storm.ts'
import { extent, isFull } from '../support/extent.ts'
import { findPostgres } from '../support/postgres.ts'
import { findRedis } from '../support/redis.ts'
import { tempFolder } from '../support/temp-folder.ts'

async function started(options: Omit<Parameters<typeof startSlackCluster>[0], 'folder'>) {
  const house = await startSlackCluster({ folder: tempFolder(), ...options })
  onTestFinished(() => house.stop())
  return house
}

const hasPostgres = findPostgres() !== undefined
const hasBoth = hasPostgres && findRedis() !== undefined

describe.skipIf(!hasBoth)('with Redis', { timeout: 300_000 }, () => {
  it('everybody is answered once and in order, whatever happens to the processes', async () => {
    const people = extent({ usual: 100, full: 200 })
    const house = await started({ redis: true, people, way: 'socket' })
    expect(await storm(house, extent({ usual: 10, full: 20 }))).toEqual([])
  })
})

// One storm is enough in each run of the tests; what a deployment without Redis does differently is a long proof.
describe.runIf(hasPostgres && isFull)('with PostgreSQL alone', { timeout: 300_000 }, () => {
  it('so are people whose messages Slack tells twice at once', async () => {
    const house = await started({ redis: false, people: 50, way: 'request', limits: { copies: 2 } })
    expect(await storm(house, 8)).toEqual([])
  })
})
