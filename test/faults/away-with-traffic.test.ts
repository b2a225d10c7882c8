import { describe, expect, it, onTestFinished } from 'vitest'
import { runCommand } from '../support/command.ts'
import { startModelServer } from '../support/model-server.ts'
import { startProcess } from '../support/parley-process.ts'
import { findPostgres, startPostgres } from '../support/postgres.ts'
import { tempFolder } from '../support/temp-folder.ts'

describe.skipIf(!findPostgres())('a PostgreSQL that is away while people write', () => {
  it('costs a line of the log where somebody is told so, and never where in the program it was met', async () => {
    const server = await startPostgres({ durable: true })
    onTestFinished(() => server.stop())
    const models = await startModelServer()
    onTestFinished(() => models.stop())
    models.answer('why', 'Because.')
    const env = {
      PARLEY_DATA: tempFolder(),
      DATABASE_URL: server.url,
      LOG_LEVEL: 'info',
      PARLEY_LLM_BASE_URL: models.baseUrl,
      PARLEY_LLM_MODEL: 'test',
      PARLEY_EMBEDDINGS_MODEL: 'test',
      PARLEY_EMBEDDINGS_BASE_URL: models.baseUrl,
    }
    const parley = await startProcess(env)
    onTestFinished(() => parley.kill())
    const out: string[] = []
    const sink = { write: (text: string) => out.push(text) }
    expect(await runCommand(['key', 'issue', '--kind', 'conversation'], { stdout: sink, stderr: sink, env })).toBe(0)
    const [key] = /pck_[\w-]+/.exec(out.join('')) ?? []
    const ask = async (uid: string, stream = false) => {
      const body = JSON.stringify({ api_key: key, agent_id: 'demo', uid, utterance: 'why?', stream })
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(`${parley.url}/api`, { method: 'POST', headers, body })
      await answer.text()
      return answer.status
    }
    const lines = parley.logged
    const said = (what: RegExp) => lines().filter(({ msg }) => what.test(msg))

    expect(await ask('ann')).toBe(200)
    await server.end('immediate')
    // For as long as it takes until those that look seldom have found out, too: some ten seconds.
    const statuses = new Set<number>()
    await expect
      .poll(async () => {
        for (const uid of ['ann', 'ben', 'cleo'])
          for (const stream of [false, true]) statuses.add(await ask(uid, stream))
        return said(/^the look at who listens waits for the database$/)
      })
      .toHaveLength(1)
    expect([...statuses]).toEqual([503])
    await server.begin()
    await expect.poll(() => ask('ann')).toBe(200)
    await expect.poll(() => said(/^the look at who listens goes on$/)).toHaveLength(1)
    expect(said(/^a request failed$/)[0]).toMatchObject({ reason: expect.stringContaining('cannot be reached') })
    expect(lines().filter(({ level, err }) => level >= 40 && err)).toEqual([])
  })
})
