import { expect, it, onTestFinished } from 'vitest'
import { maxKeyBytes, writtenBy } from '../../src/lib/person-state.ts'
import { orderKey } from '../../src/model/key.ts'
import { createStore } from '../../src/store/index.ts'
import { openDatabase } from '../support/database.ts'
import { tempFolder } from '../support/temp-folder.ts'

async function open() {
  const db = await openDatabase(tempFolder())
  onTestFinished(() => db.close())
  return createStore(db)
}

it('each value is kept with who wrote it, the last of them', async () => {
  const { db, people } = await open()
  await db.batch(
    people.setSteps('k', { ...writtenBy('scenario', { a: '1' }), ...writtenBy('model', { b: '2', c: '3' }) }),
  )
  await db.batch([...people.setSteps('k', writtenBy('caller', { b: '4' })), ...people.unsetSteps('k', ['c'])])
  expect(await people.stateWithWriters('k')).toMatchObject({
    a: { value: '1', writer: 'scenario' },
    b: { value: '4', writer: 'caller' },
  })
  expect(await people.state('k')).toEqual({ a: '1', b: '4' })
})

it('the longest key of whoever has the longest uid is found again', async () => {
  const { db, people } = await open()
  // Nothing that an index could make shorter.
  const letters = (length: number) =>
    Array.from({ length }, (_, i) => String.fromCodePoint(0x4e00 + ((i * 7919) % 20_000))).join('')
  const key = orderKey('a'.repeat(64), 'b'.repeat(64), letters(256))
  const name = `${letters(341)}x`
  expect(Buffer.byteLength(name)).toBe(maxKeyBytes)
  await db.batch(people.setSteps(key, writtenBy('caller', { [name]: 'x' })))
  await db.batch(people.setSteps(key, writtenBy('caller', { [name]: 'y' })))
  expect(await people.state(key)).toEqual({ [name]: 'y' })
})
