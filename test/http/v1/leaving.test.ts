import { expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { describeV1 } from '../../../src/http/v1/describe.ts'
import { operation } from '../../../src/http/v1/operation.ts'
import { operations } from '../../../src/http/v1/table.ts'
import { startServer } from '../server.ts'

const halfYear = 182 * 86_400_000

const old = operation({
  ...{ method: 'GET', url: '/v1/old', id: 'old', tag: 'Agents', summary: 'An old one.', scope: 'agents:read' },
  answer: z.strictObject({ ok: z.boolean() }),
  leaves: { since: '2026-11-24', on: '2027-06-01', instead: '/v1/agents' },
  run: async () => ({ ok: true }),
})

it('an operation that is to go says since when, until when and what to call instead, with each answer', async () => {
  const table = operations as (typeof old)[]
  table.push(old)
  onTestFinished(() => void table.splice(table.indexOf(old), 1))
  const { request, managementKey } = await startServer()
  const answer = await request('GET', '/v1/old', undefined, { authorization: `Bearer ${managementKey}` })
  expect(await answer.json()).toEqual({ ok: true })
  expect(answer.headers.get('deprecation')).toBe(`@${Date.UTC(2026, 10, 24) / 1000}`)
  expect(answer.headers.get('sunset')).toBe('Tue, 01 Jun 2027 00:00:00 GMT')
  expect(answer.headers.get('link')).toBe('</v1/agents>; rel="successor-version"')
  expect(describeV1(new Map())['/v1/old']!['get']).toMatchObject({
    deprecated: true,
    description: expect.stringContaining('It goes on 2027-06-01 at the earliest: call `/v1/agents` instead.'),
  })
  const kept = await request('GET', '/v1/agents', undefined, { authorization: `Bearer ${managementKey}` })
  expect(kept.headers.get('deprecation')).toBeNull()
})

it('is told half a year before', () => {
  const short = [...operations, old].filter(
    ({ leaves }) => leaves && Date.parse(leaves.on) - Date.parse(leaves.since) < halfYear,
  )
  expect(short).toEqual([])
})
