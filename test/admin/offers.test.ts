import { expect, it } from 'vitest'
import { firstAccount as account } from '../../src/store/accounts.ts'
import { openHouse } from './support.ts'

const offer = { account, person: 'slack_T_U0ANN', command: 'publish', values: { agent: 'guide' }, ttlMs: 60_000 }
const ann = { account, person: offer.person }

it('an offer is the one of whom it was made for, until it expires, also after a restart', async () => {
  const house = await openHouse()
  const id = await house.admin.offers.make(offer)
  expect(id).toMatch(/^[A-Za-z0-9_-]{24}$/)
  const again = await openHouse({ folder: house.folder })
  const { offers } = again.admin
  expect(await offers.take(id, ann)).toEqual({ command: 'publish', values: { agent: 'guide' } })
  expect(await offers.take(id, ann)).toEqual({ command: 'publish', values: { agent: 'guide' } })
  expect(await offers.take(id, { account, person: 'slack_T_U0BEN' })).toBe('foreign')
  expect(await offers.take(id, { ...ann, account: 'other' })).toBe('expired')
  expect(await offers.take('nothing', ann)).toBe('expired')
  again.clock.now += 60_000
  expect(await offers.take(id, ann)).toBe('expired')
})

it('expired offers are forgotten', async () => {
  const { admin, store, clock, db } = await openHouse()
  await admin.offers.make(offer)
  await admin.offers.make({ ...offer, ttlMs: 120_000 })
  clock.now += 60_000
  await store.offers.prune()
  expect(await db.query.selectFrom('offer').selectAll().execute()).toHaveLength(1)
})
