import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { createServerTools } from '../../src/drivers/mcp/index.ts'

const path = resolve(join(import.meta.dirname, '../support/mcp-program.ts'))
const program = (env: Record<string, string> = {}) => ({ command: process.execPath, args: [path], env })
const signal = () => AbortSignal.timeout(60_000)

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

it('a program is begun once, gets what it is given, is begun anew when it died, and ends with us', async () => {
  const lines: string[] = []
  const log = { debug: (fields: object) => void lines.push(JSON.stringify(fields)) }
  const mcp = createServerTools({ allow: [], log, now: Date.now })
  const one = program({ TRACKER_TOKEN: 'tracker-secret' })
  const who = async () => JSON.parse((await mcp.call(one, 'whoami', {}, signal())).text)
  expect((await mcp.list(one, signal())).map(({ name }) => name)).toEqual(['create', 'whoami', 'die'])
  const [first, second] = await Promise.all([who(), who()])
  expect(second.pid).toBe(first.pid)
  expect(first.token).toBe('tracker-secret')
  // Nothing else of ours: not what the process of the tests was given.
  expect(Object.keys(process.env)).toContain('VITEST')
  expect(first.variables).not.toContain('VITEST')
  await expect.poll(() => lines.join()).toContain('ready with')
  expect(lines.join()).not.toContain('tracker-secret')

  expect(await mcp.call(one, 'die', {}, signal())).toMatchObject({ outcome: 'unknown' })
  const after = await who()
  expect(after.pid).not.toBe(first.pid)
  await mcp.close()
  await expect.poll(() => isRunning(after.pid)).toBe(false)
})

it('one that is not there, or that says nothing of the protocol, is away and was not called', async () => {
  const mcp = createServerTools({ allow: [], now: Date.now })
  for (const wrong of [
    { command: 'no-such-program', args: [], env: {} },
    { command: process.execPath, args: ['-e', 'process.exit(3)'], env: {} },
  ]) {
    await expect(mcp.list(wrong, signal())).rejects.toThrow()
    const outcome = { outcome: 'failed', text: 'the server could not be reached' }
    expect(await mcp.call(wrong, 'create', {}, signal())).toEqual(outcome)
  }
  await mcp.close()
})
