import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { createAudit } from '../../src/admin/audit.ts'
import { createStore } from '../../src/store/index.ts'
import { openSqlite } from '../../src/store/sqlite.ts'
import { endWithParent } from '../support/end-with-parent.ts'
import { tempFolder } from '../support/temp-folder.ts'

const script = fileURLToPath(new URL('./children/dies-changing.ts', import.meta.url))

it('a process that is killed while it changes things leaves each change with its row, and the chain whole', async () => {
  const folder = tempFolder()
  let told = ''
  for (const wanted of [100, 400]) {
    const env = { PATH: process.env['PATH'], FOLDER: folder }
    const child = endWithParent(spawn(process.execPath, [script], { env, stdio: ['ignore', 'pipe', 'inherit'] }))
    onTestFinished(() => void child.kill('SIGKILL'))
    child.stdout.on('data', (more) => {
      told += more
      if (told.split('\n').length > wanted) child.kill('SIGKILL')
    })
    expect(await once(child, 'close')).toEqual([null, 'SIGKILL'])
  }

  const db = await openSqlite(folder)
  onTestFinished(() => db.close())
  const store = createStore(db)
  const [verified, ...others] = await createAudit({ store, now: Date.now }).verify()
  expect(others).toEqual([])
  expect(verified!.broken).toBeUndefined()
  const ids = (await db.query.selectFrom('api_key').select('id').execute()).map(({ id }) => id).sort()
  const rows = await store.audit.list('default', { limit: 100_000 })
  expect(rows.map(({ summary }) => /^management key (\w+),/.exec(summary)![1]).sort()).toEqual(ids)
  const named = told.split('\n').slice(0, -1)
  expect(named.length).toBeGreaterThanOrEqual(400)
  expect(ids).toEqual(expect.arrayContaining(named))
})
