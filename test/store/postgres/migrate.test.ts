import { type Kysely, sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { createStore } from '../../../src/store/index.ts'
import { up } from '../../../src/store/migrations/0021-inbox-installation.ts'
import { openDatabase } from '../../support/database.ts'
import { tempFolder } from '../../support/temp-folder.ts'

it('what waited before an installation had a column of its own is found by it', async () => {
  const db = await openDatabase(tempFolder())
  onTestFinished(() => db.close())
  const { inbox } = createStore(db)
  const row = { key: 'k', conversation: 'dm' }
  await inbox.add({ ...row, event_id: 'waits', door: 'slack', payload: '{"installation":"T0OLD","text":"hello"}' })
  await inbox.add({ ...row, event_id: 'http:1', door: 'http', payload: '' })
  await sql`alter table inbox drop column installation`.execute(db.query)
  await up(db.query as unknown as Kysely<unknown>)
  expect(await inbox.openOf('slack', 'T0OLD')).toEqual(['waits'])
})
