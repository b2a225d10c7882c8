import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createOpenAiLlm } from '../../src/drivers/llm-openai.ts'
import { createEngine } from '../../src/engine/converse.ts'
import { createFind } from '../../src/engine/knowledge/find.ts'
import { isSecret } from '../../src/engine/lasting/notes.ts'
import { usualStateLimits } from '../../src/lib/person-state.ts'
import type { Final } from '../../src/model/conversation.ts'
import { orderKey } from '../../src/model/key.ts'
import { createStore } from '../../src/store/index.ts'
import { createSearch } from '../../src/store/search.ts'
import { effectSteps } from '../../src/turns/effects.ts'
import { tokensOf } from '../../src/turns/tokens.ts'
import { minimalAgent } from '../support/agent.ts'
import { openDatabase } from '../support/database.ts'
import { type ModelServer, startModelServer } from '../support/model-server.ts'
import { readModels } from '../support/models.ts'
import { noWebhooks } from '../support/no-webhooks.ts'
import { tempFolder } from '../support/temp-folder.ts'

let models: ModelServer
beforeAll(async () => {
  models = await startModelServer()
  models.server.prependFixture({
    match: { userMessage: /./s },
    response: ({ messages }) => ({ content: `You said: ${String(messages.at(-1)!.content)}` }),
  })
})
afterAll(() => models.stop())

const key = orderKey('default', 'test', 'ann')
const noted = 'What you have noted'

interface Asked {
  notes: { id: string; section: string; text: string }[]
  messages: { id: string; from: string; text: string }[]
  facts: { id: string; text: string }[]
  message: string
}

/** An engine that is given four items of a conversation; `keep` answers what it asks beside its answers. */
async function setup(keep: (asked: Asked) => object | string, memory?: 'facts') {
  const db = await openDatabase(tempFolder())
  let clock = 1_000_000
  const store = createStore(db, () => clock)
  const endpoints = { all: { baseUrl: models.baseUrl }, providers: {} }
  models.server.prependFixture({
    match: { userMessage: /^\{"(?:notes|facts)"/ },
    response: ({ messages }) => {
      const kept = keep(JSON.parse(String(messages.at(-1)!.content)))
      return { content: typeof kept === 'string' ? kept : JSON.stringify(kept) }
    },
  })
  const engine = createEngine({
    store,
    llm: createOpenAiLlm({ models: readModels(), endpoints, timeouts: {} }),
    find: createFind({ store, search: createSearch(db) }),
    state: usualStateLimits,
    webhooks: noWebhooks,
    levels: [35, 50, 65, 80],
    memoryItems: 4,
    now: Date.now,
    random: () => 0,
  })
  const document = minimalAgent({
    agent: { llmSettings: { llm: 'gpt-4o-mini', prompt: 'You help.' }, ...(memory && { memory }) },
  })
  const agent = { id: 'test', account: 'default', version: 1, document }
  let n = 0
  return {
    db,
    store,
    /** Says something, and keeps what comes of it as a turn would. */
    async say(utterance: string, conversation = 'dm'): Promise<{ final: Final; shown: string }> {
      clock += 1000
      const request = { account: 'default', agent: 'test', uid: 'ann', conversation, door: 'http', utterance }
      const signal = new AbortController().signal
      let final: Final | undefined
      for await (const event of engine.converse(request, agent, { signal, beforeCall: async () => {} }))
        if (event.kind === 'final') final = event
      await db.batch(effectSteps(store, { key, conversation, event: `e${++n}` }, final!.effects))
      const asked = models.server.getRequests().map(({ body }) => body as { messages: { content: unknown }[] })
      const own = asked.findLast(({ messages }) => messages.at(-1)!.content === utterance)
      return { final: final!, shown: JSON.stringify(own!.messages) }
    },
  }
}

const nothing = { add: [], drop: [] }

describe('a conversation that outgrows what a model is given of it', () => {
  it('is summed up before its oldest are left out, each line with its messages, and goes on being known', async () => {
    const asked: Asked[] = []
    const { store, say } = await setup((one) => {
      asked.push(one)
      return asked.length > 1
        ? nothing
        : { add: [{ section: 'decisions', text: 'The launch is on Friday.', from: ['m1'] }], drop: [] }
    })
    await say('the launch is on Friday')
    await say('the venue is open')
    expect(asked).toEqual([])
    const { final, shown } = await say('third')
    expect(shown).not.toContain(noted)
    expect(asked[0]).toEqual({
      notes: [],
      messages: [
        { id: 'm1', from: 'person', text: 'the launch is on Friday' },
        { id: 'm2', from: 'you', text: 'You said: the launch is on Friday' },
      ],
      message: '',
    })
    expect(final.trace.lasting).toMatchObject([{ what: 'summary', added: 1, dropped: 0 }])
    // What it costs is counted with the answer.
    expect(tokensOf(final.trace).inputTokens).toBeGreaterThan(final.trace.model!.inputTokens!)
    expect((await store.lasting.of(key, 'dm')).summary).toMatchObject([
      { text: 'The launch is on Friday.', sources: ['e1'] },
    ])
    const fourth = await say('fourth')
    expect(fourth.shown).toContain(noted)
    expect(fourth.shown).toContain('The launch is on Friday.')
    // What is in the summary is not summed up again, and what is not yet in it is never left out.
    expect(asked[1]?.messages.map(({ text }) => text) ?? ['the venue is open']).toContain('the venue is open')
    expect((await say('elsewhere', 'other')).shown).not.toContain('Friday')
  })

  it('has its lines merged: those that are true no more go, and stand for their messages in the new ones', async () => {
    const { store, say } = await setup(({ notes }) =>
      notes.length === 0
        ? { add: [{ section: 'open', text: 'Which venue?', from: ['m1'] }], drop: [] }
        : {
            add: [{ section: 'decisions', text: 'The venue is the hall.', from: ['m1', notes[0]!.id] }],
            drop: [notes[0]!.id],
          },
    )
    for (const text of ['which venue?', 'the hall', 'a', 'b', 'c', 'd']) await say(text)
    const { summary } = await store.lasting.of(key, 'dm')
    expect(summary.map(({ text }) => text)).toEqual(['The venue is the hall.'])
    expect(summary[0]!.sources).toContain('e1')
    await store.db.batch([store.lasting.forgetEventStep(key, 'e1')])
    expect((await store.lasting.of(key, 'dm')).summary).toEqual([])
  })

  it('keeps no line that rests on nothing, and no secret; and a model that talks nonsense costs no answer', async () => {
    const add = [
      { section: 'facts', text: 'The password is hunter2.', from: ['m1'] },
      { section: 'facts', text: 'Made up.', from: ['m99'] },
      { section: 'facts', text: 'Ann works in Kyoto.', from: ['m1'] },
    ]
    const { store, say } = await setup(() => ({ add, drop: ['n12345'] }))
    for (const text of ['1', '2', '3']) await say(text)
    expect((await store.lasting.of(key, 'dm')).summary.map(({ text }) => text)).toEqual(['Ann works in Kyoto.'])
    const broken = await setup(() => 'no JSON at all')
    for (const text of ['1', '2']) await broken.say(text)
    const { final } = await broken.say('3')
    expect(final.answer.utterance).toBe('You said: 3')
    expect(final.trace.lasting).toMatchObject([{ what: 'summary', error: 'unreadable' }])
    expect(final.effects).not.toHaveProperty('lasting')
  })

  it('is forgotten with the conversation, and with all that is kept of the person', async () => {
    const { store, db, say } = await setup(() => ({
      add: [{ section: 'facts', text: 'A fact.', from: ['m1'] }],
      drop: [],
    }))
    for (const text of ['1', '2', '3']) await say(text)
    await db.batch([store.lasting.forgetStep(key, 'dm')])
    expect(await store.lasting.of(key, 'dm')).toEqual({ summary: [], about: [], until: 0 })
    await say('4')
    expect((await store.lasting.of(key, 'dm')).summary).toHaveLength(1)
    await store.lasting.prune(Number.MAX_SAFE_INTEGER)
    expect(await store.lasting.of(key, 'dm')).toEqual({ summary: [], about: [], until: 0 })
  })
})

describe('facts about a person', () => {
  const learn = ({ facts, message }: Asked) =>
    message.includes('call me')
      ? { add: ['Wants to be called Annie.', 'Her PIN is 1234.'], drop: [] }
      : message.includes('forget')
        ? { add: [], drop: facts.map(({ id }) => id) }
        : nothing

  it('are kept where the agent wants them, known in all conversations, and forgotten when the person says so', async () => {
    const { store, say } = await setup(learn, 'facts')
    await say('please call me Annie')
    expect((await store.lasting.of(key, '')).about).toMatchObject([
      { text: 'Wants to be called Annie.', sources: ['e1'] },
    ])
    const { shown, final } = await say('hello', 'other')
    expect(shown).toContain('Wants to be called Annie.')
    expect(final.trace.lasting).toMatchObject([{ what: 'facts', added: 0 }])
    await say('forget that', 'other')
    expect((await store.lasting.of(key, '')).about).toEqual([])
  })

  it('are not kept where it does not', async () => {
    const { store, say } = await setup(learn)
    const { final } = await say('please call me Annie')
    expect(final.trace).not.toHaveProperty('lasting')
    expect((await store.lasting.of(key, '')).about).toEqual([])
  })
})

it.each([
  ['The password is hunter2', true],
  ['パスワードは hunter2 です', true],
  ['Card 4111 1111 1111 1111', true],
  ['Uses key sk_live_51H8xAbCdEfGhIjKl', true],
  ['Works in Kyoto since 2024', false],
  ['Prefers short answers', false],
])('a secret is none to note: %s', (text, secret) => expect(isSecret(text)).toBe(secret))
