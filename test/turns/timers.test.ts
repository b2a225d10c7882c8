import { expect, it, onTestFinished } from 'vitest'
import { createOpenFired } from '../../src/bridge/fired.ts'
import { createLog } from '../../src/lib/log.ts'
import { orderKey } from '../../src/model/key.ts'
import { createStore } from '../../src/store/index.ts'
import { createTimers } from '../../src/turns/timers.ts'
import { minimalAgent } from '../support/agent.ts'
import { openDatabase } from '../support/database.ts'
import { extent } from '../support/extent.ts'
import { tempFolder } from '../support/temp-folder.ts'

it('of timers that are due at once in two processes each goes off once, and no more than can be answered soon', async () => {
  const most = extent({ usual: 600, full: 10_000 })
  const db = await openDatabase(tempFolder())
  onTestFinished(() => db.close())
  const now = () => Date.parse('2026-11-23T09:00Z')
  const store = createStore(db, now)
  await store.accounts.ensureFirst()
  const document = minimalAgent()
  await db.batch(store.agents.createSteps({ id: 'test', account: 'default', document, author: 'test' }))
  const installation = { platform: 'slack', id: 'T0', account: 'default', name: 'T0', secret: null } as const
  await store.places.install({ ...installation, status: 'approved' })
  const where = { platform: 'slack', installation: 'T0', conversation: 'dm', place: 'slack:T0:D0', language: 'en' }
  for (let n = 0; n < most; n += 100) {
    const steps = Array.from({ length: 100 }, (_, i) => {
      const uid = `slack_T0_U${n + i}`
      const context = JSON.stringify({ ...where, replyTo: where.place, author: { uid, id: `U${n + i}` } })
      const of = { key: orderKey('default', 'test', uid), conversation: 'dm', server: 'slack T0', context }
      return store.timers.addStep({ ...of, due: now() - n, zone: 'UTC', task: { kind: 'reminder', text: 'eat' } })
    })
    await db.batch(steps)
  }
  const rung: string[] = []
  const queue = { ring: async (key: string) => void rung.push(key) }
  const process = () =>
    createTimers({
      store,
      queue,
      open: createOpenFired({ store, channelOf: () => undefined }),
      log: createLog('silent'),
      now,
    })
  const both = [process(), process()]
  const open = async () => await db.query.selectFrom('inbox').select('id').where('status', '=', 'open').execute()
  let done = 0
  while ((await store.timers.due(undefined, 1)).length > 0) {
    await Promise.all(both.map((one) => one.fire()))
    const rows = await open()
    expect(rows.length).toBeLessThanOrEqual(600)
    for (const { id } of rows) await store.inbox.done(id)
    done += rows.length
  }
  expect(done).toBe(most)
  expect(new Set(rung.filter((key) => key.startsWith('test/'))).size).toBe(most)
})

it('what a pause holds back of one account holds up no timer of another', async () => {
  const db = await openDatabase(tempFolder())
  onTestFinished(() => db.close())
  const now = () => Date.parse('2026-11-23T09:00Z')
  const store = createStore(db, now)
  await store.accounts.ensureFirst()
  await db.batch([store.accounts.addStep({ id: 'other', name: 'Other', plan: 'default', email: null })])
  const of = { default: 'test', other: 'else' }
  const timersOf = async (account: keyof typeof of, most: number) => {
    const place = `slack:${account}:D0`
    const where = { platform: 'slack', installation: account, conversation: 'dm', place, language: 'en' }
    const document = minimalAgent()
    await db.batch(store.agents.createSteps({ id: of[account], account, document, author: 'test' }))
    await store.places.install({ platform: 'slack', id: account, account, name: '', secret: null, status: 'approved' })
    const steps = Array.from({ length: most }, (_, n) => {
      const uid = `slack_${account}_U${n}`
      const context = JSON.stringify({ ...where, replyTo: place, author: { uid, id: `U${n}` } })
      const row = { key: orderKey(account, of[account], uid), conversation: 'dm', server: `slack ${account}`, context }
      return store.timers.addStep({ ...row, due: now(), zone: 'UTC', task: { kind: 'reminder', text: 'eat' } })
    })
    await db.batch(steps)
  }
  const timers = createTimers({
    ...{ store, queue: { ring: async () => {} }, log: createLog('silent'), now },
    open: createOpenFired({ store, channelOf: () => undefined }),
  })
  const openOf = async (account: string) =>
    (await store.inbox.openFired()).filter(({ key }) => key.includes(`/${account}/`)).length
  await timersOf('default', 510)
  await timers.fire()
  expect(await openOf('default')).toBe(500)
  // Nobody answers them, paused or not; others are not behind them.
  await db.batch([store.pauses.beginStep('default', 'cli', null)])
  await timersOf('other', 3)
  await timers.fire()
  expect(await openOf('other')).toBe(3)
  expect(await openOf('default')).toBe(500)
})
