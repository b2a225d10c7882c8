import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { AppError } from '../../src/errors.ts'
import { bestResponse, type ConversationRequest } from '../../src/model/conversation.ts'
import { orderKey } from '../../src/model/key.ts'
import type { DirectTurns } from '../../src/turns/direct.ts'
import { minimalAgent } from '../support/agent.ts'
import { type AnswerBody, guide, problemOf, startServer, type TestServer } from './server.ts'

type Line = AnswerBody & { bestResponse: { utterance: string; is_searching?: boolean } }

function linesOf(text: string): Line[] {
  expect(text.endsWith('\n')).toBe(true)
  return text
    .slice(0, -1)
    .split('\n')
    .map((line) => JSON.parse(line) as Line)
}

/** The lines as they arrive. */
async function* arriving(response: Response): AsyncGenerator<Line> {
  let text = ''
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    text += chunk
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n')) {
      yield JSON.parse(text.slice(0, end)) as Line
      text = text.slice(end + 1)
    }
  }
  expect(text).toBe('')
}

/** A client that reads only when told to. */
async function slowClient({ url, conversationKey }: TestServer, body: object): Promise<IncomingMessage> {
  const request = httpRequest(`${url}/api`, { method: 'POST', headers: { 'content-type': 'application/json' } })
  request.end(JSON.stringify({ api_key: conversationKey, agent_id: 'guide', stream: true, ...body }))
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  response.pause()
  return response
}

async function textOf(response: IncomingMessage): Promise<string> {
  let text = ''
  response.setEncoding('utf8')
  for await (const chunk of response) text += chunk
  return text
}

describe('a stream', () => {
  it('is one JSON object a line: the text so far, at last the whole message', async () => {
    const { say, model } = await startServer()
    const script = model.script()
    const asked = say({ utterance: 'why?', uid: 'ann', stream: true, state: { name: 'Ann' } })
    script.write('Because')
    const response = await asked
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8')
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    const lines = arriving(response)
    // There before the answer is: it is flushed as it is produced.
    expect((await lines.next()).value).toEqual({ bestResponse: { utterance: 'Because', is_searching: false } })
    script.write(' it is')
    expect((await lines.next()).value).toEqual({ bestResponse: { utterance: 'Because it is', is_searching: false } })
    script.write(' so.')
    script.end()
    let last: Line | undefined
    for await (const line of lines) last = line
    expect(last).toEqual({
      utterance: 'why?',
      bestResponse: bestResponse({ utterance: 'Because it is so.', isAutoResponse: true }),
      userState: { name: 'Ann' },
      avatarIconUrl: 'https://example.com/guide.png',
    })
  })

  it('is Server-Sent Events of the same objects for those who accept them', async () => {
    const { say, model } = await startServer()
    const script = model.script()
    script.write('Yes')
    script.end()
    const response = await say({ utterance: 'really?', stream: true }, { accept: 'text/event-stream' })
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    const events = (await response.text()).split('\n\n')
    expect(events.pop()).toBe('')
    expect(events.every((event) => event.startsWith('data: '))).toBe(true)
    expect(JSON.parse(events.at(-1)!.slice(6))).toMatchObject({
      utterance: 'really?',
      bestResponse: { utterance: 'Yes' },
    })
  })

  it('of an answer that is there at once is its last message alone', async () => {
    const { say } = await startServer()
    const lines = linesOf(await (await say({ utterance: 'hello', stream: true })).text())
    expect(lines).toMatchObject([{ utterance: 'hello', bestResponse: { utterance: 'Hello there', score: 100 } }])
  })

  it('only ever appends, in at most ten lines a second', async () => {
    const { say, model } = await startServer()
    const script = model.script()
    const asked = say({ utterance: 'count', stream: true })
    script.write('0')
    const response = await asked
    const writing = (async () => {
      for (let n = 1; n <= 100; n++) {
        script.write(` ${n}`)
        await new Promise((resolve) => setTimeout(resolve, 4))
      }
      script.end()
    })()
    const times: number[] = []
    const texts: string[] = []
    for await (const line of arriving(response)) {
      times.push(performance.now())
      texts.push(line.bestResponse.utterance)
    }
    await writing
    expect(texts.length).toBeGreaterThan(2)
    // 400 ms: the first, one each 100 ms, the last; timers may be late, so never more.
    expect(texts.length).toBeLessThanOrEqual(2 + Math.ceil((times.at(-1)! - times[0]!) / 90))
    for (const [n, text] of texts.entries()) expect(text.startsWith(texts[n - 1] ?? '')).toBe(true)
    expect(texts.at(-1)?.endsWith(' 99 100')).toBe(true)
  })

  it('is refused by an agent that does not stream', async () => {
    const { autoResponseSettings: _, ...agent } = guide.agent
    const quiet = minimalAgent({ agent: { ...agent, autoResponseSettings: { stream: false } } })
    const { say } = await startServer({ agents: { guide: quiet } })
    const problem = await problemOf(await say({ utterance: 'why?', stream: true }))
    expect(problem).toMatchObject({ status: 400, code: 'streaming_disabled' })
    expect((await say({ utterance: 'why?' })).status).toBe(200)
  })
})

describe('a stream that fails', () => {
  it('before its first text has the status of a plain answer', async () => {
    const { say, model } = await startServer()
    model.script().fail(new Error('a bug'))
    expect(await problemOf(await say({ utterance: 'why?', stream: true }))).toMatchObject({
      status: 500,
      code: 'internal_error',
    })
    expect((await say({ utterance: 'why?', stream: true, agent_id: 'nobody' })).status).toBe(400)
  })

  it.each(['ann', undefined])(
    'later ends with the text so far and the error, without its cause (uid %s)',
    async (uid) => {
      const { say, model, lines: log, store, account } = await startServer()
      await store.db.batch(store.people.setSteps(orderKey(account, 'guide', 'ann'), { name: 'Ann' }))
      const script = model.script()
      const asked = say({ utterance: 'why?', uid, stream: true })
      script.write('Because')
      const response = await asked
      script.fail(new Error('a bug'))
      const last = linesOf(await response.text()).at(-1)
      expect(last).toMatchObject({
        utterance: 'why?',
        bestResponse: bestResponse({ utterance: 'Because', isAutoResponse: true }),
        userState: uid ? { name: 'Ann' } : {},
        avatarIconUrl: 'https://example.com/guide.png',
        error: { code: 'internal_error' },
      })
      expect(JSON.stringify(last)).not.toContain('bug')
      await expect.poll(() => log.some((line) => line.includes('a bug'))).toBe(true)
    },
  )

  it('because the model was cut ends with what there is', async () => {
    const { say, model } = await startServer()
    const script = model.script()
    script.write('Half')
    script.cut()
    const last = linesOf(await (await say({ utterance: 'why?', stream: true })).text()).at(-1)
    expect(last).toMatchObject({ bestResponse: { utterance: 'Half' }, error: { code: 'model_interrupted' } })
  })

  it('with an error of ours says its sentence', async () => {
    const conversations: DirectTurns = {
      async *converse() {
        yield { kind: 'progress', text: 'Bef', searching: true }
        throw new AppError('model_unavailable', 'The model is away.', { status: 503 })
      },
    }
    const { say } = await startServer({ conversations })
    expect(linesOf(await (await say({ utterance: 'x', stream: true })).text())).toMatchObject([
      { bestResponse: { utterance: 'Bef', is_searching: true } },
      { bestResponse: { utterance: 'Bef' }, error: { code: 'model_unavailable', detail: 'The model is away.' } },
    ])
  })

  it('never shows a text that does not continue what was shown', async () => {
    const conversations: DirectTurns = {
      async *converse() {
        yield { kind: 'progress', text: 'One', searching: false }
        yield { kind: 'progress', text: 'Another', searching: false }
        await new Promise((resolve) => setTimeout(resolve, 120))
        yield { kind: 'final', answer: bestResponse({ utterance: 'Another' }), userState: {} }
      },
    }
    const { say } = await startServer({ conversations })
    const lines = linesOf(await (await say({ utterance: 'x', stream: true })).text())
    expect(lines.map((line) => line.bestResponse.utterance)).toEqual(['One', 'Another'])
  })
})

describe('a client', () => {
  it.each([true, false])('that leaves stops the model (stream: %s)', async (stream) => {
    const { model, conversationKey, url, accessLog } = await startServer()
    const script = model.script()
    const leaving = new AbortController()
    const asked = fetch(`${url}/api`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ api_key: conversationKey, agent_id: 'guide', utterance: 'why?', uid: 'ann', stream }),
      signal: leaving.signal,
    })
    script.write('Because')
    await script.asked
    if (stream) await asked
    else asked.catch(() => {})
    leaving.abort()
    await script.aborted
    await expect.poll(() => accessLog()).toMatchObject([{ route: '/api', status: 499 }])
  })

  it('that leaves while its turn still waits for the one before holds up nobody', async () => {
    const { say, model, conversationKey, url, accessLog, store, account } = await startServer()
    const openTurns = () => store.inbox.openCount(orderKey(account, 'guide', 'ann'))
    const script = model.script()
    const first = say({ utterance: 'first', uid: 'ann' })
    await script.asked
    const leaving = new AbortController()
    const second = fetch(`${url}/api`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ api_key: conversationKey, agent_id: 'guide', utterance: 'second', uid: 'ann' }),
      signal: leaving.signal,
    }).catch(() => 'left')
    await expect.poll(openTurns).toBe(2)
    leaving.abort()
    expect(await second).toBe('left')
    await expect.poll(() => accessLog()).toMatchObject([{ status: 499 }])
    script.write('ok')
    script.end()
    expect((await first).status).toBe(200)
    expect((await say({ utterance: 'hello', uid: 'ann' })).status).toBe(200)
    await expect.poll(openTurns).toBe(0)
  })

  it('that reads slowly gets few lines and the last one whole', async () => {
    const server = await startServer()
    const script = server.model.script()
    const waiting = slowClient(server, { utterance: 'long' })
    script.write('.')
    const response = await waiting
    // Far more than the sockets' buffers hold, if each text so far were written.
    const piece = 'x'.repeat(1_000_000)
    for (let n = 0; n < 12; n++) {
      script.write(piece)
      await new Promise((resolve) => setTimeout(resolve, 110))
    }
    script.end()
    const lines = linesOf(await textOf(response))
    expect(lines.length).toBeLessThan(10)
    expect(lines.at(-1)).toMatchObject({ utterance: 'long', bestResponse: { isAutoResponse: true } })
    expect(lines.at(-1)?.bestResponse.utterance).toHaveLength(12_000_001)
  })

  it('that reads nothing for too long is cut off, and the model is stopped', async () => {
    const server = await startServer({ limits: { stallMs: 50 } })
    const script = server.model.script()
    const waiting = slowClient(server, { utterance: 'long' })
    script.write('.')
    const response = await waiting
    response.on('error', () => {})
    for (let n = 0; n < 12; n++) script.write('x'.repeat(1_000_000))
    await script.aborted
    await expect.poll(() => server.accessLog().at(-1)).toMatchObject({ status: 499 })
    response.destroy()
  })
})

describe('what a turn is asked', () => {
  it('is everything the request says, and no more', async () => {
    const asked: ConversationRequest[] = []
    const conversations: DirectTurns = {
      async *converse(request) {
        asked.push(request)
        yield { kind: 'final', answer: bestResponse({ utterance: 'ok' }), userState: {} }
      },
    }
    const { say } = await startServer({ conversations })
    await say({
      utterance: '',
      uid: 'ann',
      state: { a: 'b' },
      start_utterance: 'Hi',
      third_party_token: 'token',
      disable_ai_response: true,
      disable_history: true,
      more: 1,
    })
    await say({ utterance: 'hi' })
    const common = { account: 'default', agent: 'guide', conversation: 'http', door: 'http' }
    expect(asked).toEqual([
      {
        ...common,
        uid: 'ann',
        utterance: '',
        state: { a: 'b' },
        startUtterance: 'Hi',
        thirdPartyToken: 'token',
        disableAiResponse: true,
        disableHistory: true,
      },
      { ...common, uid: undefined, utterance: 'hi', disableAiResponse: false, disableHistory: false },
    ])
  })
})
