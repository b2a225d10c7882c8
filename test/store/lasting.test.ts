import { expect, it } from 'vitest'
import { orderKey } from '../../src/model/key.ts'
import { createStore } from '../../src/store/index.ts'
import { minimalAgent } from '../support/agent.ts'
import { openDatabase } from '../support/database.ts'
import { tempFolder } from '../support/temp-folder.ts'

const ann = orderKey('default', 'test', 'ann')
const ben = orderKey('default', 'test', 'ben')

async function setUp() {
  const db = await openDatabase(tempFolder())
  let clock = 1000
  const store = createStore(db, () => clock)
  const say = (key: string, text: string, event?: string) =>
    db.batch(
      store.people.rememberSteps(
        key,
        'dm',
        [
          { role: 'user', text },
          { role: 'assistant', text: `re: ${text}` },
        ],
        { event },
      ),
    )
  return { db, store, say, pass: (ms: number) => (clock += ms) }
}

it('tells what of a conversation is newer than its summary, the oldest first, each with its message', async () => {
  const { store, say, pass } = await setUp()
  await say(ann, 'one', 'e1')
  pass(10)
  await say(ann, 'two')
  await say(ben, 'other')
  expect(await store.lasting.items(ann, 'dm', 0, 3)).toEqual([
    { role: 'user', text: 'one', at: 1000, event: 'e1' },
    { role: 'assistant', text: 're: one', at: 1000, event: 'e1' },
    { role: 'user', text: 'two', at: 1010 },
  ])
  expect(await store.lasting.items(ann, 'dm', 1000, 9)).toHaveLength(2)
})

it('keeps lines with the messages they rest on, and each goes with the first of them that does', async () => {
  const { db, store } = await setUp()
  const line = (text: string, sources: string[]) => ({ section: 'facts' as const, text, sources, at: 900 })
  const add = [line('of both', ['a', 'b']), line('of another', ['ab']), line('of nobody', [])]
  await db.batch(store.lasting.changeSteps(ann, 'dm', { until: 900, drop: [], add }))
  await db.batch(store.lasting.changeSteps(ben, 'dm', { drop: [], add: [line('Ben’s', ['a'])] }))
  await db.batch([store.lasting.forgetEventStep(ann, 'b')])
  expect((await store.lasting.of(ann, 'dm')).summary.map(({ text }) => text)).toEqual(['of another', 'of nobody'])
  await db.batch([store.lasting.forgetEventStep(ann, 'a%')])
  const { summary, until } = await store.lasting.of(ann, 'dm')
  expect([summary.length, until]).toEqual([2, 900])
  expect((await store.lasting.of(ben, 'dm')).summary).toMatchObject([{ text: 'Ben’s', sources: ['a'] }])
  await db.batch(store.lasting.changeSteps(ann, 'dm', { until: 950, drop: [summary[0]!.id], add: [] }))
  expect(await store.lasting.of(ann, 'dm')).toMatchObject({ summary: [{ text: 'of nobody' }], until: 950 })
})

it('tells what is known of a person in all of their conversations, and forgets it with them and with the agent', async () => {
  const { db, store } = await setUp()
  const about = { drop: [], add: [{ section: 'about' as const, text: 'Likes tea.' }] }
  await db.batch(store.lasting.changeSteps(ann, 'dm', about, 'e1'))
  await db.batch(store.lasting.changeSteps(ben, 'dm', about, 'e2'))
  expect((await store.lasting.of(ann, 'elsewhere')).about).toMatchObject([{ text: 'Likes tea.', sources: ['e1'] }])
  await db.batch([store.lasting.clearStep(ann)])
  expect((await store.lasting.of(ann, 'dm')).about).toEqual([])
  expect(await store.lasting.of(ben, 'dm')).toMatchObject({ about: [{}] })
  await store.accounts.ensureFirst()
  const agent = { id: 'test', account: 'default', document: minimalAgent(), author: 'test' }
  await db.batch(store.agents.createSteps(agent))
  await db.batch(store.agents.removeSteps('test', 'default'))
  expect((await store.lasting.of(ben, 'dm')).about).toEqual([])
})

it('is forgotten when what it was made of is old', async () => {
  const { db, store } = await setUp()
  const of = (at: number) => ({ section: 'facts' as const, text: `${at}`, sources: [], at })
  await db.batch(store.lasting.changeSteps(ann, 'dm', { until: 20, drop: [], add: [of(10), of(20)] }))
  await store.lasting.prune(20)
  expect(await store.lasting.of(ann, 'dm')).toMatchObject({ summary: [{ text: '20' }], until: 20 })
})
