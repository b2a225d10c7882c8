import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { playgroundAccount } from '../../src/store/apart.ts'
import { createStore } from '../../src/store/index.ts'
import { openSqlite } from '../../src/store/sqlite.ts'
import { minimalAgent } from '../support/agent.ts'
import { runCommand } from '../support/command.ts'
import { tempFolder } from '../support/temp-folder.ts'

it('who makes an agent outside of the playground is told that it is not seen there', async () => {
  const folder = tempFolder()
  const run = async (...argv: string[]) => {
    const lines: string[] = []
    const say = { write: (text: string) => lines.push(text) }
    const code = await runCommand(argv, { stdout: say, stderr: say, env: { PARLEY_DATA: folder } })
    return { code, said: lines.join('') }
  }
  const create = (id: string, ...more: string[]) => run('agent', 'create', id, '--set', 'name=House', ...more)
  const told = 'For the playground: --account @playground'
  const alone = await create('first')
  expect(alone).toMatchObject({ code: 0 })
  expect(alone.said).not.toContain(told)

  const db = await openSqlite(folder)
  await createStore(db).accounts.ensurePlayground()
  await db.close()
  const made = await create('house')
  expect(made).toMatchObject({ code: 0, said: expect.stringMatching(/house/) })
  expect(made.said.trimEnd().endsWith(told)).toBe(true)
  // A form makes nothing yet, what is made there is seen there, and programs read one line.
  expect((await run('agent', 'create', 'other')).said).not.toContain(told)
  const there = await create('house', '--account', '@playground')
  expect(there).toMatchObject({ code: 0, said: expect.not.stringContaining(told) })
  expect((await create('third', '--json')).said).not.toContain(told)
})

it('an agent of the playground is meant by its id, or by its name and its account', async () => {
  const folder = tempFolder()
  const db = await openSqlite(folder)
  const store = createStore(db)
  await store.accounts.ensureFirst()
  await store.accounts.ensurePlayground()
  const made = { account: playgroundAccount, document: minimalAgent(), author: 'test' }
  await db.batch(store.agents.createSteps({ id: 'helper@playground', ...made }))
  await db.close()

  const run = async (...argv: string[]) => {
    const lines: string[] = []
    const say = { write: (text: string) => lines.push(text) }
    const code = await runCommand(argv, { stdout: say, stderr: say, env: { PARLEY_DATA: folder } })
    return { code, said: lines.join('') }
  }
  const copy = join(folder, 'helper')
  expect(await run('agent', 'export', 'helper@playground', copy)).toMatchObject({ code: 0 })
  expect(existsSync(join(copy, 'agent.yaml'))).toBe(true)
  expect(await run('agent', 'apply', copy)).toMatchObject({ code: 0, said: expect.stringContaining('helper: made') })
  expect((await run('agent', 'list', '--account', '@playground')).said).toContain('helper@playground')
  expect((await run('agent', 'show', 'helper', '--account', '@playground')).said).toContain('helper@playground')
  for (const named of [['helper@playground'], ['helper', '--account', '@playground']]) {
    expect(await run('webhook', 'list', ...named)).toMatchObject({ code: 0 })
    expect(await run('knowledge', 'list', ...named)).toMatchObject({ code: 0 })
    expect((await run('why', '--agent', ...named)).said).toContain('There is no such turn')
    expect((await run('usage', '--agent', ...named, '--json')).said).toContain('"conversations":0')
  }
  expect((await run('key', 'issue', '--agent', 'helper@playground')).said).toContain('of account @playground')
  expect((await run('webhook', 'list', 'helper')).code).toBe(0)
})
