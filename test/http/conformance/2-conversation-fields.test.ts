import { describe, expect, it } from 'vitest'
import { story } from '../../../src/admin/story.ts'
import { agentDocumentSchema } from '../../../src/model/agent.ts'
import { orderKey } from '../../../src/model/key.ts'
import { traces } from '../../../src/store/traces.ts'
import { startWebhookServer } from '../../support/webhook-server.ts'
import { answerOf, guide, problemOf, startServer } from '../server.ts'

const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(64)]).toString('base64')

async function pathsOf(response: Response): Promise<string[]> {
  const { status, errors } = await problemOf(response)
  if (status !== 400) throw new Error(`the status is ${status}`)
  return (errors as { path: string }[]).map(({ path }) => path)
}

describe('Conversation request body', () => {
  it('api_key: String, required', async () => {
    const { say } = await startServer()
    expect((await say({ utterance: 'hello' })).status).toBe(200)
    expect(await pathsOf(await say({ utterance: 'hello', api_key: 7 }))).toEqual(['api_key'])
    for (const api_key of [undefined, null, '', 'pck_unknown']) {
      expect(await problemOf(await say({ utterance: 'hello', api_key }))).toMatchObject({ status: 401 })
    }
  })

  it('agent_id: String, required', async () => {
    const { say } = await startServer()
    for (const agent_id of [undefined, null, '', 7]) {
      expect(await pathsOf(await say({ utterance: 'hello', agent_id }))).toEqual(['agent_id'])
    }
  })

  it('utterance: String, required. The empty string marks a conversation start', async () => {
    const { say } = await startServer()
    expect((await answerOf(await say({ utterance: 'hello' }))).bestResponse.utterance).toBe('Hello there')
    expect((await answerOf(await say({ utterance: '' }))).bestResponse.utterance).toBe('Welcome!')
    for (const utterance of [undefined, null, 7]) expect(await pathsOf(await say({ utterance }))).toEqual(['utterance'])
  })

  it('uid: String, optional. What is kept is kept of that user', async () => {
    const { say } = await startServer()
    await say({ utterance: 'hello', uid: 'service_ann', state: { name: 'Ann' } })
    expect((await answerOf(await say({ utterance: 'hello', uid: 'service_ann' }))).userState).toEqual({ name: 'Ann' })
    expect((await answerOf(await say({ utterance: 'hello', uid: 'service_ben' }))).userState).toEqual({})
    expect((await answerOf(await say({ utterance: 'hello' }))).userState).toEqual({})
    await say({ utterance: 'hello', uid: 7, state: { name: 'Cid' } })
    expect((await answerOf(await say({ utterance: 'hello', uid: '7' }))).userState).toEqual({ name: 'Cid' })
    for (const wrong of [7.5, 1e300, true, {}]) {
      expect(await pathsOf(await say({ utterance: 'hello', uid: wrong }))).toEqual(['uid'])
    }
  })

  it.each([undefined, null, ''])('uid: required when state is used, and %j is none', async (uid) => {
    const { say } = await startServer()
    const problem = await problemOf(await say({ utterance: 'hello', uid, state: { name: 'Ann' } }))
    expect(problem).toMatchObject({ status: 400, code: 'uid_required', errors: [{ path: 'uid' }] })
    expect((await say({ utterance: 'hello', uid, state: {} })).status).toBe(200)
  })

  it.each([undefined, null, ''])(
    'uid: required when scenario dialogue is used; with %j scenarios are passed over',
    async (uid) => {
      const { say, store } = await startServer({ agents: { guide: withScenario } })
      const alone = await say({ utterance: 'hello', uid })
      expect(alone.status).toBe(200)
      expect(alone.headers.get('parley-skipped')).toBe('scenarios')
      const turn = await traces(store.db).byId(alone.headers.get('x-turn-id')!)
      expect(turn?.trace).toMatchObject({ skipped: 'scenarios' })
      expect(story(turn!, [], 'en').join(' ')).toContain('Scenarios were passed over')
      const known = await say({ utterance: 'hello', uid: 'ann' })
      expect([known.status, known.headers.get('parley-skipped')]).toEqual([200, null])
    },
  )

  it('state: Object (map), optional. Pairs added to the user’s state; an object, or a JSON string of one', async () => {
    const { say } = await startServer()
    await say({ utterance: 'hello', uid: 'ann', state: { name: 'Ann', place: 'Oslo' } })
    const second = await say({ utterance: 'hello', uid: 'ann', state: JSON.stringify({ place: 'Rome' }) })
    expect((await answerOf(second)).userState).toEqual({ name: 'Ann', place: 'Rome' })
  })

  it('state: keys are arbitrary strings', async () => {
    const { say } = await startServer()
    const state = JSON.parse('{"__proto__": "a", "constructor": "b", "": "c", "名前": "d"}')
    const answer = await answerOf(await say({ utterance: 'hello', uid: 'ann', state }))
    expect(Object.entries(answer.userState).sort()).toEqual(Object.entries(state).sort())
  })

  it.each([
    [{ n: {}, ok: 'x', none: null }, ['state.n', 'state.none']],
    ['{"a": [true]}', ['state.a']],
    ['{nonsense', ['state']],
    ['"text"', ['state']],
    [['a'], ['state']],
    [7, ['state']],
  ])('state: values must be strings, or plain enough to be taken for them, so %j is refused', async (state, paths) => {
    const { say } = await startServer()
    expect(await pathsOf(await say({ utterance: 'hello', uid: 'ann', state }))).toEqual(paths)
  })

  it('stream: Bool, optional. true requests a streamed response', async () => {
    const { say } = await startServer()
    expect((await say({ utterance: 'hello', stream: true })).headers.get('content-type')).toMatch(/ndjson/)
    for (const stream of [false, null, undefined]) {
      expect((await say({ utterance: 'hello', stream })).headers.get('content-type')).toMatch(/^application\/json/)
    }
    expect(await pathsOf(await say({ utterance: 'hello', stream: 'yes' }))).toEqual(['stream'])
  })

  it('stream: the agent’s settings must have streaming enabled', async () => {
    const still = { ...guide, agent: { ...guide.agent, autoResponseSettings: { stream: false } } }
    const { say } = await startServer({ agents: { guide: still } })
    const problem = await problemOf(await say({ utterance: 'hello', stream: true }))
    expect(problem).toMatchObject({ status: 400, code: 'streaming_disabled' })
    expect((await say({ utterance: 'hello' })).status).toBe(200)
  })

  it('start_utterance: String, optional. Used together with an empty utterance', async () => {
    const { say } = await startServer()
    const best = async (body: object) => (await answerOf(await say({ uid: 'ann', ...body }))).bestResponse.utterance
    expect(await best({ utterance: '', start_utterance: 'Back again' })).toBe('Back again')
    expect(await best({ utterance: 'hello', start_utterance: 'Back again' })).toBe('Hello there')
    expect(await pathsOf(await say({ utterance: '', start_utterance: 7 }))).toEqual(['start_utterance'])
  })

  it('base64_image: String, optional. Only for models that support image recognition', async () => {
    const seeing = await startServer({ model: { vision: true } })
    const script = seeing.model.script()
    const answered = seeing.say({ utterance: 'what is this?', base64_image: png })
    const { messages } = await script.asked
    expect(messages.at(-1)).toMatchObject({ images: [{ mimetype: 'image/png', base64: png }] })
    script.write('A fish')
    script.end()
    expect((await answered).status).toBe(200)
    expect(await pathsOf(await seeing.say({ utterance: 'x', base64_image: 7 }))).toEqual(['base64_image'])
    const blind = await startServer()
    const problem = await problemOf(await blind.say({ utterance: 'x', base64_image: png }))
    expect(problem).toMatchObject({ status: 400, code: 'image_not_supported' })
  })

  it('disable_ai_response: Bool, optional. The utterance is only submitted, and processing ends there', async () => {
    const { say, store, account } = await startServer()
    const answer = await answerOf(await say({ utterance: 'note this', uid: 'ann', disable_ai_response: true }))
    expect(answer.bestResponse.utterance).toBe('')
    expect(await store.usage.thisMonth(account)).toBe(0)
    const memory = await store.people.memory(orderKey(account, 'guide', 'ann'), 'http', 10)
    expect(memory).toEqual([{ role: 'user', text: 'note this' }])
    expect(await pathsOf(await say({ utterance: 'x', disable_ai_response: 1 }))).toEqual(['disable_ai_response'])
  })

  it('disable_history: Bool, optional. Whether conversation history is used for the response', async () => {
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
    expect(await pathsOf(await say({ utterance: 'x', disable_history: 'no' }))).toEqual(['disable_history'])
  })

  it('third_party_token: String, optional. Replaces @{thirdPartyToken} in webhooks, and stays nowhere', async () => {
    const { url, received } = await startWebhookServer()
    const hook = {
      name: 'hook',
      method: 'POST',
      url: `${url}/?token=@{thirdPartyToken}`,
      trigger: { triggerType: 0, condition: 0 },
      payload: { token: '@{thirdPartyToken}' },
      useResponseInPrompt: true,
    }
    const { say, manage, model, lines, store } = await startServer()
    await manage('PUT', '', { agent: { id: 'guide' }, webhooks: [hook] })
    const script = model.script()
    script.write('ok')
    script.end()
    await answerOf(await say({ utterance: 'why?', uid: 'ann', third_party_token: 'tok_4711' }))
    expect(received[0]?.url).toBe('/?token=tok_4711')
    expect(JSON.parse(received[0]!.body)).toMatchObject({ token: 'tok_4711' })
    const turns = await store.db.query.selectFrom('turn').selectAll().execute()
    expect(JSON.stringify([turns, lines])).not.toContain('tok_4711')
    expect(await pathsOf(await say({ utterance: 'x', third_party_token: false }))).toEqual(['third_party_token'])
  })
})

describe('Conversation response body', () => {
  it('utterance: String. The user’s utterance', async () => {
    const { say } = await startServer()
    expect((await answerOf(await say({ utterance: ' Hello! ' }))).utterance).toBe(' Hello! ')
  })

  it('bestResponse: Object. The agent’s best response', async () => {
    const { say } = await startServer()
    const answer = await answerOf(await say({ utterance: 'hello', uid: 'ann', state: { name: 'Ann' } }))
    expect(answer).toEqual({
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
        scenarioNode: null,
        embededHtml: '',
      },
      userState: { name: 'Ann' },
      avatarIconUrl: 'https://example.com/guide.png',
    })
  })

  it('userState: Object. Every key and value held for the user; values are strings', async () => {
    const { say } = await startServer()
    await say({ utterance: 'hello', uid: 'ann', state: { name: 'Ann' } })
    const answer = await answerOf(await say({ utterance: 'hello', uid: 'ann', state: { place: 'Oslo' } }))
    expect(answer.userState).toEqual({ name: 'Ann', place: 'Oslo' })
  })

  it('avatarIconUrl: String. In the final streamed message, and in a plain answer', async () => {
    const { say } = await startServer()
    const last = (await (await say({ utterance: 'hello', stream: true })).text()).trim().split('\n').at(-1)!
    expect(JSON.parse(last).avatarIconUrl).toBe('https://example.com/guide.png')
    expect((await answerOf(await say({ utterance: 'hello' }))).avatarIconUrl).toBe('https://example.com/guide.png')
  })
})

/** Says everything that a rule can. */
const full = {
  when: ['all'],
  say: 'Everything',
  options: ['a', 'b'],
  topic: 'topic',
  imageUrl: 'https://example.com/a.png',
  url: 'https://example.com/',
  state: 'key',
  extensions: { deep: [1, { er: null }] },
  embededHtml: '<b>x</b>',
}

const withScenario = agentDocumentSchema.parse({
  ...guide,
  scenarios: [
    {
      version: 1,
      id: 'booking',
      title: 'Booking',
      start: [{ match: { exact: 'book' } }],
      first: 'room',
      nodes: {
        room: { say: 'Which room?', options: [{ text: 'Large', goto: 'done' }], select: true },
        done: { say: 'Done.', end: 'completed' },
      },
    },
  ],
})

describe('bestResponse object', () => {
  const best = async (utterance: string) => {
    const { say } = await startServer({ agents: { guide: { ...guide, rules: [...guide.rules, full] } } })
    return (await answerOf(await say({ utterance }))).bestResponse
  }
  const inScenario = async (utterance: string) => {
    const { say } = await startServer({ agents: { guide: withScenario } })
    return (await answerOf(await say({ utterance, uid: 'ann' }))).bestResponse
  }

  it('utterance: String. The agent’s response', async () => {
    expect((await best('all')).utterance).toBe('Everything')
  })

  it('score: Float. 0 to 100', async () => {
    expect((await best('all')).score).toBe(100)
    expect((await best('quite another thing')).score).toBe(0)
    expect((await inScenario('book')).score).toBe(100)
  })

  it('options: Array of String. Quick replies; without any, empty', async () => {
    expect((await best('all')).options).toEqual(['a', 'b'])
    expect((await best('why?')).options).toEqual([])
  })

  it.each([
    ['topic', 'String. Topic', 'topic'],
    ['imageUrl', 'String. Image URL', 'https://example.com/a.png'],
    ['url', 'String. URL', 'https://example.com/'],
    ['state', 'String. State key tied to the utterance', 'key'],
    ['embededHtml', 'String. Embedded HTML', '<b>x</b>'],
  ] as const)('%s: %s; without one, empty', async (name, _about, value) => {
    expect((await best('all'))[name]).toBe(value)
    expect((await best('why?'))[name]).toBe('')
  })

  it('isAutoResponse: Boolean. Whether the response is an automatic AI response', async () => {
    expect((await best('all')).isAutoResponse).toBe(false)
    expect((await best('why?')).isAutoResponse).toBe(true)
  })

  it('isSearching: Boolean. Whether a search is in progress, which it never is in a whole answer', async () => {
    expect((await best('all')).isSearching).toBe(false)
  })

  it('extensions: JSON object or null. Null when none is set', async () => {
    expect((await best('all')).extensions).toEqual({ deep: [1, { er: null }] })
    expect((await best('why?')).extensions).toBeNull()
  })

  it('shouldSelectOption: Boolean. Whether the user should choose from the quick replies', async () => {
    expect((await inScenario('book')).shouldSelectOption).toBe(true)
    expect((await best('all')).shouldSelectOption).toBe(false)
  })

  it('scenarioNode: Object. Deprecated: details of the current scenario node; null while none is running', async () => {
    expect((await inScenario('book')).scenarioNode).toMatchObject({ scenario: 'booking', id: 'room' })
    expect((await best('all')).scenarioNode).toBeNull()
  })
})
