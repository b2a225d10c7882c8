import { expect, it } from 'vitest'
import { runCommand } from '../support/command.ts'
import { tempFolder } from '../support/temp-folder.ts'

it('events are sent to addresses of the public Internet, and elsewhere only where the operator lets them', async () => {
  const env = { PARLEY_DATA: tempFolder() }
  const subscribe = async (url: string) => {
    let err = ''
    const io = { stdout: { write: () => true }, stderr: { write: (text: string) => (err += text) } }
    return { code: await runCommand(['event', 'subscribe', url], { ...io, env }), err }
  }
  expect((await subscribe('https://hooks.example.com/parley')).code).toBe(0)
  for (const url of ['http://127.0.0.1:9/x', 'http://169.254.169.254/latest', 'http://[::1]/', 'http://localhost/'])
    expect([url, await subscribe(url)]).toEqual([url, { code: 1, err: expect.stringContaining('public Internet') }])
})
