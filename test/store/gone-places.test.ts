import { expect, it, onTestFinished } from 'vitest'
import { createStore } from '../../src/store/index.ts'
import { openDatabase } from '../support/database.ts'
import { tempFolder } from '../support/temp-folder.ts'

it('the messages of a place are those that were said in it and in what lies in it, and no others', async () => {
  const db = await openDatabase(tempFolder())
  onTestFinished(() => db.close())
  const { gonePlaces, said, inbox } = createStore(db)
  const places = ['s:C1', 's:C1:7', 's:C1;7', 's:C12', 's:C12:7', 's:C', 's:C_', 's:%']
  for (const [n, conversation] of places.entries()) {
    const remembered = { key: 'a/b/c', role: 'user' as const, text: 'hi', at: n, event_id: `m${n}` }
    await db.query
      .insertInto('memory')
      .values({ ...remembered, conversation })
      .execute()
    const row = { event_id: `i${n}`, key: 'a/b/c', door: 's', conversation, payload: '' }
    await db.batch([inbox.addStep(row)])
    const line = { talk: conversation, event_id: `s${n}`, uid: 'u', author: 'u', name: null, text: 'hi', at: n }
    await said.keep({ ...line, kind: 'person', asked: 0, agent: null })
  }
  expect(await gonePlaces.eventsIn('s:C1')).toEqual(['m0', 'm1', 'm2', 'i0', 'i1', 'i2'])
  expect(await gonePlaces.eventsIn('s:%')).toEqual(['m7', 'i7'])
  await db.batch(gonePlaces.forgetSteps('s:C1'))
  const left = await db.query.selectFrom('said').select('talk').orderBy('id').execute()
  expect(left.map(({ talk }) => talk)).toEqual(places.slice(3))
})
