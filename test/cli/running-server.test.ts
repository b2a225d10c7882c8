import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createApp } from '../../src/app/index.ts'
import { openSqlite } from '../../src/store/sqlite.ts'
import { runCommand } from '../support/command.ts'
import { loadConfig } from '../support/config.ts'
import { everythingKept } from '../support/database.ts'
import { startModelServer } from '../support/model-server.ts'
import { tempFolder } from '../support/temp-folder.ts'

const quiet = { PARLEY_PLAYGROUND: 'off', LOG_LEVEL: 'silent', PORT: '0', HOST: '127.0.0.1' }

/** A folder whose server has a model, and another shell on it that has none. */
async function twoShells() {
  const models = await startModelServer()
  onTestFinished(() => models.stop())
  models.answer('lighthouse', 'The keeper counts the waves.')
  const PARLEY_DATA = tempFolder()
  const ofServer = { ...quiet, PARLEY_DATA, PARLEY_LLM_BASE_URL: models.baseUrl, PARLEY_LLM_MODEL: 'test' }
  const start = async () => {
    const app = await createApp(loadConfig(ofServer))
    onTestFinished(() => app.close())
    return app
  }
  async function parley(argv: string[], env: Record<string, string> = {}) {
    let told = ''
    const stdout = { write: (text: string) => (told += text) }
    const shell = { stdout, stderr: stdout, env: { PARLEY_DATA, LANG: 'en_US.UTF-8', ...env } }
    const code = await runCommand(argv, shell)
    return { code, told }
  }
  const test = (words: string, env = {}) => parley(['agent', 'test', words, '--agent', 'demo'], env)
  const file = join(PARLEY_DATA, 'parley.server')
  async function kept() {
    const db = await openSqlite(PARLEY_DATA)
    const all = await everythingKept(db, PARLEY_DATA)
    await db.close()
    return all
  }
  return { start, parley, test, file, kept }
}

it('a test at a terminal is answered by the server that runs, with its model, and nothing is kept of it', async () => {
  const { start, parley, test, file, kept } = await twoShells()
  const app = await start()
  const asked = await test('Tell me the secret of the lighthouse')
  expect(asked).toMatchObject({ code: 0, told: expect.stringContaining('The keeper counts the waves.') })
  expect(asked.told).toMatch(/Nothing was kept of this.* The server that runs has answered\./)
  expect((await test('lighthouse', { LANG: 'ja_JP.UTF-8' })).told).toContain('実行中のサーバーが答えました')
  expect(await kept()).not.toMatch(/secret of the lighthouse|counts the waves/)

  // What the server refuses is told as it says it, in the language of the shell.
  await parley(['pause'])
  const refused = await test('lighthouse', { LANG: 'ja_JP.UTF-8' })
  expect(refused).toMatchObject({ code: 1, told: expect.stringContaining('一時停止') })
  await parley(['resume'])

  expect(statSync(file).mode & 0o777).toBe(0o600)
  await app.close()
  expect(existsSync(file)).toBe(false)
})

it('where no server runs the command answers by itself, whatever one that was killed has left behind', async () => {
  const { start, test, file } = await twoShells()
  const app = await start()
  const left = readFileSync(file)
  await app.close()
  writeFileSync(file, left)
  const asked = await test('hello')
  expect(asked).toMatchObject({ code: 0, told: expect.stringMatching(/This command has answered by itself/) })
})

it('what goes wrong at a terminal leads to the page of the server that runs', async () => {
  const { start, parley } = await twoShells()
  await start()
  const { told } = await parley(['agent', 'show', 'nobody'], { LANG: 'ja_JP.UTF-8' })
  const [, page] = /\n詳細: (\S+)\n$/.exec(told)!
  expect(page).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/errors\/agent_not_found$/)
  const shown = await fetch(page!, { headers: { 'accept-language': 'ja' } })
  expect(await shown.text()).toContain('<h1>agent_not_found</h1>')
})

it('the door of commands is nothing for whoever has not the word of the data folder', async () => {
  const { start, file } = await twoShells()
  const { url } = await start()
  const body = JSON.stringify({ account: 'default', agent: 'demo', person: 'cli', utterance: 'hello' })
  const ask = async (authorization: string, sent = body) => {
    const headers = { 'content-type': 'application/json', authorization }
    return (await fetch(`${url}/operator/test`, { method: 'POST', headers, body: sent })).status
  }
  const { word } = JSON.parse(readFileSync(file, 'utf8')) as { word: string }
  expect(await ask('')).toBe(404)
  expect(await ask('Bearer of-somebody-else')).toBe(404)
  expect(await ask(`Bearer ${word}`, '{}')).toBe(400)
  expect(await ask(`Bearer ${word}`)).toBe(200)
})

it('a link to the console leads to the server that runs, whatever port it was given', async () => {
  const { start, parley } = await twoShells()
  expect((await parley(['console'])).told).toContain('http://localhost:3000/console/in#')
  const app = await start()
  const { told } = await parley(['console', '--json'])
  const { url } = JSON.parse(told)
  expect(new URL(url).port).toBe(new URL(app.url).port)
  const elsewhere = await parley(['console'], { PUBLIC_URL: 'https://chat.example.com' })
  expect(elsewhere.told).toContain('https://chat.example.com/console/in#')
})
