import { expect, it, onTestFinished } from 'vitest'
import { createStore } from '../../src/store/index.ts'
import { openDatabase } from '../support/database.ts'
import { tempFolder } from '../support/temp-folder.ts'

it('notes are listed by how their names begin, of their platform alone, and forgotten one by one', async () => {
  const db = await openDatabase(tempFolder())
  onTestFinished(() => db.close())
  const store = createStore(db)
  const [slack, teams] = [store.notes('slack'), store.notes('teams')]
  for (const name of ['step/Fx1', 'step/Fx2', 'step/あ', 'step', 'steps/x', 'STEP/Fx3'])
    await slack.set(name, `of ${name}`)
  await teams.set('step/Fx4', 'theirs')
  const names = async () => (await slack.named('step/')).map(({ name }) => name).toSorted()
  expect(await names()).toEqual(['step/Fx1', 'step/Fx2', 'step/あ'])
  await slack.forget('step/Fx1')
  await slack.forget('step/Fx4')
  expect(await names()).toEqual(['step/Fx2', 'step/あ'])
  expect(await slack.get('step/Fx2')).toBe('of step/Fx2')
  expect(await teams.named('step/')).toEqual([{ name: 'step/Fx4', value: 'theirs' }])
})
