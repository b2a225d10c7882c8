import { expect, it, onTestFinished } from 'vitest'
import { createLedger } from '../../src/bridge/ledger.ts'
import type { MessageRef, Place } from '../../src/model/message.ts'
import type { Channel } from '../../src/ports/channel.ts'
import { createStore } from '../../src/store/index.ts'
import { openDatabase } from '../support/database.ts'
import { heldLease } from '../support/held-lease.ts'
import { tempFolder } from '../support/temp-folder.ts'

/** A reply whose first post was given up after `waitedMs`; the platform has it `lateMs` later. */
async function afterWaiting(waitedMs: number, lateMs: number) {
  let time = 1_000_000
  const db = await openDatabase(tempFolder())
  onTestFinished(() => db.close())
  const store = createStore(db, () => time)
  const turn = { id: 't', inbox_id: 1, key: 'guide/default/ann', agent: 'guide', version: 1, context: null }
  const epoch = (await store.leases.take({ key: turn.key, holder: 'here', now: time, until: time + 60_000 }))!
  await store.turns.begin({ ...turn, epoch })
  const thereAt = time + waitedMs + lateMs
  const channel = {
    find: async () => ({ ok: time >= thereAt ? ('m1' as MessageRef) : undefined }),
  } as Partial<Channel> as Channel
  const { signal } = new AbortController()
  const ledger = createLedger({
    store,
    channel,
    place: 'here' as Place,
    turn: { id: 't', lease: heldLease(epoch) },
    now: () => time,
    async sleep(ms) {
      time += ms
    },
    pause: async () => {},
  })
  const since = await ledger.intend(0)
  time += waitedMs
  ledger.unsure(since)
  return { isThere: (await ledger.find(0, since, signal)) !== 'absent', waited: time - since - waitedMs }
}

it('a post that broke off at once is absent when the platform has had a moment to settle', async () => {
  expect(await afterWaiting(10, 5000)).toEqual({ isThere: false, waited: 2500 })
})

it('a platform that was slow once is taken to be slow: a post that comes late is not made twice', async () => {
  expect((await afterWaiting(7000, 5000)).isThere).toBe(true)
  expect(await afterWaiting(7000, 60_000)).toEqual({ isThere: false, waited: 7000 })
})
