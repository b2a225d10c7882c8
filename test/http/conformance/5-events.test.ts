import { describe, expect, it } from 'vitest'
import { startWebhookServer } from '../../support/webhook-server.ts'
import { type AnswerBody, answerOf, problemOf, startServer } from '../server.ts'
import { startManagement, webhook } from './support.ts'

/** An agent with one webhook, on a server that keeps what it is sent. */
async function startHooked(more: object) {
  const hooks = await startWebhookServer((_, response) => void response.end('Sunny'))
  const server = await startManagement()
  await server.update({ agent: { id: 'guide' }, webhooks: [{ ...webhook, url: hooks.url, ...more }] })
  return { ...server, received: hooks.received }
}

describe('Webhooks', () => {
  it('trigger.triggerType 0 fires on a user utterance', async () => {
    const { say, received } = await startHooked({ trigger: { triggerType: 0, condition: 0 } })
    await answerOf(await say({ utterance: 'hello', uid: 'ann' }))
    await expect.poll(() => received.length).toBe(1)
    expect(JSON.parse(received[0]!.body)).toMatchObject({
      webhookType: 'user_utterance',
      agentId: 'guide',
      userId: 'ann',
      utterance: 'hello',
    })
  })

  it('trigger.triggerType 1 fires on an agent response', async () => {
    const { say, received } = await startHooked({ trigger: { triggerType: 1, condition: 0 } })
    await answerOf(await say({ utterance: 'hello', uid: 'ann' }))
    await expect.poll(() => received.length).toBe(1)
    expect(JSON.parse(received[0]!.body)).toMatchObject({ webhookType: 'agent_response', response: 'Hello there' })
  })

  it('trigger.triggerType 2 fires on a function call', async () => {
    const trigger = {
      triggerType: 2,
      condition: 0,
      functionCallingName: 'weather',
      functionCallingDescription: 'Looks up the weather',
    }
    const { say, model, received } = await startHooked({ trigger, useResponseInPrompt: true })
    const asks = model.script()
    asks.call({ id: 'c1', name: 'weather', arguments: '{"place":"Oslo"}' })
    const answers = model.script()
    const answered = say({ utterance: 'how is the weather?', uid: 'ann' })
    const { messages } = await answers.asked
    expect(JSON.parse(received[0]!.body)).toMatchObject({ webhookType: 'function_calling', place: 'Oslo' })
    expect(messages.at(-1)).toMatchObject({ role: 'tool', callId: 'c1', text: expect.stringContaining('Sunny') })
    answers.write('It is sunny')
    answers.end()
    expect((await answerOf(await answered)).bestResponse.utterance).toBe('It is sunny')
  })

  it('trigger.condition and conditionValues filter', async () => {
    const trigger = { triggerType: 0, condition: 1, conditionValues: ['hello'] }
    const { say, received } = await startHooked({ trigger })
    for (const utterance of ['other', 'hello', 'hello you']) await answerOf(await say({ utterance, uid: 'ann' }))
    await expect.poll(() => received.map(({ body }) => JSON.parse(body).utterance)).toEqual(['hello'])
  })

  it('useResponseInPrompt includes the response in the prompt', async () => {
    const { say, model } = await startHooked({ useResponseInPrompt: true, promptPrefix: 'The weather:' })
    const script = model.script()
    const answered = say({ utterance: 'shall I go out?', uid: 'ann' })
    const { messages } = await script.asked
    expect(JSON.stringify(messages)).toMatch(/The weather:.*Sunny/)
    script.write('Yes')
    script.end()
    await answered
  })

  it('isEnable false: it does not fire', async () => {
    const { say, received } = await startHooked({ isEnable: false, useResponseInPrompt: true })
    await answerOf(await say({ utterance: 'why?', uid: 'ann' }))
    expect(received).toEqual([])
  })
})

type Line = AnswerBody & { bestResponse: { utterance: string; is_searching?: boolean } }

/** The objects of an NDJSON stream, each of which ends with a line break. */
function linesOf(text: string): Line[] {
  expect(text.endsWith('\n')).toBe(true)
  return text
    .slice(0, -1)
    .split('\n')
    .map((line) => JSON.parse(line))
}

const streamed = async (
  write: (script: ReturnType<Awaited<ReturnType<typeof startServer>>['model']['script']>) => void,
) => {
  const { say, model } = await startServer()
  const script = model.script()
  const asked = say({ utterance: 'why?', uid: 'ann', stream: true, state: { name: 'Ann' } })
  write(script)
  return asked
}

describe('Streaming messages', () => {
  it('1. intermediate messages: one JSON object a line, with bestResponse.utterance (the text so far) and is_searching', async () => {
    const response = await streamed((script) => {
      script.write('Because')
      setTimeout(() => {
        script.write(' it is so')
        script.end()
      }, 150)
    })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8')
    const lines = linesOf(await response.text())
    expect(lines[0]).toEqual({ bestResponse: { utterance: 'Because', is_searching: false } })
    expect(lines.slice(0, -1).every(({ bestResponse }) => 'Because it is so'.startsWith(bestResponse.utterance))).toBe(
      true,
    )
  })

  it('2. final message: the conversation response body', async () => {
    const response = await streamed((script) => {
      script.write('Because')
      script.end()
    })
    expect(linesOf(await response.text()).at(-1)).toEqual({
      utterance: 'why?',
      bestResponse: {
        utterance: 'Because',
        score: expect.any(Number),
        options: [],
        topic: '',
        imageUrl: '',
        url: '',
        isAutoResponse: true,
        isSearching: false,
        extensions: null,
        shouldSelectOption: false,
        state: '',
        scenarioNode: null,
        embededHtml: '',
      },
      userState: { name: 'Ann' },
      avatarIconUrl: 'https://example.com/guide.png',
    })
  })

  it('3. a client that splits on newlines and takes the last object that is not empty sees the text grow to its end', async () => {
    const response = await streamed((script) => {
      let n = 0
      const timer = setInterval(() => {
        script.write(`word${n} `)
        if (++n < 20) return
        clearInterval(timer)
        script.end()
      }, 15)
    })
    let buffered = ''
    let seen = ''
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      buffered += chunk
      const objects = buffered.split('\n')
      buffered = objects.pop()!
      const last = objects.at(-1)
      if (!last) continue
      const { utterance } = (JSON.parse(last) as Line).bestResponse
      expect(utterance.startsWith(seen)).toBe(true)
      seen = utterance
    }
    expect(buffered).toBe('')
    expect(seen).toBe(Array.from({ length: 20 }, (_, n) => `word${n}`).join(' '))
  })

  it('flushes the first text at once, and later ones at most every 100 ms', async () => {
    const response = await streamed((script) => {
      script.write('First')
      let n = 0
      const timer = setInterval(() => {
        script.write(` ${n}`)
        if (++n < 40) return
        clearInterval(timer)
        script.end()
      }, 10)
    })
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
    const { value } = await reader.read()
    expect(linesOf(value!)[0]).toEqual({ bestResponse: { utterance: 'First', is_searching: false } })
    let rest = ''
    for (let read = await reader.read(); !read.done; read = await reader.read()) rest += read.value
    // Far fewer than the forty pieces there were, however slow the machine.
    expect(linesOf(rest).length).toBeLessThan(20)
  })

  it('with Accept: text/event-stream, the same objects come as data events', async () => {
    const { say, model } = await startServer()
    const script = model.script()
    const asked = say({ utterance: 'why?', stream: true }, { accept: 'text/event-stream' })
    script.write('Because')
    script.end()
    const response = await asked
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    const events = (await response.text()).split('\n\n')
    expect(events.pop()).toBe('')
    const objects = events.map((event) => JSON.parse(event.replace(/^data: /, '')))
    expect(objects.at(-1)).toMatchObject({ utterance: 'why?', bestResponse: { utterance: 'Because' } })
  })

  it('an answer that is there at once is its final message alone', async () => {
    const { say } = await startServer()
    const lines = linesOf(await (await say({ utterance: 'hello', stream: true })).text())
    expect(lines).toMatchObject([{ utterance: 'hello', bestResponse: { utterance: 'Hello there' } }])
  })

  it('a failure before the first text has its status', async () => {
    const { say, model } = await startServer()
    model.script().fail(new Error('a bug'))
    const response = await say({ utterance: 'why?', stream: true })
    expect(await problemOf(response)).toMatchObject({ status: 500, code: 'internal_error' })
  })

  it.each(['ann', undefined])(
    'a failure later is told in the final message, with the text so far (uid %s)',
    async (uid) => {
      const { say, model } = await startServer()
      const script = model.script()
      const asked = say({ utterance: 'why?', uid, stream: true })
      script.write('Because')
      const response = await asked
      script.fail(new Error('a bug at /home'))
      const text = await response.text()
      expect(linesOf(text).at(-1)).toMatchObject({
        utterance: 'why?',
        bestResponse: { utterance: 'Because' },
        error: { code: 'internal_error' },
      })
      expect(text).not.toContain('bug')
    },
  )
})
