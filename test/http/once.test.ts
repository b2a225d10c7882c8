import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { expect, it } from 'vitest'
import { type AnswerBody, answerOf, problemOf, startServer } from './server.ts'

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
