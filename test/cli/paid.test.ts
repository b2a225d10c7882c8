import { expect, it, onTestFinished } from 'vitest'
import { openSqlite } from '../../src/store/sqlite.ts'
import { runCommand } from '../support/command.ts'
import { startModelServer } from '../support/model-server.ts'
import { tempFolder } from '../support/temp-folder.ts'

it('what a trial asks of a model at the terminal is paid for, and refused where a budget is reached', async () => {
  const models = await startModelServer()
  onTestFinished(() => models.stop())
  models.answer('lighthouse', 'The keeper counts the waves.')
  const PARLEY_DATA = tempFolder()
  const env = { PARLEY_DATA, PARLEY_LLM_BASE_URL: models.baseUrl, PARLEY_LLM_MODEL: 'test', LANG: 'en_US.UTF-8' }
  async function agent(...words: string[]) {
    let told = ''
    const stdout = { write: (text: string) => (told += text) }
    const code = await runCommand(['agent', ...words], { stdout, stderr: stdout, env })
    return { code, told }
  }
  async function tokens(): Promise<number> {
    const db = await openSqlite(PARLEY_DATA)
    const rows = await db.query.selectFrom('spending').select('tokens').where('scope', '=', 'account').execute()
    await db.close()
    return Math.max(0, ...rows.map((row) => row.tokens))
  }
  const ask = () => agent('test', 'Tell me the secret of the lighthouse', '--agent', 'demo')

  const first = await ask()
  expect(first).toMatchObject({ code: 0, told: expect.stringContaining('The keeper counts the waves.') })
  const spent = await tokens()
  expect(spent).toBeGreaterThan(0)

  const limited = await agent('limit', '1', '--unit', 'tokens', '--period', 'day', '--whose', 'account')
  expect(limited.code, limited.told).toBe(0)
  const asked = models.server.getRequests().length
  const refused = await ask()
  expect(refused.told).not.toContain('The keeper')
  expect(refused.told).toMatch(/limit|budget|used up/i)
  expect(models.server.getRequests().length).toBe(asked)
  expect(await tokens()).toBe(spent)
})
