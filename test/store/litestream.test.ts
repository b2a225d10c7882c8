import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createStore } from '../../src/store/index.ts'
import { openSqlite } from '../../src/store/sqlite.ts'
import { inboxRow } from '../support/busy-folder.ts'
import { runCommand } from '../support/command.ts'
import { endWithParent } from '../support/end-with-parent.ts'
import { isFull } from '../support/extent.ts'
import { tempFolder } from '../support/temp-folder.ts'

const litestream = (process.env['PATH'] ?? '')
  .split(delimiter)
  .map((folder) => join(folder, 'litestream'))
  .find(existsSync)

const waiting = (path: string): unknown[] => {
  const db = new Sqlite(path)
  try {
    return db.prepare('select event_id, status from inbox order by id').all()
  } finally {
    db.close()
  }
}

// A long proof, for which Litestream must be on this machine.
it.runIf(isFull && litestream)(
  'Litestream follows a database that is at work, and brings back a moment of it',
  { timeout: 120_000 },
  async () => {
    const folder = tempFolder()
    const copy = `file://${tempFolder()}/copy`
    const path = join(folder, 'parley.db')
    const db = await openSqlite(folder)
    const store = createStore(db)
    onTestFinished(() => db.close())
    const follower = endWithParent(spawn(litestream!, ['replicate', path, copy], { stdio: 'ignore' }))
    const isThere = () =>
      existsSync(copy.slice('file://'.length)) && readdirSync(copy.slice('file://'.length)).length > 0
    await vi.waitFor(() => expect(isThere()).toBe(true), 10_000)
    let between = ''
    // More than a checkpoint's worth each, so that the log begins anew meanwhile.
    for (const name of ['before', 'after']) {
      await Promise.all(
        Array.from({ length: 3000 }, (_, n) =>
          store.inbox.add({ ...inboxRow(`${name} ${n}`), payload: 'x'.repeat(4000) }),
        ),
      )
      await sleep(2500)
      between ||= `${new Date().toISOString().slice(0, 19)}Z`
      await sleep(1100)
    }
    follower.kill('SIGKILL')
    await once(follower, 'exit')

    const restored = (...moment: string[]): string => {
      const there = tempFolder()
      mkdirSync(there, { recursive: true })
      execFileSync(litestream!, ['restore', ...moment, '-o', join(there, 'parley.db'), copy], {
        stdio: 'ignore',
      })
      return there
    }
    const before = restored('-timestamp', between)
    const after = restored()
    expect(waiting(join(before, 'parley.db'))).toHaveLength(3000)
    expect(waiting(join(after, 'parley.db'))).toHaveLength(6000)

    const told: string[] = []
    const out = { write: (text: string) => void told.push(text) }
    const run = (...line: string[]) => runCommand(line, { stdout: out, stderr: out, env: { PARLEY_DATA: before } })
    expect(await run('db', 'accept', '--restored')).toBe(0)
    expect(await run('verify')).toBe(0)
    expect(new Set(waiting(join(before, 'parley.db')).map((row) => (row as { status: string }).status))).toEqual(
      new Set(['done']),
    )
  },
)
