import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Pool } from 'undici'
import { expect, it, onTestFinished } from 'vitest'
import { onlyInTime, writtenUntil } from '../../src/lib/in-time.ts'

/** As a process does that is stopped: nothing of it runs, not even its timers. */
function standStill(ms: number): void {
  const until = performance.now() + ms
  while (performance.now() < until);
}

it('nothing is sent by a process that was stopped before it came to it', async () => {
  const heard: string[] = []
  const server = createServer((request, response) => {
    heard.push(request.url!)
    response.end('ok')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const pool = new Pool(`http://127.0.0.1:${(server.address() as AddressInfo).port}`).compose(onlyInTime)
  onTestFinished(async () => {
    await pool.close()
    server.close()
  })
  const send = (path: string, until: number) =>
    pool.request({ method: 'POST', path, body: 'x', ...writtenUntil(until) })
  const late = send('/late', performance.now() + 200)
  standStill(300)
  await expect(late).rejects.toThrow('too late')
  // Stopped before it was even given to a socket.
  await expect(send('/later', performance.now() - 1)).rejects.toThrow('too late')
  const { body } = await send('/in-time', performance.now() + 10_000)
  expect(await body.text()).toBe('ok')
  expect(heard).toEqual(['/in-time'])
})
