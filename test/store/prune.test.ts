import { expect, it, onTestFinished } from 'vitest'
import { orderKey } from '../../src/model/key.ts'
import { firstAccount } from '../../src/store/accounts.ts'
import { createStore } from '../../src/store/index.ts'
import { prune } from '../../src/turns/prune.ts'
import { minimalAgent } from '../support/agent.ts'
import { openDatabase } from '../support/database.ts'
import { tempFolder } from '../support/temp-folder.ts'

async function setup() {
  let time = 1000
  const db = await openDatabase(tempFolder())
  onTestFinished(() => db.close())
  const store = createStore(db, () => time)
  const at = (now: number) => {
    time = now
  }
  return { db, store, at }
}

it('what was said to agents is forgotten with its time, and nothing else is', async () => {
  const { db, store, at } = await setup()
  for (const time of [1000, 2000, 3000]) {
    at(time)
    await db.batch(
      store.people.rememberSteps('k', 'dm', [
        { role: 'user', text: `at ${time}` },
        { role: 'assistant', text: 'yes' },
      ]),
    )
  }
  const kept = async () => (await store.people.memory('k', 'dm', 10)).map(({ text }) => text)
  await store.people.prune(1000)
  expect(await kept()).toHaveLength(6)
  await store.people.prune(2500)
  expect(await kept()).toEqual(['at 3000', 'yes'])
  await store.people.prune(9000)
  expect(await kept()).toEqual([])
})

it('what was done is forgotten, however long something else waits', async () => {
  const { store, at } = await setup()
  const add = (id: string) => store.inbox.add({ event_id: id, key: id, door: 'slack', conversation: 'c', payload: '' })
  const ids: Record<string, number> = {}
  for (const [n, id] of ['waits', 'old', 'new'].entries()) {
    at(1000 * (n + 1))
    ids[id] = (await add(id))!
  }
  for (const id of ['old', 'new']) await store.inbox.done(ids[id]!)
  await store.inbox.prune(3000)
  expect(await store.inbox.byEvent('old')).toBeUndefined()
  for (const id of ['waits', 'new']) expect(await store.inbox.byEvent(id)).toMatchObject({ event_id: id })
})

it('what was said around agents is forgotten with its time', async () => {
  const { store } = await setup()
  const said = (event_id: string, at: number) =>
    store.said.keep({
      talk: 't',
      event_id,
      uid: 'u',
      author: 'U0BEN',
      name: null,
      kind: 'person',
      text: event_id,
      asked: 0,
      at,
      agent: null,
    })
  for (const time of [1000, 2000, 3000]) await said(`at ${time}`, time)
  await store.said.prune(2500)
  const listening = { talk: 't', eventId: 'e', uid: 'x', since: 0, limit: 30 }
  expect((await store.said.around(listening)).messages.map(({ text }) => text)).toEqual(['at 3000'])
})

it('an agent that keeps less forgets sooner, all others when everybody does', async () => {
  const { db, store, at } = await setup()
  const day = 86_400_000
  const now = 1_900_000_000_000
  const agents = { short: 3, same: 30, long: 90, plain: undefined }
  at(now - 4 * day)
  await store.accounts.ensureFirst()
  const key = (agent: string) => orderKey(firstAccount, agent, 'slack_T0_U0ANN')
  for (const [id, keepDays] of Object.entries(agents)) {
    const document = minimalAgent(keepDays === undefined ? {} : { agent: { keepDays } })
    await db.batch(store.agents.createSteps({ id, account: firstAccount, document, author: 'cli' }))
  }
  const say = async (ago: number) => {
    at(now - ago * day)
    for (const id of Object.keys(agents)) {
      await db.batch(store.people.rememberSteps(key(id), 'dm', [{ role: 'user', text: `${ago} days ago` }]))
    }
  }
  for (const ago of [31, 4, 2]) await say(ago)
  await prune({ store, keepMemoryMs: 30 * day, now: () => now })
  const kept = async (id: string) => (await store.people.memory(key(id), 'dm', 10)).map(({ text }) => text)
  expect(await kept('short')).toEqual(['2 days ago'])
  for (const id of ['same', 'long', 'plain']) expect(await kept(id)).toEqual(['4 days ago', '2 days ago'])
})
