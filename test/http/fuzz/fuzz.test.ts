import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Pool } from 'undici'
import { expect, it } from 'vitest'
import type { OpenApi } from '../../../src/http/openapi/document.ts'
import type { Operation } from '../../../src/http/openapi/operation.ts'
import { agentDocumentSchema } from '../../../src/model/agent.ts'
import { extent } from '../../support/extent.ts'
import { secondAccount } from '../conformance/support.ts'
import { guide, startServer, type TestServer } from '../server.ts'
import { endpoints, made, secret } from './endpoints.ts'
import { dice } from './generate.ts'

const many = { cases: extent({ usual: 1500, full: 10_000 }), warmUp: extent({ usual: 500, full: 2000 }) }
/** Whoever is forgotten costs a whole file, which is written anew. */
const few = { cases: extent({ usual: 200, full: 10_000 }), warmUp: extent({ usual: 80, full: 2000 }) }
const operations = Object.keys(endpoints).map((id) => ({ id, ...(id === 'forgetPerson' ? few : many) }))
const seed = 20261121
const atOnce = 32
/** What may stay on the heap after so many requests: caches that fill up, and code. */
const heapBytes = 12 * 2 ** 20

const story = agentDocumentSchema.parse({
  ...guide,
  scenarios: [
    {
      version: 1,
      id: 'story',
      start: [{ match: { exact: ['hello', 'why?'] } }],
      first: 'ask',
      nodes: {
        ask: { say: 'Which?', options: [{ text: 'x', goto: 'done' }] },
        done: { say: 'Done', end: 'completed' },
      },
    },
  ],
})
const still = { ...guide, agent: { ...guide.agent, autoResponseSettings: { stream: false } } }

/** The operation of this id, its method, and the codes that each of its statuses may have. */
function documented({ paths }: OpenApi, id: string) {
  for (const methods of Object.values(paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      if (operation.operationId === id) return { method: method.toUpperCase(), codes: codesOf(operation) }
    }
  }
  throw new Error(`there is no operation ${id}`)
}

function codesOf({ responses }: Operation): Map<number, string[] | undefined> {
  return new Map(
    Object.entries(responses).map(([status, { content }]) => {
      const schema = content?.['application/problem+json']?.schema as
        | { allOf: [object, { properties: { code: { enum: string[] } } }] }
        | undefined
      return [Number(status), schema?.allOf[1].properties.code.enum]
    }),
  )
}

async function makeAgents({ store, account }: TestServer): Promise<void> {
  const make = (n: number) =>
    store.db.batch(store.agents.createSteps({ id: `made_${n}`, account, document: guide, author: 'test' }))
  await Promise.all(Array.from({ length: made }, (_, n) => make(n)))
}

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
const heap = () => {
  collect()
  return process.memoryUsage().heapUsed
}

it.each(operations)(
  'whatever is sent to $id, $cases times: only what is documented comes back, and no secret',
  async ({ id, cases, warmUp }) => {
    const leaks: string[] = []
    const server = await startServer({
      agents: { guide, story, still },
      model: { vision: true },
      onLine: (line) => void (line.includes(secret) && leaks.push(line)),
    })
    await secondAccount(server)
    if (id === 'deleteAgent') await makeAgents(server)
    const document = (await (await server.request('GET', '/openapi.json')).json()) as OpenApi
    const { method, codes } = documented(document, id)
    const keys = { conversation: server.conversationKey, management: server.managementKey }
    const pool = new Pool(server.url, { connections: atOnce })
    const seen = new Map<number, number>()

    async function send(n: number): Promise<void> {
      const sent = endpoints[id]!(dice(seed + n), document, keys)
      const told = `case ${n}: ${method} ${sent.path.slice(0, 200)} ${String(sent.body).slice(0, 500)}`
      const { statusCode, body } = await pool.request({ method: method as 'GET', ...sent })
      const text = await body.text()
      if (!codes.has(statusCode)) throw new Error(`${statusCode} is not documented: ${text}\n${told}`)
      const allowed = codes.get(statusCode)
      if (allowed && !allowed.includes(JSON.parse(text).code)) throw new Error(`${text} is not documented\n${told}`)
      if (statusCode >= 500) throw new Error(`it failed: ${text}\n${told}`)
      for (const hidden of [secret, keys.conversation, keys.management]) {
        if (text.includes(hidden)) throw new Error(`a secret came back: ${text}\n${told}`)
      }
      seen.set(statusCode, (seen.get(statusCode) ?? 0) + 1)
    }

    async function run(from: number, to: number): Promise<void> {
      let next = from
      const work = async () => {
        while (next < to) await send(next++)
      }
      await Promise.all(Array.from({ length: atOnce }, work))
    }

    try {
      await run(0, warmUp)
      const before = heap()
      await run(warmUp, cases)
      expect(heap() - before).toBeLessThan(heapBytes)
    } finally {
      await pool.destroy()
    }
    expect(leaks).toEqual([])
    expect([...seen.values()].reduce((sum, n) => sum + n, 0)).toBe(cases)
    // A generator that never gets through proves nothing.
    const good = [...seen].filter(([status]) => status < 300).reduce((sum, [, n]) => sum + n, 0)
    expect(good).toBeGreaterThan(cases / 20)
    expect(seen.get(400) ?? seen.get(401)).toBeGreaterThan(0)
  },
  extent({ usual: 120_000, full: 3_600_000 }),
)
