import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { type AnswerBody, answerOf, guide, problemOf, startServer, type TestServer } from './server.ts'

const key = { 'idempotency-key': '"question-17"' }
const said = (text: string) => JSON.parse(text.trim().split('\n').at(-1)!) as AnswerBody

it('a call that comes again with its Idempotency-Key is answered once, and alike each time, also streamed', async () => {
  const { say, model, store } = await startServer()
  const script = model.script()
  const ask = (stream: boolean, headers: Record<string, string> = key) =>
    say({ utterance: 'why?', uid: 'ann', stream }, headers)
  const first = ask(false)
  const meanwhile = ask(false)
  await script.asked
  script.write('Because.')
  script.end()
  const [one, two] = [await first, await meanwhile]
  expect([one, two].map(({ headers }) => headers.get('idempotency-replayed')).toSorted()).toEqual([null, 'true'])
  expect(one.headers.get('x-turn-id')).toBe(two.headers.get('x-turn-id'))
  const answer = await answerOf(one)
  expect(answer.bestResponse.utterance).toBe('Because.')
  expect(await answerOf(two)).toEqual(answer)
  expect(await store.people.memory('guide/default/ann', 'http', 10)).toHaveLength(2)

  // It is another request than that one, and says so.
  expect(await problemOf(await ask(true))).toMatchObject({ status: 422, code: 'idempotency_key_reused' })
  // Without the key, and with another, it is asked anew.
  const again = await ask(false, { 'idempotency-key': 'question-18' })
  expect((await answerOf(again)).bestResponse.utterance).toBe('You said: why?')
})

it('whoever loses a stream is told its end by coming again', async () => {
  const { say, model, url, conversationKey } = await startServer()
  const script = model.script()
  const body = { api_key: conversationKey, agent_id: 'guide', utterance: 'why?', uid: 'ann', stream: true }
  const headers = { 'content-type': 'application/json', ...key }
  const request = httpRequest(`${url}/api`, { method: 'POST', headers })
  request.end(JSON.stringify(body))
  await script.asked
  script.write('Because ')
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  await once(response, 'data')
  request.destroy()

  const again = say({ utterance: 'why?', uid: 'ann', stream: true }, key)
  script.write('it is so.')
  script.end()
  const whole = said(await (await again).text())
  expect(whole.bestResponse.utterance).toBe('Because it is so.')
  expect(whole.error).toBeUndefined()
})

it('what was not answered is tried anew', async () => {
  const { say, model } = await startServer()
  const ask = () => say({ utterance: 'why?', uid: 'ann' }, key)
  model.script().fail(new Error('away'))
  expect((await ask()).status).toBe(500)
  expect((await answerOf(await ask())).bestResponse.utterance).toBe('You said: why?')

  const cut = model.script()
  cut.write('Half')
  cut.cut()
  const interrupted = () => say({ utterance: 'and?', uid: 'ann' }, { 'idempotency-key': 'cut' })
  expect((await answerOf(await interrupted())).error).toMatchObject({ code: 'model_interrupted' })
  expect((await answerOf(await interrupted())).bestResponse.utterance).toBe('You said: and?')
})

it('a key of no shape is refused with its name', async () => {
  const { say } = await startServer()
  const refused = await say({ utterance: 'why?' }, { 'idempotency-key': 'ü' })
  expect(await problemOf(refused)).toMatchObject({ status: 400, errors: [{ path: 'Idempotency-Key' }] })
})

it('what manages agents under /admin is done once for each Idempotency-Key, and answered alike each time', async () => {
  const { manage, request, account, managementKey } = await startServer()
  const settings = { ...guide.agent, displayName: 'Desk' }
  const admin = (method: string, path: string, body?: unknown, name = 'one') =>
    request(method, `/admin/${account}${path}`, body, { 'x-api-key': managementKey, 'idempotency-key': name })
  const replayed = ({ status, headers }: Response) => [status, headers.get('idempotency-replayed')]

  const made = [await admin('POST', '/agent', { agent: settings }), await admin('POST', '/agent', { agent: settings })]
  expect(made.map(replayed)).toEqual([
    [201, null],
    [201, 'true'],
  ])
  const [first, second] = await Promise.all(made.map((one) => one.json() as Promise<{ id: string }>))
  expect(second).toEqual(first)
  expect(made[1]!.headers.get('location')).toBe(`/admin/${account}/agent/${first!.id}`)
  expect(((await (await manage('GET', '')).json()) as { agents: unknown[] }).agents).toHaveLength(2)
  const other = await admin('POST', '/agent', { agent: { ...settings, displayName: 'Other' } })
  expect(await problemOf(other)).toMatchObject({ status: 422, code: 'idempotency_key_reused' })

  const change = () => admin('PUT', '/agent', { agent: { id: first!.id, description: 'Knows it.' } }, 'two')
  expect([replayed(await change()), replayed(await change())]).toEqual([
    [200, null],
    [200, 'true'],
  ])
  expect(await (await manage('GET', `/${first!.id}`)).json()).toMatchObject({ version: 2 })
  const remove = () => admin('DELETE', `/agent/${first!.id}`, undefined, 'three')
  expect([replayed(await remove()), replayed(await remove())]).toEqual([
    [204, null],
    [204, 'true'],
  ])
  const forget = () => admin('POST', '/people/ann/forget', undefined, 'four')
  const [one, two] = [await forget(), await forget()]
  expect(replayed(two)).toEqual([200, 'true'])
  expect(await two.json()).toEqual(await one.json())
})

it('an answer that is kept for a day is forgotten with whoever got it', async () => {
  const { say, request, account, managementKey, conversationKey, store } = await startServer()
  const ask = (uid: string) => say({ utterance: `it is ${uid}`, uid }, { 'idempotency-key': uid })
  const body = { model: 'guide', user: 'ann', messages: [{ role: 'user', content: 'it is ann' }] }
  const headers = { authorization: `Bearer ${conversationKey}`, 'idempotency-key': 'chat' }
  const chat = () => request('POST', '/v1/chat/completions', body, headers)
  const all = async () =>
    [await ask('ann'), await chat(), await ask('ben')].map((one) => one.headers.get('idempotency-replayed'))
  expect(await all()).toEqual([null, null, null])
  expect(await all()).toEqual(['true', 'true', 'true'])
  await request('POST', `/admin/${account}/people/ann/forget`, undefined, { 'x-api-key': managementKey })
  const kept = await store.db.query.selectFrom('idempotent_call').select('person').execute()
  expect(kept).toEqual([{ person: 'guide/default/ben' }])
  expect(await all()).toEqual([null, null, 'true'])
})

describe('OpenAI’s protocol', () => {
  const ask = ({ request, conversationKey }: TestServer, path: string, body: object, name = 'one') =>
    request('POST', `/v1/${path}`, body, { authorization: `Bearer ${conversationKey}`, 'idempotency-key': name })
  const bodies = [
    ['chat/completions', { model: 'guide', user: 'ann', messages: [{ role: 'user', content: 'why?' }] }],
    ['responses', { model: 'guide', user: 'ann', input: 'why?' }],
  ] as const

  it.each(bodies)('answers %s once for each Idempotency-Key, whole and streamed', async (path, body) => {
    const server = await startServer()
    const turns = async () => (await server.store.people.memory('guide/default/ann', 'http', 20)).length / 2
    for (const stream of [false, true]) {
      const name = `key-${stream}`
      const [first, again] = [
        await ask(server, path, { ...body, stream }, name),
        await ask(server, path, { ...body, stream }, name),
      ]
      expect([first, again].map(({ headers }) => headers.get('idempotency-replayed'))).toEqual([null, 'true'])
      expect(again.headers.get('x-turn-id')).toBe(first.headers.get('x-turn-id'))
      const [said, repeated] = [await first.text(), await again.text()]
      expect(repeated).toContain('You said: why?')
      if (!stream) expect(JSON.parse(repeated)).toEqual(JSON.parse(said))
      const other = await ask(server, path, { ...body, stream, user: 'ben' }, name)
      expect(other.status).toBe(422)
      expect(await other.json()).toMatchObject({ error: { code: 'idempotency_key_reused' } })
    }
    expect(await turns()).toBe(2)
    // Equal bodies under two keys are two questions, also at the same time.
    const both = await Promise.all(['three', 'four'].map((name) => ask(server, path, body, name)))
    expect(new Set(both.map(({ headers }) => headers.get('x-turn-id'))).size).toBe(2)
  })

  it('makes an answer whoever leaves meanwhile, and tries anew what was cut off', async () => {
    const server = await startServer()
    const [path, body] = bodies[0]
    const script = server.model.script()
    const request = httpRequest(`${server.url}/v1/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.conversationKey}`, 'content-type': 'application/json', ...key },
    })
    request.end(JSON.stringify({ ...body, stream: true }))
    await script.asked
    script.write('Because ')
    await once(request, 'response')
    request.destroy()
    script.write('it is so.')
    script.end()
    const again = await ask(server, path, { ...body, stream: true }, 'question-17')
    expect(await again.text()).toContain('it is so.')

    const cut = server.model.script()
    cut.write('Half')
    cut.cut()
    const half = await (await ask(server, path, body, 'cut')).json()
    expect(half).toMatchObject({ choices: [{ finish_reason: 'length' }] })
    const whole = await (await ask(server, path, body, 'cut')).json()
    expect(whole).toMatchObject({ choices: [{ message: { content: 'You said: why?' }, finish_reason: 'stop' }] })
  })
})
