import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect, it } from 'vitest'
import { lockFolder } from '../../src/store/sqlite.ts'
import { runCommand } from '../support/command.ts'
import { tempFolder } from '../support/temp-folder.ts'

function terminal(env: Record<string, string>) {
  return async (...argv: string[]) => {
    const out: string[] = []
    const err: string[] = []
    const io = { stdout: { write: (s: string) => out.push(s) }, stderr: { write: (s: string) => err.push(s) } }
    const code = await runCommand(argv, { ...io, env })
    return { code, out: out.join(''), err: err.join('') }
  }
}

it('an operator backs up, looks into the backup, restores it elsewhere and proves that it is whole', async () => {
  const folder = tempFolder()
  const [key, file] = [join(folder, 'backup.key'), join(folder, 'monday.parley')]
  const here = terminal({ PARLEY_DATA: join(folder, 'here') })
  await here('agent', 'rule', 'add', 'lunch', 'At noon.', '--agent', 'demo')
  await here('agent', 'publish', 'demo', '--yes')

  const made = await here('backup-key', key)
  expect(made).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^Backups are made for age1\w+: set PARLEY_BACKUP_TO/),
  })
  const recipient = /age1\w+/.exec(made.out)![0]
  expect(await here('backup', '--out', file)).toMatchObject({
    code: 1,
    err: expect.stringContaining('parley backup-key'),
  })
  const backup = terminal({ PARLEY_DATA: join(folder, 'here'), PARLEY_BACKUP_TO: recipient })
  expect(await backup('backup', '--out', file)).toMatchObject({
    code: 0,
    out: expect.stringMatching(
      /It holds \d+ rows of \d+ tables, as of [^.]+\. The key of the secrets, parley\.key, is in it too/,
    ),
  })
  expect(await here('verify', '--backup', file, '--key', key)).toMatchObject({
    code: 0,
    out: expect.stringContaining('is whole. It holds'),
  })

  const nokey = join(folder, 'nokey')
  expect(await here('verify', '--backup', file, '--key', nokey)).toMatchObject({
    ...{ code: 1, err: expect.stringContaining(`There is no file ${nokey}, which is to hold the key.`) },
  })

  const there = terminal({ PARLEY_DATA: join(folder, 'there') })
  expect(await there('restore', file, '--key', key)).toMatchObject({
    code: 0,
    out: expect.stringContaining('parley verify'),
  })
  expect((await there('agent', 'show', 'demo')).out).toMatch(/version 2/)
  const verified = await there('verify', '--json')
  expect(verified.code).toBe(0)
  const { checked, counts } = JSON.parse(verified.out)
  expect(checked.map(({ what }: { what: string }) => what)).toEqual(
    expect.arrayContaining(['whole', 'the chain of the log of changes', 'the key of the secrets']),
  )
  expect(counts).toMatchObject({ agent: 1, agent_version: 2 })
})

it('says where a restore had no list of who was forgotten, which the database gives again', async () => {
  const folder = tempFolder()
  const [key, file, list] = [join(folder, 'backup.key'), join(folder, 'monday.parley'), join(folder, 'list')]
  const in_ = (name: string) => terminal({ PARLEY_DATA: join(folder, name) })
  const here = in_('here')
  await here('agent', 'show', 'demo')
  const db = new Sqlite(join(folder, 'here', 'parley.db'))
  db.exec("insert into user_state (key, name, value, writer) values ('demo/default/ann', 'city', '\"Rome\"', 'caller')")
  db.close()
  const recipient = /age1\w+/.exec((await here('backup-key', key)).out)![0]
  await here('backup', '--out', file, '--to', recipient)
  expect((await here('forget', 'ann')).code).toBe(0)
  // As where the process that forgot has a data folder of its own, which is gone with it.
  rmSync(join(folder, 'here', 'parley.forgotten'))
  expect(await here('forgotten', '--out', list)).toMatchObject({
    code: 0,
    out: expect.stringContaining('1 were forgotten'),
  })
  expect(readFileSync(list, 'utf8')).not.toContain('ann')
  expect(await here('forgotten', '--out', list)).toMatchObject({ code: 1 })

  const warned = await in_('there')('restore', file, '--key', key)
  expect(warned.out).toContain('There was no list of who was forgotten since')
  const told = await in_('then')('restore', file, '--key', key, '--forgotten', list)
  expect(told.out).toContain('1 of the people in it were forgotten since')
  expect(told.out).not.toContain('no list')
})

it('says what is not whole', async () => {
  const folder = tempFolder()
  const env = { PARLEY_DATA: join(folder, 'data') }
  const parley = terminal(env)
  await parley('agent', 'show', 'demo')
  expect((await parley('verify')).code).toBe(0)
  const db = new Sqlite(join(folder, 'data', 'parley.db'))
  db.exec("insert into webhook_secret (agent, name, secret) values ('demo', 'hook', 'v1:0badcafe:a:b:c')")
  db.close()
  expect(await parley('verify')).toMatchObject({
    code: 1,
    out: expect.stringContaining('FAULT   the key of the secrets: some are encrypted with the key 0badcafe'),
  })
  writeFileSync(join(folder, 'data', 'parley.db'), 'x'.repeat(5000))
  expect(await parley('verify')).toMatchObject({ code: 1, out: expect.stringContaining('FAULT') })
})

it('another key takes the place of the one in the file', async () => {
  const folder = tempFolder()
  const parley = terminal({ PARLEY_DATA: join(folder, 'data') })
  await parley('agent', 'show', 'demo')
  const before = readFileSync(join(folder, 'data', 'parley.key'), 'utf8')
  expect(await parley('rekey')).toMatchObject({
    code: 0,
    out: expect.stringMatching(
      /^0 secrets are encrypted anew with the key [\da-f]{8}\. .*parley\.key holds the new key alone/,
    ),
  })
  const after = readFileSync(join(folder, 'data', 'parley.key'), 'utf8')
  expect(after).not.toBe(before)
  expect(after.trim().split('\n')).toHaveLength(1)
  expect((await parley('verify')).code).toBe(0)
})

it('a file that cannot be written is said to be so, and none is left', async () => {
  const folder = tempFolder()
  const here = terminal({ PARLEY_DATA: join(folder, 'here') })
  const key = await here('backup-key', join(folder, 'key'))
  const to = /age1\w+/.exec(key.out)![0]
  const nowhere = join(folder, 'no', 'such', 'folder')
  await here('key', 'list')
  for (const argv of [
    ['backup-key', nowhere],
    ['backup', '--out', nowhere, '--to', to],
  ]) {
    expect(await here(...argv)).toMatchObject({ code: 1, out: '', err: expect.stringContaining('cannot be written') })
    const { err } = await here(...argv, '--json')
    expect(JSON.parse(err)).toMatchObject({ code: 'file_exists', detail: expect.stringContaining('ENOENT') })
  }
})

it('a lock that cannot be taken is no other server', () => {
  const folder = tempFolder()
  writeFileSync(join(folder, 'parley.lock'), 'no database, which a disk without room looks like to whoever locks it')
  expect(() => lockFolder(folder)).toThrow(expect.objectContaining({ code: 'data_folder_unusable' }))
})
