import { describe, expect, it } from 'vitest'
import { agentDocumentSchema } from '../../src/model/agent.ts'
import { guide, problemOf, startServer } from './server.ts'

const declared = agentDocumentSchema.parse({
  ...guide,
  agent: {
    ...guide.agent,
    state: {
      patient: { writableBy: ['webhook'] },
      plan: { type: 'choice', values: ['free', 'gold'] },
      note: { maxLength: 3 },
    },
  },
})

/** Says hello as Ann with this state; what is kept afterwards, or the problem. */
async function open() {
  const { say } = await startServer({ agents: { guide: declared } })
  const answered = async (state: unknown, more: object = {}) => say({ utterance: 'hello', uid: 'ann', state, ...more })
  return {
    kept: async (state: unknown = {}) => ((await (await answered(state)).json()) as { userState: object }).userState,
    refused: async (state: unknown, more: object = {}) => problemOf(await answered(state, more)),
  }
}

describe('the state of a request', () => {
  it('holds numbers and booleans as their text, also as a JSON string', async () => {
    const { kept } = await open()
    expect(await kept({ n: 1.5, yes: true, t: 'x' })).toEqual({ n: '1.5', yes: 'true', t: 'x' })
    expect(await kept('{"no":false,"n":-1e21}')).toEqual({ n: '-1e+21', yes: 'true', t: 'x', no: 'false' })
  })

  it.each([
    ['a value of 8 KiB and a byte', { a: `${'長'.repeat(2730)}xxx` }, 'state.a'],
    ['a long key', { ['k'.repeat(1025)]: 'x' }, `state.${'k'.repeat(100)}`],
    ['more than 256 keys', Object.fromEntries(Array.from({ length: 257 }, (_, i) => [`k${i}`, 'x'])), 'state.k256'],
    [
      'more than 64 KiB',
      Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`k${i}`, 'x'.repeat(8000)])),
      'state.k8',
    ],
    ['more than is declared', { note: 'long' }, 'state.note'],
  ])('is refused with %s, and nothing is done', async (_, state, path) => {
    const { kept, refused } = await open()
    for (const utterance of ['hello', '', 'a question for the model']) {
      for (const stream of [false, true]) {
        const problem = await refused(state, { utterance, stream })
        expect(problem).toMatchObject({ status: 400, code: 'state_too_large', errors: [{ path }] })
        expect(problem['detail']).toBe(
          'Some of the state cannot be kept, so nothing was done. `errors` names each key.',
        )
      }
    }
    expect(await kept()).toEqual({})
  })

  it('fits up to the limit, of all requests together', async () => {
    const { kept, refused } = await open()
    const eight = Object.fromEntries(Array.from({ length: 8 }, (_, i) => [`k${i}`, 'x'.repeat(8190)]))
    expect(Object.keys(await kept(eight))).toHaveLength(8)
    expect(await refused({ more: 'x' })).toMatchObject({ code: 'state_too_large', errors: [{ path: 'state.more' }] })
    expect(await kept({ k0: 'x', more: 'x' })).toMatchObject({ k0: 'x', more: 'x' })
  })

  it('is refused where the agent declares that others write it, or what it may be', async () => {
    const { kept, refused } = await open()
    const patient = await refused({ patient: '9999' })
    expect(patient).toMatchObject({ status: 400, code: 'state_not_writable', errors: [{ path: 'state.patient' }] })
    expect(await refused({ plan: 'silver' })).toMatchObject({
      code: 'invalid_request',
      errors: [{ path: 'state.plan' }],
    })
    const both = await refused({ plan: 'silver', patient: '1', ok: 'x' })
    expect(both).toMatchObject({ code: 'invalid_request', errors: [{ path: 'state.plan' }, { path: 'state.patient' }] })
    expect(await kept({ plan: 'gold', note: '長い文' })).toEqual({ plan: 'gold', note: '長い文' })
  })

  it('must be well-formed inside a JSON string, too', async () => {
    const { refused } = await open()
    expect(await refused('{"a":"\\ud800"}')).toMatchObject({ code: 'invalid_request', errors: [{ path: 'state.a' }] })
  })
})

it('what a key is declared to be is managed key by key, and comes back as an update takes it', async () => {
  const { request, managementKey } = await startServer({ agents: { guide: declared } })
  const headers = { 'x-api-key': managementKey }
  const update = (state: unknown) =>
    request('PUT', '/admin/default/agent', JSON.stringify({ agent: { id: 'guide', state } }), headers)
  expect(
    (await update({ note: { maxLength: 5, about: 'A note.' }, plan: null, score: { type: 'number' } })).status,
  ).toBe(200)
  const got = (await (await request('GET', '/admin/default/agent/guide', undefined, headers)).json()) as {
    agent: { state: object }
  }
  expect(got.agent.state).toEqual({
    patient: { writableBy: ['webhook'] },
    note: { maxLength: 5, about: 'A note.' },
    score: { type: 'number' },
  })
  expect((await update(got.agent.state)).status).toBe(200)
  expect(await problemOf(await update({ score: { type: 'choice' } }))).toMatchObject({
    status: 400,
    errors: [{ path: 'agent.state.score.values', message: 'is required when type is choice' }],
  })
  expect((await update(null)).status).toBe(200)
})
