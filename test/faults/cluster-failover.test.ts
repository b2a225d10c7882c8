import { describe, expect, it, onTestFinished } from 'vitest'
import { createLedger } from '../cluster/ledger.ts'
import { echo, startSlackCluster } from '../cluster/slack-cluster.ts'
import { nothingOpen } from '../cluster/storm.ts'
import { until } from '../cluster/until.ts'
import { extent, isFull } from '../support/extent.ts'
import { findPostgres } from '../support/postgres.ts'
import { findRedis } from '../support/redis.ts'
import { startRedisCluster, startSentinel } from '../support/redis-replicated.ts'
import { tempFolder } from '../support/temp-folder.ts'

const people = extent({ usual: 10, full: 60 })
const messages = extent({ usual: 4, full: 12 })

/** What Redis loses with its master is rung again from the store, which knows what is answered. */
describe
  .skipIf(!findPostgres() || !findRedis())
  .each([
    ['Sentinel makes a replica the master', startSentinel] as const,
    ...(isFull ? [['a replica takes over from a master of a Cluster', startRedisCluster] as const] : []),
  ])('while %s', (_, startRedis) => {
  it('no message is lost and none is answered twice', { timeout: 300_000 }, async () => {
    const redis = await startRedis({ alone: true })
    onTestFinished(() => redis.stop())
    const members = { gateways: 1, workers: 1, http: 1, way: 'socket' } as const
    const house = await startSlackCluster({ folder: tempFolder(), redis: redis.url, people, ...members })
    onTestFinished(() => house.stop())
    const { crowd, model } = house
    const wait = (isSo: () => boolean | Promise<boolean>, everyMs?: number) =>
      until(isSo, { say: () => `${model.asked.length} of ${people * messages} were asked`, everyMs })

    const talking = crowd.talk(messages, (n) => (n * 7919) % 1000)
    talking.catch(() => {})
    // In the middle of answers, with messages that come in while there is no master.
    await wait(() => model.asked.filter(({ open }) => open).length >= 2, 5)
    await redis.failOver(() => wait(() => crowd.accepted.length >= (people * messages) / 2, 5))
    await talking
    await nothingOpen(house, wait)
    expect(createLedger({ crowd, expected: echo }).judge()).toEqual([])
  })
})
