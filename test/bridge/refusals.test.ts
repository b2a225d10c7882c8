import { expect, it, onTestFinished } from 'vitest'
import type { ChatContext } from '../../src/bridge/context.ts'
import { createRefusals, type RefusalsParts } from '../../src/bridge/refusals.ts'
import type { Lost } from '../../src/bridge/reply-state.ts'
import { createLog } from '../../src/lib/log.ts'
import type { Place } from '../../src/model/message.ts'
import { createStore } from '../../src/store/index.ts'
import { openDatabase } from '../support/database.ts'
import { tempFolder } from '../support/temp-folder.ts'

const minute = 60_000
const lost: Lost = { code: 'forbidden', detail: '403 50013 Missing Permissions', isPlace: true }
const rules = {
  platform: 'discord',
  installation: 'G',
  conversation: 'c',
  place: 'discord:G:rules:thread' as Place,
  channel: 'discord:G:rules' as Place,
  replyTo: 'discord:G:rules>1' as Place,
  author: { uid: 'ann', id: '1' },
  language: 'en',
} satisfies ChatContext

async function setup(more: Partial<RefusalsParts> = {}) {
  let time = 1_800_000_000_000
  const now = () => time
  const db = await openDatabase(tempFolder())
  onTestFinished(() => db.close())
  const store = createStore(db, now)
  const counts: number[] = []
  const onChange = (_: string, places: number) => void counts.push(places)
  const refusals = createRefusals({ store, onChange, log: createLog('silent'), now, ...more })
  return { store, refusals, counts, pass: (ms: number) => (time += ms) }
}

it('a place that refused is left alone for a while, then tried by one; each time it refuses for twice as long', async () => {
  const { refusals, pass } = await setup()
  expect(refusals.of('rules')).toBeUndefined()
  for (const pause of [1, 2, 4, 8, 10, 10]) {
    await refusals.refused('rules', rules, lost)
    pass(pause * minute - 1)
    expect(refusals.of('rules')).toEqual(lost)
    pass(1)
    expect(refusals.of('rules')).toBeUndefined()
    expect(refusals.of('rules')).toEqual(lost)
  }
  expect(refusals.of('general')).toBeUndefined()
})

it('it stands in the store, by name, until something is shown there', async () => {
  const { refusals, store, counts, pass } = await setup()
  await refusals.refused('rules', rules, lost)
  pass(minute)
  await refusals.refused('rules', rules, lost)
  const { platform, installation, channel: place } = rules
  expect(await store.refusals.list()).toMatchObject([{ platform, installation, place, code: lost.code, count: 2 }])
  await refusals.worked('rules')
  expect(await store.refusals.list()).toEqual([])
  expect(refusals.of('rules')).toBeUndefined()
  expect(counts).toEqual([1, 0])
})

it('what is wrong with one message only is nothing against its place', async () => {
  const { refusals, store } = await setup()
  await refusals.refused('rules', rules, { code: 'invalid', detail: '400 50035' })
  expect(refusals.of('rules')).toBeUndefined()
  expect(await store.refusals.list()).toEqual([])
})

it('a database that is away changes nothing about it', async () => {
  const { refusals } = await setup({
    store: {
      refusals: {
        keep: () => Promise.reject(new Error('away')),
        forget: () => Promise.reject(new Error('away')),
      } as never,
    },
  })
  await refusals.refused('rules', rules, lost)
  expect(refusals.of('rules')).toEqual(lost)
  await refusals.worked('rules')
  expect(refusals.of('rules')).toBeUndefined()
})
