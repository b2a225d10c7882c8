import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createStore } from '../../../src/store/index.ts'
import { openPostgres } from '../../../src/store/postgres.ts'
import { inboxRow } from '../../support/busy-folder.ts'
import { runCommand } from '../../support/command.ts'
import { isFull } from '../../support/extent.ts'
import { startPostgres } from '../../support/postgres.ts'
import { tempFolder } from '../../support/temp-folder.ts'

/** Where a server that another user runs may write. */
function openFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'parley-archive-'))
  chmodSync(folder, 0o777)
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

// A long proof: two servers, a base backup and a recovery.
it.runIf(isFull)(
  'PostgreSQL brings back a moment between two messages, and nothing that waited then is answered',
  async () => {
    const archive = openFolder()
    const server = await startPostgres({
      durable: true,
      settings: ['archive_mode=on', `archive_command=cp %p ${archive}/%f`],
    })
    const db = await openPostgres(server.url)
    const store = createStore(db)
    await store.accounts.ensureFirst()
    const client = new pg.Client(server.url)
    await client.connect()
    // A base backup, as an operator's tool makes it.
    const base = join(openFolder(), 'base')
    await client.query(`select pg_backup_start('base', true)`)
    const { rows: folders } = await client.query('show data_directory')
    cpSync(folders[0].data_directory, base, {
      recursive: true,
      filter: (path) => !/postmaster\.(pid|opts)$/.test(path),
    })
    const { rows: labels } = await client.query('select labelfile from pg_backup_stop()')
    writeFileSync(join(base, 'backup_label'), labels[0].labelfile)

    await store.inbox.add(inboxRow('before'))
    await sleep(20)
    const { rows } = await client.query('select clock_timestamp()::text as at')
    await sleep(20)
    await store.inbox.add(inboxRow('after'))
    const { rows: files } = await client.query('select pg_walfile_name(pg_switch_wal()) as last')
    await vi.waitFor(async () => {
      const archived = await client.query('select last_archived_wal >= $1 as done from pg_stat_archiver', [
        files[0].last,
      ])
      expect(archived.rows).toEqual([{ done: true }])
    })
    await client.end()
    await db.close()
    await server.stop()

    const restored = await startPostgres({
      durable: true,
      settings: [
        `restore_command=cp ${archive}/%f %p`,
        `recovery_target_time=${rows[0].at}`,
        'recovery_target_action=promote',
      ],
      fill(data, { uid, gid }) {
        cpSync(base, data, { recursive: true })
        writeFileSync(join(data, 'recovery.signal'), '')
        chmodSync(data, 0o700)
        if (uid !== undefined) spawnSync('chown', ['-R', `${uid}:${gid}`, data])
      },
    })
    onTestFinished(() => restored.stop())
    const again = new pg.Client(restored.url)
    await again.connect()
    await vi.waitFor(async () => {
      expect((await again.query('select pg_is_in_recovery() as is')).rows).toEqual([{ is: false }])
    })
    const waiting = `select event_id, status from inbox`
    expect((await again.query(waiting)).rows).toEqual([{ event_id: 'before', status: 'open' }])

    const env = { PARLEY_DATA: tempFolder(), DATABASE_URL: restored.url }
    const told: string[] = []
    const out = { write: (text: string) => void told.push(text) }
    expect(await runCommand(['db', 'accept', '--restored'], { stdout: out, stderr: out, env })).toBe(0)
    expect(told.join('')).toContain('nothing waits in it')
    expect((await again.query(waiting)).rows).toEqual([{ event_id: 'before', status: 'done' }])
    await again.end()
  },
)
