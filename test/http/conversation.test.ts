import { describe, expect, it } from 'vitest'
import { orderKey } from '../../src/model/key.ts'
import { LlmError } from '../../src/ports/llm.ts'
import { minimalAgent } from '../support/agent.ts'
import { answerOf, guide, problemOf, startServer } from './server.ts'

const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(64)])
const image = (bytes: Buffer) => bytes.toString('base64')
const padded = (signature: string, size = 64) =>
  image(Buffer.concat([Buffer.from(signature, 'latin1'), Buffer.alloc(size)]))

describe('a plain answer', () => {
  it('has the shape of the specification, with every field', async () => {
    const { say } = await startServer()
    const response = await say({ utterance: 'hello', uid: 'ann', state: { name: 'Ann' } })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(await response.json()).toEqual({
      utterance: 'hello',
      bestResponse: {
        utterance: 'Hello there',
        score: 100,
        options: ['More'],
        topic: 'greeting',
        imageUrl: '',
        url: 'https://example.com/hello',
        isAutoResponse: false,
        isSearching: false,
        extensions: null,
        shouldSelectOption: false,
        state: '',
        embededHtml: '',
      },
      userState: { name: 'Ann' },
      avatarIconUrl: 'https://example.com/guide.png',
    })
  })

  it('comes from the model where no rule answers', async () => {
    const { say } = await startServer()
    const answer = await answerOf(await say({ utterance: 'why?' }))
    expect(answer.bestResponse).toMatchObject({ utterance: 'You said: why?', isAutoResponse: true, score: 0 })
  })

  it('of an empty utterance is the opening, and start_utterance is the opening where it is given', async () => {
    const { say } = await startServer()
    expect((await answerOf(await say({ utterance: '', uid: 'ann' }))).bestResponse.utterance).toBe('Welcome!')
    const started = await say({ utterance: '', uid: 'ann', start_utterance: 'Back again' })
    expect((await answerOf(started)).bestResponse.utterance).toBe('Back again')
  })

  it('names its request in a header, a new id for each', async () => {
    const { say } = await startServer()
    const ids = await Promise.all(
      [1, 2].map(async () => (await say({ utterance: 'hello' })).headers.get('x-request-id')),
    )
    expect(ids[0]).toMatch(/^[0-9a-f-]{36}$/)
    expect(ids[0]).not.toBe(ids[1])
  })
})

describe('fields of the request', () => {
  it('that are not known are ignored', async () => {
    const { say } = await startServer()
    expect((await say({ utterance: 'hello', username: 'Ann', history_id: 7, is_test: null })).status).toBe(200)
  })

  it('that are optional may be null', async () => {
    const { say } = await startServer()
    const body = {
      uid: null,
      state: null,
      stream: null,
      base64_image: null,
      third_party_token: null,
      disable_history: null,
    }
    expect((await say({ utterance: 'hello', ...body })).status).toBe(200)
  })

  it('of the wrong type are all named at once', async () => {
    const { say } = await startServer()
    const response = await say({
      utterance: 1,
      uid: {},
      stream: 'yes',
      start_utterance: [],
      base64_image: 4,
      disable_ai_response: 1,
      disable_history: 'no',
      third_party_token: false,
    })
    const problem = await problemOf(response)
    expect(problem).toMatchObject({ status: 400, code: 'invalid_request' })
    expect(problem['errors']).toEqual([
      { path: 'utterance', message: 'must be a string' },
      { path: 'uid', message: 'must be a string' },
      { path: 'stream', message: 'must be true or false' },
      { path: 'start_utterance', message: 'must be a string' },
      { path: 'base64_image', message: 'must be a string' },
      { path: 'disable_ai_response', message: 'must be true or false' },
      { path: 'disable_history', message: 'must be true or false' },
      { path: 'third_party_token', message: 'must be a string' },
    ])
  })

  it('that are required are named when missing', async () => {
    const { say } = await startServer()
    const problem = await problemOf(await say({ agent_id: undefined }))
    expect(problem['errors']).toEqual([
      { path: 'agent_id', message: 'is required' },
      { path: 'utterance', message: 'is required' },
    ])
  })

  it.each([[[]], ['"text"'], ['null'], [3]])('have to be those of an object, not of %j', async (body) => {
    const { request } = await startServer()
    const problem = await problemOf(await request('POST', '/api', body))
    expect(problem).toMatchObject({ status: 400, errors: [{ path: '', message: 'must be an object' }] })
  })
})

describe('state', () => {
  it('is merged into what is kept of the user, as an object or as a JSON string of one', async () => {
    const { say } = await startServer()
    await say({ utterance: 'hello', uid: 'ann', state: { name: 'Ann', place: 'Oslo' } })
    const second = await say({ utterance: 'hello', uid: 'ann', state: JSON.stringify({ place: 'Rome' }) })
    expect((await answerOf(second)).userState).toEqual({ name: 'Ann', place: 'Rome' })
    expect((await answerOf(await say({ utterance: 'hello', uid: 'ben' }))).userState).toEqual({})
  })

  it('is applied to a conversation start too', async () => {
    const { say, store, account } = await startServer()
    await say({ utterance: '', uid: 'ann', state: { name: 'Ann' } })
    expect(await store.people.state(orderKey(account, 'guide', 'ann'))).toEqual({ name: 'Ann' })
  })

  it.each([
    [{ n: 1, ok: 'x', none: null }, ['state.n', 'state.none']],
    ['{"a": true}', ['state.a']],
    ['{nonsense', ['state']],
    ['"text"', ['state']],
    [['a'], ['state']],
    [7, ['state']],
  ])('of %j is refused, naming the key', async (state, paths) => {
    const { say } = await startServer()
    const problem = await problemOf(await say({ utterance: 'hello', uid: 'ann', state }))
    expect(problem).toMatchObject({ status: 400, code: 'invalid_request' })
    expect((problem['errors'] as { path: string }[]).map(({ path }) => path)).toEqual(paths)
  })

  it.each([undefined, null, ''])('needs a uid, and %j is none', async (uid) => {
    const { say } = await startServer()
    const problem = await problemOf(await say({ utterance: 'hello', uid, state: { name: 'Ann' } }))
    expect(problem).toMatchObject({ status: 400, code: 'uid_required', errors: [{ path: 'uid' }] })
    expect((await say({ utterance: 'hello', uid, state: {} })).status).toBe(200)
  })

  it('may use any key', async () => {
    const { say } = await startServer()
    const state = JSON.parse('{"__proto__": "a", "constructor": "b", "": "c", "名前": "d"}')
    const answer = await answerOf(await say({ utterance: 'hello', uid: 'ann', state }))
    expect(Object.entries(answer.userState).sort()).toEqual(Object.entries(state).sort())
  })
})

describe('the utterance', () => {
  it('may have as many characters as the limit, whatever they are made of', async () => {
    const { say } = await startServer({ limits: { utterance: 10 } })
    expect((await say({ utterance: '🐟'.repeat(10) })).status).toBe(200)
    const problem = await problemOf(await say({ utterance: '🐟'.repeat(11) }))
    expect(problem).toMatchObject({ status: 400, code: 'utterance_too_long', errors: [{ path: 'utterance' }] })
    expect((await problemOf(await say({ utterance: '', start_utterance: 'x'.repeat(25) })))['code']).toBe(
      'utterance_too_long',
    )
  })
})

describe('a key', () => {
  it.each([
    ['missing', undefined],
    ['null', null],
    ['empty', ''],
    ['unknown', 'pk_nonsense'],
  ])('that is %s is a 401', async (_what, api_key) => {
    const { say } = await startServer()
    const response = await say({ utterance: 'hello', api_key })
    expect(response.headers.get('www-authenticate')).not.toBeNull()
    expect(await problemOf(response)).toMatchObject({ status: 401, code: 'invalid_api_key' })
  })

  it('that is no string is a 400, like an agent_id that is none; a good shape of both comes before the rest', async () => {
    const { say } = await startServer()
    expect((await say({ utterance: 'hello', api_key: 1 })).status).toBe(400)
    expect((await say({ utterance: 'hello', api_key: 'unknown', agent_id: 1 })).status).toBe(400)
    expect((await say({ utterance: 'hello', api_key: 'unknown', agent_id: '' })).status).toBe(400)
    expect((await say({ utterance: 1, api_key: 'unknown' })).status).toBe(401)
    expect((await say({ api_key: undefined })).status).toBe(401)
  })

  it('for management does not open conversations', async () => {
    const { say, managementKey } = await startServer()
    expect((await say({ utterance: 'hello', api_key: managementKey })).status).toBe(401)
  })

  it('stops working within seconds of being revoked', async () => {
    let at = Date.now()
    const { say, admin, account } = await startServer({ now: () => at })
    const { id, key } = await admin.keys.issue({ account, kind: 'conversation', name: 'soon gone' })
    expect((await say({ utterance: 'hello', api_key: key })).status).toBe(200)
    await admin.keys.revoke(account, id)
    at += 5001
    expect((await say({ utterance: 'hello', api_key: key })).status).toBe(401)
  })

  it('of an account whose API integration is off is a 401', async () => {
    const { say, store, account } = await startServer()
    await store.accounts.update(account, { api_enabled: 0 })
    expect(await problemOf(await say({ utterance: 'hello' }))).toMatchObject({ status: 401, code: 'api_disabled' })
  })

  it('of an agent opens that agent only', async () => {
    const { say, admin, account } = await startServer({ agents: { guide, other: guide } })
    const { key } = await admin.keys.issue({ account, kind: 'agent', agent: 'guide', name: 'guide' })
    expect((await say({ utterance: 'hello', api_key: key })).status).toBe(200)
    const problem = await problemOf(await say({ utterance: 'hello', api_key: key, agent_id: 'other' }))
    expect(problem).toMatchObject({ status: 400, code: 'agent_not_found' })
  })
})

describe('an agent', () => {
  it('that does not exist is a 400', async () => {
    const { say } = await startServer()
    const problem = await problemOf(await say({ utterance: 'hello', agent_id: 'nobody' }))
    expect(problem).toMatchObject({ status: 400, code: 'agent_not_found' })
  })

  it('that is private answers its own account only, a public one everybody, each with users of their own', async () => {
    const { say, admin, store } = await startServer({ agents: { guide, hidden: minimalAgent() } })
    const account = 'second'
    const row = { ...(await store.accounts.get('default'))!, id: account }
    await store.db.query.insertInto('account').values(row).execute()
    const { key } = await admin.keys.issue({ account, kind: 'conversation', name: 'second' })
    expect((await problemOf(await say({ utterance: 'hello', api_key: key, agent_id: 'hidden' })))['code']).toBe(
      'agent_not_found',
    )
    expect((await say({ utterance: 'hello', agent_id: 'hidden' })).status).toBe(200)
    await say({ utterance: 'hello', uid: 'ann', state: { secret: 'ours' } })
    const theirs = await say({ utterance: 'hello', uid: 'ann', api_key: key })
    expect((await answerOf(theirs)).userState).toEqual({})
    expect(await store.usage.thisMonth(account)).toBe(1)
  })
})

describe('an image', () => {
  it.each([
    ['PNG', '\x89PNG\r\n\x1a\n', 'image/png'],
    ['JPEG', '\xff\xd8\xff\xe0', 'image/jpeg'],
    ['GIF', 'GIF89a', 'image/gif'],
    ['WebP', 'RIFF\x00\x00\x00\x00WEBP', 'image/webp'],
  ])('in %s reaches a model that sees', async (_name, signature, mimetype) => {
    const { say, model } = await startServer({ model: { vision: true } })
    const script = model.script()
    const base64_image = padded(signature)
    const answered = say({ utterance: 'what is this?', base64_image })
    const asked = await script.asked
    script.write('A fish')
    script.end()
    expect((await answered).status).toBe(200)
    expect(asked.messages.at(-1)).toMatchObject({ images: [{ mimetype, base64: base64_image }] })
  })

  it('may be a data URL, and may have line breaks', async () => {
    const { say } = await startServer({ model: { vision: true } })
    const wrapped = image(png).replace(/(.{20})/g, '$1\r\n')
    expect((await say({ utterance: 'x', base64_image: `data:image/png;base64,${wrapped}` })).status).toBe(200)
  })

  it.each([
    ['no image', image(Buffer.from('plain text, no image'))],
    ['no base64', '$$$$'],
    ['SVG', image(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))],
  ])('that is %s is a 400', async (_what, base64_image) => {
    const { say } = await startServer({ model: { vision: true } })
    const problem = await problemOf(await say({ utterance: 'x', base64_image }))
    expect(problem).toMatchObject({ status: 400, code: 'image_unreadable', errors: [{ path: 'base64_image' }] })
  })

  it('may have 8 MiB and no more', async () => {
    const { say } = await startServer({ model: { vision: true } })
    const size = 8 * 1024 * 1024 - 8
    expect((await say({ utterance: 'x', base64_image: padded('\x89PNG\r\n\x1a\n', size) })).status).toBe(200)
    const problem = await problemOf(await say({ utterance: 'x', base64_image: padded('\x89PNG\r\n\x1a\n', size + 1) }))
    expect(problem).toMatchObject({ status: 400, code: 'image_too_large' })
  })

  it('is refused where the model does not see, or there is none, also when a rule would answer', async () => {
    const { say } = await startServer({ agents: { guide, ruled: minimalAgent() } })
    const base64_image = image(png)
    expect((await problemOf(await say({ utterance: 'hello', base64_image })))['code']).toBe('image_not_supported')
    const ruled = await say({ utterance: 'hello', base64_image, agent_id: 'ruled' })
    expect(await problemOf(ruled)).toMatchObject({ status: 400, code: 'image_not_supported' })
  })
})

describe('the size of a body', () => {
  const raw = (bytes: number) => `{"utterance":"hello","padding":"${'x'.repeat(bytes)}"}`

  it('is at most 256 KiB beside the image', async () => {
    const { request, say } = await startServer({ model: { vision: true } })
    expect((await say({ utterance: 'hello', padding: 'x'.repeat(255 * 1024) })).status).toBe(200)
    expect(await problemOf(await request('POST', '/api', raw(256 * 1024)))).toMatchObject({
      status: 413,
      code: 'body_too_large',
    })
    const big = padded('\x89PNG\r\n\x1a\n', 400_000)
    expect((await say({ utterance: 'x', base64_image: big })).status).toBe(200)
    expect((await say({ utterance: 'x', base64_image: big, padding: 'x'.repeat(256 * 1024) })).status).toBe(413)
    expect((await say({ utterance: 'x', base64_image: image(png), other: big })).status).toBe(413)
  })

  it('is at most 12 MiB in all, whether it is announced or not', async () => {
    const { request, url } = await startServer()
    const body = raw(12 * 1024 * 1024)
    expect((await request('POST', '/api', body)).status).toBe(413)
    const chunked = await fetch(`${url}/api`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: new Blob([body]).stream(),
      duplex: 'half',
    } as RequestInit).catch((error) => error.cause)
    // The server need not read on to answer: a client that only writes may find the connection closed.
    if (chunked instanceof Response) expect(chunked.status).toBe(413)
    else expect(chunked.code).toMatch(/EPIPE|ECONNRESET|UND_ERR_SOCKET/)
  })
})

describe('a turn', () => {
  it('with disable_ai_response makes no answer and is not counted, but is remembered', async () => {
    const { say, store, account } = await startServer()
    const answer = await answerOf(await say({ utterance: 'note this', uid: 'ann', disable_ai_response: true }))
    expect(answer.bestResponse.utterance).toBe('')
    expect(await store.usage.thisMonth(account)).toBe(0)
    const memory = await store.people.memory(orderKey(account, 'guide', 'ann'), 'http', 10)
    expect(memory).toEqual([{ role: 'user', text: 'note this' }])
  })

  it('gives the model what was said before, unless disable_history', async () => {
    const { say, model } = await startServer()
    await say({ utterance: 'first', uid: 'ann' })
    for (const [disable_history, said] of [
      [false, ['first', 'second']],
      [true, ['third']],
    ] as const) {
      const script = model.script()
      const answered = say({ utterance: said.at(-1), uid: 'ann', disable_history })
      const { messages } = await script.asked
      expect(messages.filter(({ role }) => role === 'user').map(({ text }) => text)).toEqual(said)
      script.write('ok')
      script.end()
      await answered
    }
  })

  it('that no model and nothing else can answer is a 503 that says when to ask again, and not why', async () => {
    const { say, model } = await startServer({
      agents: { guide: minimalAgent({ agent: { llmSettings: { llm: 'gpt-4o' } } }) },
    })
    model.script().fail(new LlmError('rate_limited', 'the secret of the provider', 7000))
    const response = await say({ utterance: 'why?' })
    expect(response.headers.get('retry-after')).toBe('7')
    const problem = await problemOf(response)
    expect(problem).toMatchObject({ status: 503, code: 'model_unavailable' })
    expect(JSON.stringify(problem)).not.toContain('secret')
  })

  it('that fails unexpectedly is a 500 without its cause, which the log has under the same id', async () => {
    const { say, model, lines } = await startServer()
    model.script().fail(new Error('a bug at /home'))
    const response = await say({ utterance: 'why?' })
    const problem = await problemOf(response)
    expect(problem).toMatchObject({
      status: 500,
      code: 'internal_error',
      requestId: response.headers.get('x-request-id'),
    })
    expect(JSON.stringify(problem)).not.toContain('bug')
    expect(lines.some((line) => line.includes('a bug at') && line.includes(problem['requestId'] as string))).toBe(true)
  })

  it.each(['ann', undefined])('that was cut short answers with what there is and says so (uid %s)', async (uid) => {
    const { say, model } = await startServer()
    const script = model.script()
    script.write('Half of')
    script.cut()
    const answer = await answerOf(await say({ utterance: 'why?', uid }))
    expect(answer).toMatchObject({ bestResponse: { utterance: 'Half of' }, error: { code: 'model_interrupted' } })
    expect(answer.error?.detail).not.toBe('')
  })

  it('of a uid with too many open ones is a 503', async () => {
    const { say, model } = await startServer()
    const scripts = [model.script(), model.script(), model.script()]
    const running = scripts.map((_, n) => say({ utterance: `q${n}`, uid: 'ann' }))
    await scripts[0]!.asked
    await expect.poll(async () => (await say({ utterance: 'hello', uid: 'ann' })).status).toBe(503)
    for (const script of scripts) {
      script.write('ok')
      script.end()
    }
    expect((await Promise.all(running)).map(({ status }) => status)).toEqual([200, 200, 200])
  })

  it('says problems in the language that is asked for', async () => {
    const { say } = await startServer()
    const response = await say({ utterance: 'hello', agent_id: 'nobody' }, { 'accept-language': 'ja,en;q=0.5' })
    expect((await problemOf(response))['detail']).toMatch(/エージェント/)
  })
})

describe('the request rate', () => {
  it('is limited for each key, and says when to come again', async () => {
    let at = 1_700_000_000_000
    const { say, admin, account } = await startServer({
      now: () => at,
      plan: { requests: { perSecond: 0.5, burst: 2 } },
    })
    const first = await say({ utterance: 'hello' })
    expect(first.headers.get('ratelimit-limit')).toBe('2')
    expect(first.headers.get('ratelimit-remaining')).toBe('1')
    expect(first.headers.get('ratelimit-reset')).toBe('2')
    expect((await say({ utterance: 1 })).status).toBe(400)
    const refused = await say({ utterance: 'hello' })
    expect(refused.headers.get('retry-after')).toBe('2')
    expect(refused.headers.get('ratelimit-remaining')).toBe('0')
    expect(await problemOf(refused)).toMatchObject({ status: 429, code: 'too_many_requests' })
    const { key } = await admin.keys.issue({ account, kind: 'conversation', name: 'another' })
    expect((await say({ utterance: 'hello', api_key: key })).status).toBe(200)
    at += 2000
    expect((await say({ utterance: 'hello' })).status).toBe(200)
  })
})

describe("the plan's conversations of a month", () => {
  it('are a 429 once used up, until the next month', async () => {
    let at = Date.UTC(2026, 10, 30, 23, 0, 0)
    const { say } = await startServer({ now: () => at, plan: { conversationsPerMonth: 2 } })
    expect((await say({ utterance: 'hello', uid: 'ann' })).status).toBe(200)
    expect((await say({ utterance: 'hello' })).status).toBe(200)
    const refused = await say({ utterance: 'hello' })
    expect(refused.headers.get('retry-after')).toBe('3600')
    expect(await problemOf(refused)).toMatchObject({ status: 429, code: 'conversation_cap_reached' })
    expect((await say({ utterance: 'a note', uid: 'ann', disable_ai_response: true })).status).toBe(200)
    at += 3_600_000
    expect((await say({ utterance: 'hello' })).status).toBe(200)
  })
})
