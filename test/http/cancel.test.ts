import { expect, it } from 'vitest'
import { atTerminal } from '../../src/admin/actor.ts'
import type { NewKey } from '../../src/admin/keys.ts'
import { createCalls } from '../../src/http/calls.ts'
import { createCancelling } from '../../src/http/cancelling.ts'
import { createNotices } from '../../src/turns/notices.ts'
import { answerOf, guide, problemOf, startServer, type TestServer } from './server.ts'

const bearer = (key: string) => ({ authorization: `Bearer ${key}` })
const cancel = (server: TestServer, turn: string, key = server.conversationKey) =>
  server.request('POST', `/v1/turns/${encodeURIComponent(turn)}/cancel`, undefined, bearer(key))
const cancelled = async (response: Response, id: string) => {
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({ id, status: 'cancelled' })
}
const lastOf = (text: string) => JSON.parse(text.trim().split('\n').at(-1)!)

it.each([{}, { 'idempotency-key': 'one' }])(
  'a turn of /api is cancelled by the key that asked (%o)',
  async (headers) => {
    const server = await startServer()
    const script = server.model.script()
    const ask = () => server.say({ utterance: 'why?', uid: 'ann', stream: true }, headers)
    const asked = ask()
    await script.asked
    script.write('Because')
    const response = await asked
    const turn = response.headers.get('x-turn-id')!
    await cancelled(await cancel(server, turn), turn)
    await script.aborted
    expect(lastOf(await response.text())).toMatchObject({
      bestResponse: { utterance: 'Because' },
      error: { code: 'cancelled', detail: 'The answer was cancelled before it was whole.' },
    })
    // Again, as often as anybody likes.
    await cancelled(await cancel(server, turn), turn)
    expect((await server.store.people.memory('guide/default/ann', 'http', 10)).at(-1)?.text).toBe('Because')
    if (!('idempotency-key' in headers)) return
    // It stays what it was for whoever asks again.
    expect(lastOf(await (await ask()).text())).toMatchObject({ error: { code: 'cancelled' } })
  },
)

it('one whose name its caller has not heard yet is cancelled by its Idempotency-Key, before a word too', async () => {
  const server = await startServer()
  const script = server.model.script()
  const asked = server.say({ utterance: 'why?' }, { 'idempotency-key': '"a key / of mine"' })
  await script.asked
  const response = await cancel(server, 'a key / of mine')
  await script.aborted
  const answer = await asked
  await cancelled(response, answer.headers.get('x-turn-id')!)
  expect(await answerOf(answer)).toMatchObject({ bestResponse: { utterance: '' }, error: { code: 'cancelled' } })
})

it('one that stands in line is cancelled, and holds up nobody', async () => {
  const server = await startServer()
  const script = server.model.script()
  const first = server.say({ utterance: 'first', uid: 'ann' })
  await script.asked
  const second = server.say({ utterance: 'second', uid: 'ann' }, { 'idempotency-key': 'two' })
  await expect.poll(() => server.store.inbox.openCount('guide/default/ann')).toBe(2)
  expect((await cancel(server, 'two')).status).toBe(200)
  expect(await answerOf(await second)).toMatchObject({ bestResponse: { utterance: '' }, error: { code: 'cancelled' } })
  script.write('ok')
  script.end()
  expect((await answerOf(await first)).bestResponse.utterance).toBe('ok')
})

it('turns of chat completions and responses are cancelled at the same address', async () => {
  const server = await startServer()
  for (const [path, body] of [
    ['chat/completions', { model: 'guide', stream: true, messages: [{ role: 'user', content: 'why?' }] }],
    ['responses', { model: 'guide', stream: true, input: 'why?' }],
  ] as const) {
    const script = server.model.script()
    const asked = server.request('POST', `/v1/${path}`, body, bearer(server.conversationKey))
    await script.asked
    script.write('Because')
    const response = await asked
    const turn = response.headers.get('x-turn-id')!
    await cancelled(await cancel(server, turn), turn)
    await script.aborted
    expect(await response.text()).toMatch(/"finish_reason":"length"|"status":"cancelled"/)
    await cancelled(await cancel(server, turn), turn)
  }
})

it('management keys cancel the turns of their account, if they may; nobody else does', async () => {
  const server = await startServer({ agents: { guide } })
  const { admin, account } = server
  await admin.accounts.create({ uid: 'other', name: 'Other' }, atTerminal)
  const issue = async (what: object) =>
    (await admin.keys.issue({ account, kind: 'management', name: 'one', ...what } as NewKey, atTerminal)).key
  const script = server.model.script()
  const asked = server.say({ utterance: 'why?', uid: 'ann', stream: true })
  await script.asked
  script.write('Because')
  const response = await asked
  const turn = response.headers.get('x-turn-id')!

  const notFound = { status: 404, code: 'turn_not_found' }
  expect(await problemOf(await cancel(server, turn, await issue({ account: 'other' })))).toMatchObject(notFound)
  expect(await problemOf(await cancel(server, turn, await issue({ kind: 'conversation' })))).toMatchObject(notFound)
  expect(await problemOf(await cancel(server, 'no-such-turn'))).toMatchObject(notFound)
  expect(await problemOf(await cancel(server, turn, 'wrong'))).toMatchObject({ status: 401 })
  const reading = await issue({ scopes: ['turns:read'] })
  expect(await problemOf(await cancel(server, turn, reading))).toMatchObject({ status: 403, code: 'out_of_scope' })

  await cancelled(await cancel(server, turn, await issue({ scopes: ['turns:write'] })), turn)
  await script.aborted
  expect(lastOf(await response.text())).toMatchObject({ error: { code: 'cancelled' } })
  const over = (await server.say({ utterance: 'hello', uid: 'ann' })).headers.get('x-turn-id')!
  for (const key of [server.conversationKey, server.managementKey]) {
    expect(await problemOf(await cancel(server, over, key))).toMatchObject({ status: 409, code: 'turn_over' })
  }
  expect(await problemOf(await cancel(server, over, await issue({ account: 'other' })))).toMatchObject(notFound)
})

it('a turn of which nothing is written down is cancelled in whichever process it runs', async () => {
  const { store, secrets } = await startServer()
  // What processes on PostgreSQL tell each other.
  const hearers = new Set<(text: string | undefined) => void>()
  const db = { ...store.db, dialect: 'postgres' as const }
  const notices = createNotices({
    async tell(_topic, text) {
      for (const hear of [...hearers]) hear(text)
    },
    hear(_topic, hear) {
      hearers.add(hear)
      return () => hearers.delete(hear)
    },
  })
  const process = (holder: string) => {
    const calls = createCalls()
    const processes = { holder, isAlive: async () => true, notices }
    return { calls, ...createCancelling({ calls, store: { ...store, db }, secrets, processes }) }
  }
  const [one, two] = [process('one'), process('two')]
  const turn = { id: 'a-turn', key: 'a-key', account: 'default', agent: 'guide' }
  const open = one.calls.beginTurn(turn)
  const by = { account: 'default', key: 'a-key', agent: null }
  await expect(two.cancel('a-turn', { ...by, key: 'another' })).rejects.toMatchObject({ code: 'turn_not_found' })
  await expect(two.cancel('a-turn', { account: 'default', adminOf: ['other'] })).rejects.toMatchObject({ status: 404 })
  expect(open.isCancelled).toBe(false)
  expect(await two.cancel('a-turn', by)).toEqual({ id: 'a-turn' })
  expect([open.isCancelled, open.signal.aborted]).toEqual([true, true])
  open.done()
  expect(await two.cancel('a-turn', { account: 'default', adminOf: ['guide'] })).toEqual({ id: 'a-turn' })
  expect(await two.cancel('a-turn', { account: 'default', adminOf: 'all' })).toEqual({ id: 'a-turn' })
})
