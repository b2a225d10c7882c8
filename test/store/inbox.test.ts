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
