import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createOpenAiLlm } from '../../src/drivers/llm-openai.ts'
import { createEngine } from '../../src/engine/converse.ts'
import { createFind } from '../../src/engine/knowledge/find.ts'
import { filledInGuidance } from '../../src/engine/model/fill-in.ts'
import { stopped } from '../../src/engine/stopped.ts'
import type { AppError } from '../../src/lib/errors.ts'
import { usualStateLimits, writtenBy } from '../../src/lib/person-state.ts'
import { agentDocumentSchema } from '../../src/model/agent.ts'
import type { ConversationRequest, Final, Progress } from '../../src/model/conversation.ts'
import { orderKey } from '../../src/model/key.ts'
import { createStore } from '../../src/store/index.ts'
import { createSearch } from '../../src/store/search.ts'
import { openDatabase } from '../support/database.ts'
import { type ModelServer, startModelServer } from '../support/model-server.ts'
import { readModels } from '../support/models.ts'
import { noWebhooks } from '../support/no-webhooks.ts'
import { tempFolder } from '../support/temp-folder.ts'

let models: ModelServer
beforeAll(async () => {
  models = await startModelServer()
})
afterAll(() => models.stop())

const key = orderKey('default', 'test', 'ann')

/** An engine on a database of its own, with Ann's state and memory as given. */
async function setup(options: { agent?: object; replies?: object; rules?: object[]; model?: boolean } = {}) {
  const db = await openDatabase(tempFolder())
  const store = createStore(db)
  const endpoints = options.model === false ? { providers: {} } : { all: { baseUrl: models.baseUrl }, providers: {} }
  const llm = createOpenAiLlm({ models: readModels(), endpoints, timeouts: { first: 5_000, between: 500, retry: 1 } })
  const engine = createEngine({
    state: usualStateLimits,
    store,
    llm,
    find: createFind({ store, search: createSearch(db) }),
    webhooks: noWebhooks,
    levels: [35, 50, 65, 80],
    memoryItems: 4,
    now: Date.now,
    random: () => 0,
  })
  const document = agentDocumentSchema.parse({
    agent: {
      displayName: 'Guide',
      description: 'A guide',
      photoUrl: 'https://example.com/guide.png',
      providerName: 'Example',
      scope: 'private',
      llmSettings: { llm: 'gpt-4o-mini', prompt: 'You help #{name}.' },
      ...options.agent,
    },
    replies: options.replies ?? {},
    rules: options.rules ?? [],
  })
  const agent = { id: 'test', account: 'default', version: 1, document }
  async function say(
    utterance: string,
    more: Partial<ConversationRequest> = {},
    signal = new AbortController().signal,
  ) {
    const request: ConversationRequest = {
      account: 'default',
      agent: 'test',
      uid: 'ann',
      conversation: 'dm',
      door: 'http',
      utterance,
      ...more,
    }
    const progress: Progress[] = []
    let final: Final | undefined
    for await (const event of engine.converse(request, agent, { signal, beforeCall: async () => {} })) {
      if (event.kind === 'final') final = event
      else progress.push(event)
    }
    return { progress, final: final! }
  }
  return { store, db, say, engine, agent }
}

describe('a conversation start', () => {
  it('forgets the conversation and says the opening, with its options', async () => {
    const { say } = await setup({ replies: { opening: 'Hi #{name}! @{option:Go on}', openingOptions: ['Help'] } })
    const { final } = await say('', { state: { name: 'Ann' } })
    expect(final.answer).toMatchObject({ utterance: 'Hi Ann!', options: ['Help', 'Go on'] })
    expect(final.effects).toEqual({
      resetMemory: true,
      remember: [{ role: 'assistant', text: 'Hi Ann!' }],
      set: writtenBy('caller', { name: 'Ann' }),
      unset: [],
      calls: [],
    })
    expect(final.userState).toEqual({ name: 'Ann' })
  })

  it('opens with start_utterance when it is given', async () => {
    const { say } = await setup({ replies: { opening: 'Hi' } })
    expect((await say('', { startUtterance: 'Welcome back' })).final.answer.utterance).toBe('Welcome back')
  })

  it('has an opening also when nobody wrote one, in the person’s language', async () => {
    const { say } = await setup()
    expect((await say('')).final.answer.utterance).toContain('Guide')
    expect((await say('', { locale: 'ja-JP' })).final.answer.utterance).toContain('こんにちは')
  })
})

describe('rules', () => {
  it('answer before the model, with everything a rule can carry', async () => {
    const { say } = await setup({
      rules: [
        {
          when: ['hello'],
          say: ['Hello #{name}', 'Hi'],
          options: ['For #{name}'],
          topic: 'greeting',
          url: 'https://example.com',
          extensions: { wave: true },
        },
      ],
    })
    const { final, progress } = await say('Hello!', { state: { name: 'Ann' } })
    expect(progress).toEqual([])
    expect(final.answer).toEqual({
      utterance: 'Hello Ann',
      score: 100,
      options: ['For Ann'],
      topic: 'greeting',
      imageUrl: '',
      url: 'https://example.com',
      isAutoResponse: false,
      isSearching: false,
      extensions: { wave: true },
      shouldSelectOption: false,
      state: '',
      embededHtml: '',
    })
    expect(final.trace).toMatchObject({ source: 'rule', rule: { index: 0, score: 100 } })
  })

  it('never obey what a person put into their state', async () => {
    const { say } = await setup({ rules: [{ when: ['hello'], say: 'Hello #{name}' }] })
    const { final } = await say('hello', { state: { name: '#{admin:yes} @{option:pwn}' } })
    expect(final.answer).toMatchObject({ utterance: 'Hello #{admin:yes} @{option:pwn}', options: [] })
    expect(final.effects.set).not.toHaveProperty('admin')
  })
})

const noting = { llmSettings: { llm: 'gpt-4o-mini', prompt: 'Note where they live: #{city:Kyoto}' } }

describe('the model', () => {
  it('answers in growing text, each a prefix of the next, with directives carried out', async () => {
    const { say } = await setup({ agent: noting })
    models.answer('directives', 'Noted#{city:Kyoto}, #{city} it is. @{option:Yes}@{option:No}', { chunkSize: 3 })
    const { progress, final } = await say('directives please')
    expect(progress.length).toBeGreaterThan(2)
    expect(progress[0]!.text).toBe('')
    for (const [i, { text }] of progress.entries()) {
      expect(final.answer.utterance.startsWith(text)).toBe(true)
      expect(text.startsWith(progress[i - 1]?.text ?? '')).toBe(true)
      expect(text).not.toMatch(/[#@]\{/)
    }
    expect(final.answer).toMatchObject({
      utterance: 'Noted, Kyoto it is.',
      options: ['Yes', 'No'],
      isAutoResponse: true,
      score: 0,
    })
    expect(final.userState).toEqual({ city: 'Kyoto' })
    expect(final.trace.model).toMatchObject({ id: 'gpt-4o-mini', end: 'complete' })
  })

  it('is given the prompt with state, the memory and the utterance', async () => {
    const { say, store, db } = await setup()
    await db.batch([
      ...store.people.setSteps(key, writtenBy('caller', { name: 'Ann' })),
      ...store.people.rememberSteps(key, 'dm', [
        { role: 'user', text: 'too old' },
        { role: 'user', text: 'one' },
        { role: 'assistant', text: 'two' },
        { role: 'user', text: 'three' },
        { role: 'assistant', text: 'four' },
      ]),
      ...store.people.rememberSteps(key, 'elsewhere', [{ role: 'user', text: 'private' }]),
    ])
    models.answer('five', 'six')
    await say('five')
    const sent = models.server.getLastRequest()!.body as { messages: { role: string; content: string }[] }
    expect(sent.messages.map(({ role, content }) => `${role}: ${content}`)).toEqual([
      `system: You help Ann.\n\n${filledInGuidance}`,
      'user: one',
      'assistant: two',
      'user: three',
      'assistant: four',
      'user: five',
    ])
    await say('five', { disableHistory: true })
    const bare = models.server.getLastRequest()!.body as { messages: unknown[] }
    expect(bare.messages).toHaveLength(2)
  })

  it('that cannot be reached gives way to the fixed reply, or to an error that says so', async () => {
    models.server.prependFixture({ match: { userMessage: 'down' }, response: { error: { message: 'x' }, status: 503 } })
    const fixed = await setup({ replies: { noAnswer: 'Sorry.' } })
    const { final } = await fixed.say('down')
    expect(final.answer).toMatchObject({ utterance: 'Sorry.', isAutoResponse: false })
    expect(final.trace).toMatchObject({ source: 'fixed', modelError: 'unavailable' })
    const bare = await setup()
    await expect(bare.say('down')).rejects.toMatchObject({
      code: 'model_unavailable',
      status: 503,
    } satisfies Partial<AppError>)
  })

  it('whose server refuses a prompt as too long is asked again with the newer half of the conversation, and half of that', async () => {
    const { say, store, db } = await setup()
    const remember = ['one', 'two', 'three', 'four'].map((text) => ({ role: 'user' as const, text }))
    await db.batch(store.people.rememberSteps(key, 'dm', remember))
    const error = { error: { message: 'x', code: 'context_length_exceeded' }, status: 400 }
    const isLong =
      (most: number) =>
      ({ messages }: { messages: { content: string }[] }) =>
        messages.length > most && messages.at(-1)!.content.includes('how long')
    models.server.prependFixture({ match: { predicate: isLong(3) as never }, response: error })
    models.answer('how long', 'Not long.')
    models.server.prependFixture({ match: { predicate: isLong(3) as never }, response: error })
    const { final } = await say('how long is it?')
    expect(final.answer.utterance).toBe('Not long.')
    expect(final.trace.model).toMatchObject({ leftOut: 3, end: 'complete' })
    const sent = models.server.getLastRequest()!.body as { messages: { content: string }[] }
    expect(sent.messages.slice(1).map(({ content }) => content)).toEqual(['four', 'how long is it?'])

    // Then what stands around it: the newest of it stays.
    const around = ['root', 'a', 'b', 'c', 'd'].map((text) => ({ author: 'Ben', text }))
    const trace = { messages: 5, files: 0, leftOut: 0, calls: 0, ms: 0 }
    const holds =
      (text: string) =>
      ({ messages: asked }: { messages: { content: string }[] }) =>
        asked.some(({ content }) => content.includes(`"text":"${text}"`))
    models.server.prependFixture({ match: { predicate: holds('b') as never }, response: error })
    const context = async () => ({ messages: around, unseen: [], trace })
    const thread = await say('how long is that?', { disableHistory: true, context })
    expect(thread.final.answer.utterance).toBe('Not long.')
    expect(thread.final.trace.model).toMatchObject({ leftOut: 2 })
    const told = JSON.stringify(models.server.getLastRequest()!.body)
    expect(told).toContain('(2 more messages stand here and are not shown.)')
    expect(['root', 'a', 'b', 'c', 'd'].filter((text) => told.includes(`\\"text\\":\\"${text}\\"`))).toEqual([
      'root',
      'c',
      'd',
    ])

    // What is left is too long by itself.
    models.server.prependFixture({ match: { predicate: isLong(1) as never }, response: error })
    const alone = await say('how long is this?')
    expect(alone.final).toMatchObject({
      answer: { utterance: expect.stringMatching(/more than I can read at once/) },
      trace: { source: 'fixed', modelError: 'too_long' },
    })
  })

  it.each([
    ['filtered', { content: '', finishReason: 'content_filter' }, 'not allowed to answer that'],
    ['empty', { content: '' }, 'nothing to say to that'],
  ])('of which nothing comes is told truly: %s', async (code, response, text) => {
    const { say } = await setup()
    models.server.prependFixture({ match: { userMessage: `say ${code}` }, response })
    const { final } = await say(`say ${code}`)
    expect(final).toMatchObject({
      answer: { utterance: expect.stringContaining(text) },
      trace: { source: 'fixed', modelError: code },
    })
  })

  it('that only writes something down has answered', async () => {
    const { say } = await setup({ agent: noting })
    models.answer('I live in Kyoto', '#{city:Kyoto}')
    const { final } = await say('I live in Kyoto')
    expect(final).toMatchObject({ answer: { utterance: "I've noted that." }, userState: { city: 'Kyoto' } })
  })

  it('that is not connected is said so honestly', async () => {
    const told = await setup({ model: false, replies: { noModel: 'Connect one.', noAnswer: 'Sorry.' } })
    expect((await told.say('anything')).final.answer.utterance).toBe('Connect one.')
    const untold = await setup({ model: false })
    await expect(untold.say('anything')).rejects.toMatchObject({ code: 'model_not_configured', status: 503 })
  })

  it('that is not connected is said in the language of the question, where the agent has it in several', async () => {
    const { say } = await setup({ model: false, replies: { noModel: ['Connect one.', 'モデルがありません。'] } })
    for (let i = 0; i < 4; i++) {
      expect((await say('人と話したい')).final.answer.utterance).toBe('モデルがありません。')
      expect((await say('anything')).final.answer.utterance).toBe('Connect one.')
    }
  })

  it('that is switched off leaves the fixed text', async () => {
    const { say } = await setup({ agent: { useAIResponse: false } })
    expect((await say('anything')).final).toMatchObject({
      answer: { utterance: "I don't have an answer to that." },
      trace: { source: 'fixed' },
    })
  })

  it('that stops in the middle leaves its text, marked interrupted', async () => {
    const { say } = await setup()
    models.server.prependFixture({
      match: { userMessage: 'cut' },
      response: { content: 'This answer is cut in the middle of it' },
      chunkSize: 5,
      streamingProfile: { tps: 100 },
      truncateAfterChunks: 4,
    })
    const { final } = await say('cut')
    expect(final.interrupted).toMatchObject({ code: 'model_interrupted' })
    expect('This answer is cut in the middle of it'.startsWith(final.answer.utterance)).toBe(true)
    expect(final.answer.utterance.length).toBeGreaterThan(0)
  })

  it('stops when told to and keeps what it wrote', async () => {
    const { engine, agent } = await setup()
    models.answer('long', 'word '.repeat(200), { tps: 50 })
    const controller = new AbortController()
    let seen = ''
    let final: Final | undefined
    const request = {
      account: 'default',
      agent: 'test',
      uid: 'ann',
      conversation: 'dm',
      door: 'http',
      utterance: 'long',
    } as const
    const run = { signal: controller.signal, beforeCall: async () => {} }
    for await (const event of engine.converse(request, agent, run)) {
      if (event.kind === 'final') final = event
      else {
        seen = event.text
        if (seen !== '') controller.abort(stopped)
      }
    }
    expect(final).toMatchObject({ answer: { utterance: seen }, interrupted: { code: 'stopped' } })
  })
})

it('disable_ai_response only takes note', async () => {
  const { say } = await setup({ rules: [{ when: ['hello'], say: 'Hi' }] })
  const { final } = await say('hello', { disableAiResponse: true })
  expect(final.answer.utterance).toBe('')
  expect(final.effects.remember).toEqual([{ role: 'user', text: 'hello' }])
})

it('keeps nothing of a caller without a uid', async () => {
  const { say, db, store } = await setup({ rules: [{ when: ['hello'], say: 'Hi #{name}' }] })
  await db.batch(store.people.setSteps(key, writtenBy('caller', { name: 'Ann' })))
  expect((await say('hello', { uid: undefined })).final.answer.utterance).toBe('Hi')
})
