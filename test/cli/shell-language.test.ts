import { expect, it } from 'vitest'
import { platforms } from '../../adapters/registry.ts'
import { runCommand as run } from '../../src/cli/index.ts'
import { lockFolder } from '../../src/store/sqlite.ts'
import { runCommand } from '../support/command.ts'
import { tempFolder } from '../support/temp-folder.ts'

const japanese = /[ぁ-んァ-ヶ一-龠]/

async function said(argv: string[], env: Record<string, string> = {}, hold = async () => {}) {
  let err = ''
  const stderr = { write: (text: string) => (err += text) }
  const io = { stdout: { write() {} }, stderr, env: { PARLEY_DATA: tempFolder(), LANG: 'ja_JP.UTF-8', ...env } }
  const prove = () => Promise.reject(new Error('nothing is proved here'))
  const code = await run(argv, { ...io, platforms, hold, prove })
  return { code, err }
}

it('what talks to agents refuses in the language of the shell', async () => {
  const PARLEY_DATA = tempFolder()
  expect(
    await runCommand(['account', 'list'], { stdout: { write() {} }, stderr: { write() {} }, env: { PARLEY_DATA } }),
  ).toBe(0)
  for (const argv of [
    ['why'],
    ['why', '--agent', 'demo', '--last', 'many'],
    ['why', '--agent', 'demo'],
    ['why', 'no-such-turn'],
    ['chat', 'nosuch'],
    ['agent', 'show', 'nosuch'],
    ['agent', 'foo'],
    ['agent', 'rule', 'ad'],
    ['agent', 'rule', '--json'],
  ]) {
    const { code, err } = await said(argv, { PARLEY_DATA })
    expect(code, argv.join(' ')).toBeGreaterThan(0)
    for (const line of err.trim().split('\n')) expect(line, argv.join(' ')).toMatch(japanese)
  }
  expect((await said(['why', '--agent', 'demo'])).err).toMatch(/には何も保存されていません/)
})

it('so does a chat beside a server that holds the folder', async () => {
  const PARLEY_DATA = tempFolder()
  const lock = lockFolder(PARLEY_DATA)
  const hold = async () => lockFolder(PARLEY_DATA).release()
  expect((await said(['chat'], { PARLEY_DATA }, hold)).err).toMatch(/別の Parley が動いています/)
  expect((await said(['chat'], { PARLEY_DATA, LANG: 'en_US.UTF-8' }, hold)).err).toMatch(/^Another Parley is running/)
  lock.release()
})

it('the other commands speak English', async () => {
  expect((await said(['key', 'frobnicate'])).err).not.toMatch(japanese)
  expect((await said(['usage'])).err).not.toMatch(japanese)
})
