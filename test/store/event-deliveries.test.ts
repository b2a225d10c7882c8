import { expect, it, onTestFinished } from 'vitest'
import type { EventType } from '../../src/model/event.ts'
import { createStore } from '../../src/store/index.ts'
import { openDatabase } from '../support/database.ts'
import { tempFolder } from '../support/temp-folder.ts'

const minute = 60_000

/** An account whose endpoints `a` and `b` are told of everything. */
async function open() {
  const db = await openDatabase(tempFolder())
  onTestFinished(() => db.close())
  const store = createStore(db)
  for (const id of ['a', 'b']) {
    const endpoint = { id, account: 'default', url: `https://${id}.example.com/`, types: [], words: false }
    await db.batch([store.events.addEndpointStep({ ...endpoint, secret: '', createdAt: 0 })])
  }
  const happen = async (type: EventType, key: string) =>
    db.batch(await store.events.steps({ account: 'default', type, key, data: { of: key } }))
  /** What is due at an endpoint ends so. */
  async function end(endpoint: string, how: 'delivered' | 'bury' | 'retry') {
    for (const call of await store.outbox.waiting({ agent: '', webhook: endpoint }, 10)) {
      const claimed = (await store.outbox.claim(call, minute, 10))!
      if (how === 'retry') await store.outbox.retry(claimed, 'status 500', minute)
      else await store.outbox[how](claimed, how === 'bury' ? 'status 410' : 'status 200')
    }
  }
  const list = (more: { newestFirst?: true; givenUpAt?: string[]; type?: EventType; after?: number } = {}) =>
    store.events.list('default', { after: 0, limit: 10, ...more })
  return { db, store, happen, end, list }
}

it('an event is found by where it was sent and how that ended, and sent again under the id that it had', async () => {
  const { db, store, happen, end, list } = await open()
  await happen('turn.answered', 'guide/default/ann')
  await happen('turn.failed', 'guide/default/ben')
  await end('a', 'bury')
  await end('b', 'delivered')
  const [first, second] = await list()
  expect((await list({ newestFirst: true })).map(({ id }) => id)).toEqual([second!.id, first!.id])
  expect(await list({ newestFirst: true, after: second!.data.seq })).toEqual([first])
  expect(await list({ type: 'turn.failed', givenUpAt: ['a'] })).toEqual([second])
  expect(await list({ givenUpAt: ['b'] })).toEqual([])
  const sent = await store.eventDeliveries.of([first!.id, 'none'])
  expect(sent.get(first!.id)).toMatchObject([
    { webhook: 'a', status: 'dead', outcome: 'status 410' },
    { webhook: 'b', status: 'delivered', outcome: 'status 200' },
  ])
  expect(sent.get('none')).toEqual([])
  expect(await store.eventDeliveries.fateOf('a')).toMatchObject({
    open: 0,
    dead: 2,
    failingSince: null,
    deliveredAt: null,
  })

  const [, delivered] = sent.get(first!.id)!
  expect(await db.batch([store.eventDeliveries.againStep(delivered!.id)])).toBe(true)
  // Whoever does the same at the same moment changes nothing.
  expect(await db.batch([store.eventDeliveries.againStep(delivered!.id)])).toBe(false)
  expect(await store.eventDeliveries.fateOf('b')).toMatchObject({ open: 1, dead: 0, failingSince: null })
  await end('b', 'retry')
  const failing = await store.eventDeliveries.fateOf('b')
  expect(failing).toMatchObject({ open: 1, failingSince: expect.any(Number), outcome: 'status 500' })

  expect(await db.batch([store.eventDeliveries.allAgainStep('a')])).toBe(true)
  expect(await store.eventDeliveries.fateOf('a')).toMatchObject({ open: 2, dead: 0, outcome: null })
  expect(await db.batch([store.eventDeliveries.allAgainStep('a')])).toBe(false)
})

it('what is not kept any more is not counted as what can be sent again', async () => {
  const { store, happen, end, db } = await open()
  await happen('turn.answered', 'guide/default/ann')
  await end('a', 'bury')
  expect(await store.eventDeliveries.fateOf('a')).toMatchObject({ dead: 1 })
  await store.events.prune(Date.now() + minute)
  expect(await store.eventDeliveries.fateOf('a')).toMatchObject({ dead: 0 })
  expect(await db.batch([store.eventDeliveries.allAgainStep('a')])).toBe(false)
})
