import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const script = fileURLToPath(new URL('./children/has-a-child.ts', import.meta.url))

it('what a test started ends with it, also when it is killed', async () => {
  const worker = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(worker.stdout, 'data')
  const pid = Number(line)
  const isAlive = () => {
    try {
      return process.kill(pid, 0)
    } catch {
      return false
    }
  }
  expect(isAlive()).toBe(true)
  worker.kill('SIGKILL')
  await expect.poll(isAlive).toBe(false)
})
