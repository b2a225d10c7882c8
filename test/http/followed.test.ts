import { expect, it, onTestFinished, vi } from 'vitest'
import { atTerminal } from '../../src/admin/actor.ts'
import { createCalls } from '../../src/http/calls.ts'
import { createFollowedTurns } from '../../src/http/followed/running.ts'
import { createOwed } from '../../src/http/owed.ts'
import { createLog } from '../../src/lib/log.ts'
import { bestResponse } from '../../src/model/conversation.ts'
import { createNotices } from '../../src/turns/notices.ts'
import { type AnswerBody, answerOf, guide, madeUp, problemOf, startServer, type TestServer } from './server.ts'

const key = (name: string) => ({ 'idempotency-key': name })

interface Event {
  id: number | undefined
  data: AnswerBody & { bestResponse: { is_searching?: boolean } }
}

/** The events of a stream, as they come. */
async function* eventsOf(response: Response): AsyncGenerator<Event, void> {
  let rest = ''
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    const frames = (rest + chunk).split('\n\n')
    rest = frames.pop()!
    for (const frame of frames) {
      const [, data] = /^data: (.*)$/m.exec(frame) ?? []
      const [, id] = /^id: (\d+)$/m.exec(frame) ?? []
      if (data) yield { id: id === undefined ? undefined : Number(id), data: JSON.parse(data) }
    }
  }
}

/** One event after the other, without letting go of the stream. */
function reading(response: Response) {
  const events = eventsOf(response)
  return {
    next: async () => (await events.next()).value as Event,
    async rest() {
      const all: Event[] = []
      for await (const event of events) all.push(event)
      return all
    },
  }
}

const bearer = (given: string) => ({ authorization: `Bearer ${given}` })
const following = (server: TestServer, turn: string, last?: number) =>
  server.request('GET', `/v1/turns/${turn}/events`, undefined, {
    ...bearer(server.conversationKey),
    ...(last !== undefined && { 'last-event-id': `${last}` }),
  })

it('a reader who loses a turn of /api goes on from its last event, at its address', async () => {
  const server = await startServer()
  const script = server.model.script()
  const asked = server.say(
    { utterance: 'why?', uid: 'ann', state: { a: 'b' }, stream: true },
    { ...key('one'), accept: 'text/event-stream' },
  )
  await script.asked
  script.write('Because')
  const response = await asked
  const turn = response.headers.get('x-turn-id')!
  const first = reading(response)
  const { id, data } = await first.next()
  expect([id, data]).toEqual([1, { bestResponse: { utterance: 'Because', is_searching: false } }])

  // Two more: one goes on from there, one from the beginning. Both see what is written from now on.
  const goingOn = reading(await following(server, turn, 1))
  const anew = reading(await following(server, turn))
  expect((await anew.next()).data.bestResponse.utterance).toBe('Because')
  script.write(' it is so.')
  expect(await goingOn.next()).toMatchObject({ id: 2, data: { bestResponse: { utterance: 'Because it is so.' } } })
  script.end()
  const [end, ...none] = (await goingOn.rest()).slice(-1)
  expect(none).toEqual([])
  expect(end).toMatchObject({
    id: 3,
    data: { utterance: 'why?', bestResponse: { utterance: 'Because it is so.' }, userState: { a: 'b' } },
  })
  for (const other of [first, anew]) expect((await other.rest()).at(-1)).toEqual(end)

  // It has ended: what is yet to be told is told, and then nothing.
  expect(await reading(await following(server, turn, 2)).rest()).toEqual([end])
  expect((await following(server, turn, 3)).status).toBe(204)
  // It is no response of OpenAI's protocol, and nobody else's.
  const asResponse = await server.request('GET', `/v1/responses/${turn}`, undefined, bearer(server.conversationKey))
  expect(asResponse.status).toBe(404)
  const { key: another } = await server.admin.keys.issue(
    { account: server.account, kind: 'conversation', name: 'another' },
    atTerminal,
  )
  expect((await server.request('GET', `/v1/turns/${turn}/events`, undefined, bearer(another))).status).toBe(404)
})

it('a turn whose caller sent no Idempotency-Key ends with its connection, and is kept for nobody', async () => {
  const server = await startServer()
  const answered = await server.say({ utterance: 'hello', uid: 'ann' })
  expect((await following(server, answered.headers.get('x-turn-id')!)).status).toBe(404)
  expect(await server.store.db.query.selectFrom('followed_turn').selectAll().execute()).toEqual([])
})

it('whoever asks again while the first call is answered sees its text on the way', async () => {
  const server = await startServer()
  const script = server.model.script()
  const ask = () =>
    server.say({ utterance: 'why?', uid: 'ann', stream: true }, { ...key('one'), accept: 'text/event-stream' })
  const first = ask()
  await script.asked
  script.write('Because')
  const one = reading(await first)
  await one.next()
  const joined = await ask()
  expect(joined.headers.get('idempotency-replayed')).toBe('true')
  expect(joined.headers.get('x-turn-id')).toBe((await first).headers.get('x-turn-id'))
  const two = reading(joined)
  expect((await two.next()).data.bestResponse.utterance).toBe('Because')
  script.write(' so.')
  script.end()
  const [ends] = [(await one.rest()).at(-1), (await two.rest()).at(-1)]
  expect(ends).toMatchObject({ id: 3, data: { bestResponse: { utterance: 'Because so.' } } })
  expect(await server.store.people.memory('guide/default/ann', 'http', 10)).toHaveLength(2)
})

it('what agents in HTML say is cleaned also for whoever goes on', async () => {
  const html = structuredClone(guide)
  html.agent.autoResponseSettings = { ...html.agent.autoResponseSettings, shouldUseHtmlResponse: true } as never
  const server = await startServer({ agents: { guide: html } })
  const script = server.model.script()
  const asked = server.say({ utterance: 'why?', stream: true }, key('one'))
  await script.asked
  script.write('<p>Because</p><script>alert(1)</script>')
  const turn = (await asked).headers.get('x-turn-id')!
  const rest = reading(await following(server, turn))
  expect((await rest.next()).data.bestResponse.utterance).toBe('<p>Because</p>')
  script.end()
  expect((await rest.rest()).at(-1)!.data.bestResponse.utterance).toBe('<p>Because</p>')
})

it('a token of the caller is never written down', async () => {
  const server = await startServer()
  const script = server.model.script()
  const asked = server.say({ utterance: 'why?', third_party_token: 'tp-secret' }, key('one'))
  await script.asked
  const [row] = await server.store.db.query.selectFrom('followed_turn').selectAll().execute()
  const request = server.secrets.open(row!.request!, `followed/${row!.id}`)
  expect(request).toContain('why?')
  expect(request).not.toContain('tp-secret')
  // So that nobody makes the answer without it.
  expect(row!.called).toBe(1)
  script.end()
  await asked
})

it('what was answered before the process could say so is told once the call comes again', async () => {
  const server = await startServer()
  const ask = () => server.say({ utterance: 'hello', uid: 'ann' }, key('one'))
  const first = await ask()
  // As a process leaves it that dies right after the turn.
  await server.store.db.query.updateTable('idempotent_call').set({ answer: null, holder: 'dead' }).execute()
  const again = await ask()
  expect(await answerOf(again)).toEqual(await answerOf(first))
  expect(again.headers.get('x-turn-id')).toBe(first.headers.get('x-turn-id'))
  expect(await server.store.people.memory('guide/default/ann', 'http', 10)).toHaveLength(2)
})

it('a key that is revoked ends its streams with a line that says so, and the model, whether others could join or not', async () => {
  const server = await startServer()
  for (const headers of [{}, key('one')]) {
    const issued = await server.admin.keys.issue(
      { account: server.account, kind: 'conversation', name: 'soon revoked' },
      atTerminal,
    )
    const script = server.model.script()
    const body = { api_key: issued.key, agent_id: 'guide', utterance: 'why?', uid: 'ann', stream: true }
    const asked = server.request('POST', '/api', body, headers)
    await script.asked
    script.write('Because')
    const response = await asked
    await server.admin.keys.revoke(server.account, issued.id, atTerminal)
    const last = JSON.parse((await response.text()).trim().split('\n').at(-1)!)
    expect(last).toMatchObject({ bestResponse: { utterance: 'Because' }, error: { code: 'invalid_api_key' } })
    await script.aborted
  }
  // Before there is a text there is still a status.
  const issued = await server.admin.keys.issue(
    { account: server.account, kind: 'conversation', name: 'soon revoked' },
    atTerminal,
  )
  const script = server.model.script()
  const asked = server.say({ api_key: issued.key, utterance: 'and?', stream: true })
  await script.asked
  await server.admin.keys.revoke(server.account, issued.id, atTerminal)
  expect(await problemOf(await asked)).toMatchObject({ status: 401, code: 'invalid_api_key' })
  await script.aborted
})

it('a turn that somebody follows in another process is not stopped when its last reader here leaves', async () => {
  const { store, secrets, account } = await startServer()
  const hearers = new Set<(text: string | undefined) => void>()
  const notices = createNotices({
    async tell(_topic, text) {
      for (const hear of hearers) hear(text)
    },
    hear(_topic, hear) {
      hearers.add(hear)
      return () => hearers.delete(hear)
    },
  })
  const go = Promise.withResolvers<void>()
  const conversations = madeUp(async function* () {
    yield { kind: 'progress', text: 'Once', searching: false }
    await go.promise
    return { answer: bestResponse({ utterance: 'Once upon a time.' }), userState: {} }
  })
  const calls = createCalls()
  const [one, two] = ['one', 'two'].map((holder) => {
    const turns = createFollowedTurns({
      ...{ conversations, store, secrets, calls, owed: createOwed(), log: createLog('silent'), now: Date.now },
      processes: { holder, isAlive: async () => true, notices },
    })
    onTestFinished(turns.close)
    return turns
  })
  const agent = (await store.agents.live('guide'))!
  const ask = async (utterance: string) => {
    const request = { account, agent: 'guide', uid: undefined, conversation: 'http', door: 'http', utterance }
    const asked = { request, agent, key: 'a-key', model: 'guide', body: utterance, isKept: true }
    const turn = await one!.ask(asked, async () => {})
    await turn.begun
    return { turn, leave: turn.follow(true) }
  }
  const [followed, alone] = [await ask('why?'), await ask('and why?')]
  const there = (await two!.find(followed.turn.id, 'a-key'))!
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  for (const { leave } of [followed, alone]) leave()
  vi.advanceTimersByTime(60_000)
  go.resolve()
  // The other one has been given up by then.
  await expect(alone.turn.end).rejects.toMatchObject({ code: 'interrupted' })
  const { text, broken } = await there.end
  expect([text, broken]).toEqual(['Once upon a time.', undefined])
})
