import { expect, it, onTestFinished } from 'vitest'
import { createStore } from '../../src/store/index.ts'
import { openDatabase } from '../support/database.ts'
import { tempFolder } from '../support/temp-folder.ts'

it('what is open of an installation is found by its name, and not by what people wrote', async () => {
  const db = await openDatabase(tempFolder())
  onTestFinished(() => db.close())
  const { inbox } = createStore(db)
  const add = (event_id: string, installation: string | undefined, text: string, door = 'slack') => {
    const said = { event_id, key: 'k', door, conversation: 'dm', payload: JSON.stringify({ text, installation }) }
    return inbox.add({ ...said, ...(installation && { installation }) })
  }
  const written = '"installation":"T0PARLEY" 100% _'
  const done = await add('done', 'T0PARLEY', 'hello')
  await add('first', 'T0PARLEY', 'hello')
  await add('theirs', 'T0OTHER', written)
  await add('elsewhere', 'T0PARLEY', 'hello', 'teams')
  await add('http', undefined, written, 'http')
  await add('second', 'T0PARLEY', written)
  await inbox.done(done!)
  expect((await inbox.openOf('slack', 'T0PARLEY')).sort()).toEqual(['first', 'second'])
  expect(await inbox.openOf('slack', 'T%')).toEqual([])
})

it('what waits is next by when it was said; a clock that is ahead and what nobody said go by when they came', async () => {
  const db = await openDatabase(tempFolder())
  onTestFinished(() => db.close())
  let now = 1000
  const { inbox } = createStore(db, () => now)
  const key = 'a/test/uid'
  const add = async (event_id: string, saidAt?: number) => {
    now++
    await inbox.add({ event_id, key, door: 'slack', conversation: 'dm', payload: '{}', ...(saidAt && { saidAt }) })
  }
  await add('third', 900)
  await add('timer')
  await add('first', 700)
  await add('ahead', 5000)
  await add('later')
  await add('second', 800)
  expect((await inbox.waiting(['first', 'second'])).map(({ event_id, behind }) => [event_id, behind])).toEqual([
    ['first', 0],
    ['second', 1],
  ])
  const order: [string, number][] = []
  for (let row = await inbox.next(key); row; row = await inbox.next(key)) {
    order.push([row.event_id, row.more])
    await inbox.done(row.id)
  }
  const names = ['first', 'second', 'third', 'timer', 'ahead', 'later']
  expect(order).toEqual(names.map((name, at) => [name, at < 5 ? 1 : 0]))
})
