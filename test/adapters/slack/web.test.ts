import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { createSender } from '../../../adapters/slack/channel.ts'
import { fileRef } from '../../../adapters/slack/places.ts'
import { createWeb } from '../../../adapters/slack/web.ts'
import { createLocalBudget } from '../../../src/drivers/budget-local.ts'
import type { MessageRef, Place } from '../../../src/model/message.ts'
import { memoryNotes } from '../../support/adapter-parts.ts'

const limitMs = 1000
const signal = new AbortController().signal
const quiet = { debug() {}, info() {}, warn() {}, error() {} }
const place = 'slack:T0PARLEY:C0GENERAL:1790000000.000100:U0ANN@T0PARLEY' as Place
const message = 'slack:T0PARLEY:C0GENERAL:1790000000.000200' as MessageRef

type Answer = (method: string, response: ServerResponse) => void

/** The adapter's calls, against a server that does as it likes. */
async function against(answer: Answer) {
  const methods: string[] = []
  const server = createServer((request: IncomingMessage, response) => {
    const method = request.url!.split('/').at(-1)!
    methods.push(method)
    answer(method, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const web = createWeb({ token: 'x', apiUrl: `${origin}/api/`, limitMs, now: Date.now })
  const self = { id: 'U0PARLEY', name: 'Parley' }
  const hosts = { fileHosts: [origin], responseHosts: [origin] }
  const budget = createLocalBudget({ now: Date.now })
  const sender = createSender({
    installation: 'T0PARLEY',
    web,
    self,
    ...hosts,
    budget,
    notes: memoryNotes(),
    log: quiet,
    now: Date.now,
  })
  return { sender, methods, origin }
}

/** Never silent for long, and never done. */
const drip: Answer = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  const timer = setInterval(() => response.write(' '), 20)
  response.on('close', () => clearInterval(timer))
}

async function timed<T>(work: Promise<T>): Promise<{ ms: number; outcome: T }> {
  const began = performance.now()
  const outcome = await work
  return { ms: performance.now() - began, outcome }
}

it.each(['call', 'download'] as const)('an answer that comes in drops is not waited for: %s', async (what) => {
  const { sender, origin } = await against(drip)
  const file = fileRef('T0PARLEY', `${origin}/files/a.png`)
  const work = what === 'call' ? sender.post(place, { text: 'x' }, 'k', signal) : sender.download(file, 1e6, signal)
  const { ms, outcome } = await timed<object>(work)
  expect(outcome).toMatchObject({ unknown: expect.any(Error) })
  // It drips for ever: that it ends at all is the point.
  expect(ms).toBeLessThan(20 * limitMs)
})

it('an edit takes no longer than one call, however many it is made of', async () => {
  const { sender, methods } = await against((method, response) => {
    const error = method === 'chat.update' ? 'streaming_state_conflict' : undefined
    setTimeout(() => response.end(JSON.stringify({ ok: !error, error })), 0.6 * limitMs)
  })
  const outcome = await sender.edit(message, { text: 'x' }, signal)
  // What is left after the first call is too little for the second, and nothing is for the third.
  expect(['chat.update', 'chat.stopStream']).toEqual(expect.arrayContaining(methods))
  expect(methods.length).toBeLessThan(3)
  expect(outcome).toMatchObject({ unknown: expect.any(Error) })
})
