import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { AppError } from '../../src/lib/errors.ts'
import { bestResponse, type ConversationRequest } from '../../src/model/conversation.ts'
import { orderKey } from '../../src/model/key.ts'
import type { DirectTurns } from '../../src/turns/direct.ts'
import { type AnswerBody, madeUp, startServer, type TestServer } from './server.ts'

type Line = AnswerBody & { bestResponse: { utterance: string; is_searching?: boolean } }

function linesOf(text: string): Line[] {
  expect(text.endsWith('\n')).toBe(true)
  return text
    .slice(0, -1)
    .split('\n')
    .map((line) => JSON.parse(line) as Line)
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

describe('a stream that fails', () => {
  it('because the model was cut ends with what there is', async () => {
    const { say, model } = await startServer()
    const script = model.script()
    script.write('Half')
    script.cut()
    const last = linesOf(await (await say({ utterance: 'why?', stream: true })).text()).at(-1)
    expect(last).toMatchObject({ bestResponse: { utterance: 'Half' }, error: { code: 'model_interrupted' } })
  })

  it('with an error of ours says its sentence', async () => {
    const conversations = madeUp(async function* () {
      yield { kind: 'progress', text: 'Bef', searching: true }
      throw new AppError('model_unavailable', 'The model is away.', { status: 503 })
    })
    const { say } = await startServer({ conversations })
    expect(linesOf(await (await say({ utterance: 'x', stream: true })).text())).toMatchObject([
      { bestResponse: { utterance: 'Bef', is_searching: true } },
      { bestResponse: { utterance: 'Bef' }, error: { code: 'model_unavailable', detail: 'The model is away.' } },
    ])
  })

  it('never shows a text that does not continue what was shown', async () => {
    const conversations = madeUp(async function* () {
      yield { kind: 'progress', text: 'One', searching: false }
      yield { kind: 'progress', text: 'Another', searching: false }
      await new Promise((resolve) => setTimeout(resolve, 120))
      return { answer: bestResponse({ utterance: 'Another' }), userState: {} }
    })
    const { say } = await startServer({ conversations })
    const lines = linesOf(await (await say({ utterance: 'x', stream: true })).text())
    expect(lines.map((line) => line.bestResponse.utterance)).toEqual(['One', 'Another'])
  })
})

describe('a stream without a text', () => {
  const limits = { openMs: 20, heartbeatMs: 30 }

  it.each([false, true])(
    'says after a while whether something is being searched, and then that it is there (sse: %s)',
    async (sse) => {
      const go = Promise.withResolvers<void>()
      const conversations = madeUp(async function* () {
        yield { kind: 'progress', text: '', searching: true }
        await go.promise
        yield { kind: 'progress', text: 'Found', searching: false }
        yield { kind: 'progress', text: 'Found', searching: true }
        await new Promise((resolve) => setTimeout(resolve, 220))
        return { answer: bestResponse({ utterance: 'Found it' }), userState: {} }
      })
      const { say } = await startServer({ conversations, limits })
      const headers: Record<string, string> = sse ? { accept: 'text/event-stream' } : {}
      const response = await say({ utterance: 'x', stream: true }, headers)
      expect(response.status).toBe(200)
      let text = ''
      const beats = sse ? /(: still there\n\n){2}/ : /(\{"bestResponse":\{"utterance":"","is_searching":true\}\}\n){3}/
      for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
        text += chunk
        if (beats.test(text)) go.resolve()
      }
      const objects = text.split('\n').filter((line) => /^(data: )?\{/.test(line))
      const seen = objects.map((line) => JSON.parse(line.replace('data: ', '')).bestResponse)
      expect(seen[0]).toEqual({ utterance: '', is_searching: true })
      const told = seen.map(({ utterance, is_searching = false }) => `${utterance} ${is_searching}`)
      // What was so for a moment is told where the machine is slow enough.
      const lasting = told.filter((one) => one !== 'Found false')
      expect([...new Set(lasting)]).toEqual([' true', 'Found true', 'Found it false'])
      expect(seen.at(-1).isSearching).toBe(false)
    },
  )

  it('can no longer be a 503 by then, and ends with an error', async () => {
    const fail = Promise.withResolvers<void>()
    const conversations = madeUp(async function* () {
      yield { kind: 'progress', text: '', searching: false }
      await fail.promise
      throw new AppError('model_unavailable', 'The model is away.', { status: 503 })
    })
    const { say } = await startServer({ conversations, limits })
    const response = await say({ utterance: 'x', stream: true })
    fail.resolve()
    expect(linesOf(await response.text()).at(-1)).toMatchObject({
      bestResponse: { utterance: 'The model is away.' },
      error: { code: 'model_unavailable' },
    })
  })

  it('is a 503 before', async () => {
    const conversations = madeUp(async function* () {
      yield { kind: 'progress', text: '', searching: true }
      throw new AppError('model_unavailable', 'The model is away.', { status: 503 })
    })
    const { say } = await startServer({ conversations })
    expect((await say({ utterance: 'x', stream: true })).status).toBe(503)
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
    const final = Promise.resolve({ answer: bestResponse({ utterance: 'ok' }), userState: {} })
    const conversations: DirectTurns = {
      converse(request) {
        asked.push(request)
        return { id: 'a-turn', final }
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
    const origin = { key: expect.stringMatching(/^[\da-f]{16}$/) }
    const common = { account: 'default', agent: 'guide', conversation: 'http', door: 'http', origin }
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
