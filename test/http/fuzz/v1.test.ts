import { Pool } from 'undici'
import { expect, it } from 'vitest'
import type { OpenApi } from '../../../src/http/openapi/document.ts'
import type { JsonSchema } from '../../../src/http/openapi/json-schema.ts'
import type { Operation } from '../../../src/http/v1/operation.ts'
import { operations } from '../../../src/http/v1/table.ts'
import type { Fault } from '../../../src/lib/errors.ts'
import { extent } from '../../support/extent.ts'
import { guide, startServer } from '../server.ts'
import { type Dice, dice, fitting, garbage } from './generate.ts'

const cases = extent({ usual: 16, full: 10_000 })
const seed = 20261123
const atOnce = 4
const made = extent({ usual: 20, full: 2000 })

const hostile = ['%zz', '%', '%c3%28', '%ed%a0%80', '%00', '..', 'a%2Fb', '__proto__', '%F0%9F%90%9F', 'x'.repeat(300)]
const known: Record<string, readonly string[]> = {
  person: ['ann', 'user_1', 'slack_T0PARLEY_U0ANN'],
  scenario: ['story', 'other'],
  version: ['1', '2', '99', '0', '-1', '1.5', '1e9', '99999999999999999999'],
  name: ['hours.md', 'nothing.pdf'],
  webhook: ['tell'],
}

/** The address with something in each of its places, mostly something that there is. */
function addressOf({ url, id }: Operation, d: Dice): string {
  return url.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    if (d.once(8)) return d.pick(hostile)
    if (name === 'agent') return id === 'deleteAgentV1' ? `made_${d.below(made)}` : d.pick(['guide', 'desk', 'nobody'])
    return d.pick(known[name] ?? ['nobody', '0', '日本'].map(encodeURIComponent))
  })
}

type Described = OpenApi['paths'][string][string]

function queryOf({ parameters = [] }: Described, schemas: Record<string, JsonSchema>, d: Dice): string {
  const given = parameters.filter((one) => one.in === 'query' && (one.required || d.once(2)))
  const pairs = given.map(({ name, schema }) => {
    const value = fitting(schema, schemas, d, d.once(2))
    const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
    return `${name}=${d.once(20) ? d.pick(hostile) : encodeURIComponent(text.toWellFormed())}`
  })
  if (d.once(20)) pairs.push('unknown=1', 'limit=1', 'limit=2')
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}

/** What is wrong with an answer, whatever was asked. */
function faultOf(status: number, type: unknown, text: string, { responses }: Described): string | undefined {
  if (status >= 500) return 'failed'
  if (!responses[status]) return 'is not documented'
  if (status < 300) return undefined
  if (type !== 'application/problem+json; charset=utf-8') return `is ${type}`
  const problem = JSON.parse(text)
  if (problem.status !== status || typeof problem.code !== 'string') return 'says something else'
  // An empty path is that of the whole body.
  const isNamed =
    problem.errors?.length > 0 && problem.errors.every((one: Fault) => typeof one.path === 'string' && one.message)
  return problem.code === 'invalid_request' && !isNamed ? 'names no field' : undefined
}

it(
  `whatever is sent to each operation under /v1, ${cases} times: what is refused is a problem that says why, and nothing fails`,
  async () => {
    const server = await startServer({ agents: { guide, desk: guide } })
    const { store, account, managementKey } = server
    for (let n = 0; n < made; n++)
      await store.db.batch(store.agents.createSteps({ id: `made_${n}`, account, document: guide, author: 'test' }))
    const document = (await (await server.request('GET', '/openapi.json')).json()) as OpenApi
    const { schemas } = document.components
    const pool = new Pool(server.url, { connections: atOnce })
    const bearer = { authorization: `Bearer ${managementKey}` }
    const good = new Set<string>()
    /** Told all at once, one of each kind. */
    const wrong = new Map<string, string>()

    const tagOf = async (agent: string, isDraft: boolean) => {
      const path = `/v1/agents/${agent}${isDraft ? '/draft' : ''}`
      const { headers, body } = await pool.request({ method: 'GET', path, headers: bearer })
      await body.dump()
      return String(headers['etag'] ?? '"v1"')
    }

    async function headersOf(operation: Operation, path: string, d: Dice): Promise<Record<string, string>> {
      const [, agent = 'guide'] = /^\/v1\/agents\/(\w+)/.exec(path) ?? []
      const seen = async () => tagOf(agent, operation.id !== 'updateAgentV1' && operation.id !== 'rollback')
      return {
        ...bearer,
        ...(operation.match &&
          !d.once(10) && {
            'if-match': d.once(6) ? d.pick(['"v1"', 'v1', '*', '""', 'W/"v1"', '"x", "y"']) : await seen(),
          }),
        ...(d.once(6) && { 'idempotency-key': d.pick(['a', '"b"', '', 'x'.repeat(300), '"', 'c']) }),
        ...(operation.body && { 'content-type': d.once(20) ? 'application/xml' : 'application/json' }),
      }
    }

    async function send(operation: Operation, n: number): Promise<void> {
      const d = dice(seed + n)
      const { method, url, id } = operation
      const described = document.paths[url]![method.toLowerCase()]!
      const path = addressOf(operation, d) + queryOf(described, schemas, d)
      const schema = described.requestBody?.content['application/json']?.schema
      const value = schema && (JSON.stringify(fitting(schema, schemas, d, d.once(2))) ?? 'null')
      const body = schema && d.once(12) ? garbage(d) : (value ?? null)
      const told = `case ${n} of ${id}: ${method} ${path.slice(0, 200)} ${String(body).slice(0, 600)}`
      const headers = await headersOf(operation, path, d)
      const response = await pool.request({ method, path, headers, body })
      const text = await response.body.text()
      const status = response.statusCode
      // Dots walk up, as URLs do: who asks for another address is answered there.
      if (status === 404 && path.includes('..')) return
      if (status < 300) good.add(id)
      const fault = faultOf(status, response.headers['content-type'], text, described)
      if (fault) wrong.set(`${id}: ${status} ${fault}`, `${text.slice(0, 600)}\n${told}`)
    }

    try {
      // What takes agents away comes last.
      const inOrder = operations.toSorted((a, b) => Number(a.id === 'deleteAgentV1') - Number(b.id === 'deleteAgentV1'))
      for (const operation of inOrder) {
        let next = 0
        const work = async () => {
          while (next < cases) await send(operation, next++)
        }
        await Promise.all(Array.from({ length: atOnce }, work))
      }
    } finally {
      await pool.destroy()
    }
    expect([...wrong].slice(0, 20)).toEqual([])
    // A generator that never gets through proves nothing.
    expect(good.size).toBeGreaterThan(operations.length / 2)
  },
  extent({ usual: 180_000, full: 3_600_000 }),
)
