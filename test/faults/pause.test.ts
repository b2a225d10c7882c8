import { expect, it, onTestFinished } from 'vitest'
import { runCommand } from '../support/command.ts'
import { startProcess } from '../support/parley-process.ts'
import { tempFolder } from '../support/temp-folder.ts'

it('the terminal pauses a server that runs; killed and started again it is paused still', {
  timeout: 60_000,
}, async () => {
  const env = { PARLEY_DATA: tempFolder(), PARLEY_PLAYGROUND: 'off' }
  const parley = async (...argv: string[]) => {
    const out: string[] = []
    const sink = { write: (text: string) => out.push(text) }
    expect(await runCommand(argv, { stdout: sink, stderr: sink, env })).toBe(0)
    return out.join('')
  }
  let server = await startProcess(env)
  onTestFinished(() => server.kill())
  const [key] = /pck_[\w-]+/.exec(await parley('key', 'issue', '--kind', 'conversation')) ?? []
  const body = JSON.stringify({ api_key: key, agent_id: 'demo', uid: 'ann', utterance: 'hello' })
  const ask = () =>
    fetch(`${server.url}/api`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  const degraded = async () =>
    ((await (await fetch(`${server.url}/readyz`)).json()) as { degraded: { what: string }[] }).degraded
  expect((await ask()).status).toBe(200)

  expect(await parley('pause', '--why', 'wrong answers')).toMatch(/^Everything is paused: no agent answers/)
  expect(await parley('pause')).toMatch(/paused already/)
  await expect.poll(async () => (await ask()).status).toBe(503)
  expect(await degraded()).toContainEqual({
    what: 'paused',
    why: expect.stringMatching(/^everything .*: wrong answers$/),
  })
  expect(await parley('agent', 'list')).toMatch(/Everything is paused since .*wrong answers/)

  await server.kill('SIGKILL')
  server = await startProcess(env)
  const refused = await ask()
  expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([503, 'paused'])

  expect(await parley('resume')).toMatch(/^It goes on\./)
  expect(await parley('resume')).toMatch(/^Nothing was paused\./)
  await expect.poll(async () => (await ask()).status).toBe(200)
  expect((await degraded()).filter(({ what }) => what === 'paused')).toEqual([])
})
