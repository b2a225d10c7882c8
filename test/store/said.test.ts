import { expect, it, onTestFinished } from 'vitest'
import { createStore } from '../../src/store/index.ts'
import { openDatabase } from '../support/database.ts'
import { tempFolder } from '../support/temp-folder.ts'

async function openSaid() {
  const db = await openDatabase(tempFolder())
  onTestFinished(() => db.close())
  const { said } = createStore(db)
  const hear = (text: string, at: number, uid = 'ben', asked: 0 | 1 = 0) =>
    said.keep({
      talk: 'general',
      event_id: `e:${text}`,
      uid,
      author: uid,
      name: null,
      kind: 'person',
      text,
      asked,
      at,
      agent: null,
    })
  const around = async (eventId: string) =>
    (await said.around({ talk: 'general', eventId, uid: 'ann', since: 0, limit: 30 })).messages.map(({ text }) => text)
  return { hear, around }
}

it('what others said is given in the order in which they said it, however it came in', async () => {
  const { hear, around } = await openSaid()
  for (const at of [3, 1, 4, 2]) await hear(`at ${at}`, at)
  await hear('question', 5, 'ann', 1)
  expect(await around('e:question')).toEqual(['at 1', 'at 2', 'at 3', 'at 4'])
})

it('what was said later is not given, though it came in before the question', async () => {
  const { hear, around } = await openSaid()
  await hear('later', 6)
  await hear('question', 5, 'ann', 1)
  await hear('before', 4)
  expect(await around('e:question')).toEqual(['before'])
})

it('of the same millisecond the platform’s own order counts', async () => {
  const { hear, around } = await openSaid()
  for (const n of [2, 1, 3]) await hear(`1${n}`, 7)
  await hear('15', 7, 'ann', 1)
  await hear('16', 7)
  expect(await around('e:15')).toEqual(['11', '12', '13'])
})

it('what came in since the last answer is given, though it was said before', async () => {
  const { hear, around } = await openSaid()
  await hear('known', 1)
  await hear('first question', 5, 'ann', 1)
  await hear('late', 3)
  await hear('second question', 8, 'ann', 1)
  expect(await around('e:second question')).toEqual(['late'])
  // A button that was pressed is no message.
  expect(await around('press')).toEqual([])
})
