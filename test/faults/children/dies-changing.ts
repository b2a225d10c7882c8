import { writeSync } from 'node:fs'
import { createAudit } from '../../../src/admin/audit.ts'
import { createKeys } from '../../../src/admin/keys.ts'
import { createStore } from '../../../src/store/index.ts'
import { openSqlite } from '../../../src/store/sqlite.ts'

/** Issues keys, many at once, and names each as soon as it was told that it is there, until it is killed. */
const store = createStore(await openSqlite(process.env['FOLDER']!))
await store.accounts.ensureFirst()
const parts = { store, now: Date.now }
const keys = createKeys({ ...parts, audit: createAudit(parts) })
const worker = async () => {
  for (;;) {
    const { id } = await keys.issue(
      { account: 'default', kind: 'management', name: 'a' },
      { author: 'slack_T_U0ANN', door: 'slack' },
    )
    writeSync(1, `${id}\n`)
  }
}
await Promise.all(Array.from({ length: 20 }, worker))
