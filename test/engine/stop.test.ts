import type { ServerResponse } from 'node:http'
import { expect, it, onTestFinished } from 'vitest'
import { createOpenAiLlm } from '../../src/drivers/llm-openai.ts'
import { createWebhookClient } from '../../src/drivers/webhooks/client.ts'
import { createEngine } from '../../src/engine/converse.ts'
import { createFind } from '../../src/engine/knowledge/find.ts'
import { stopped } from '../../src/engine/stopped.ts'
import { createWebhooks } from '../../src/engine/webhooks/index.ts'
import { createSender } from '../../src/engine/webhooks/send.ts'
import { usualStateLimits, writtenBy } from '../../src/lib/person-state.ts'
import type { Final } from '../../src/model/conversation.ts'
import { createSearch } from '../../src/store/search.ts'
import { ann, guide, openHouse } from '../admin/support.ts'
import { readModels } from '../support/models.ts'
import { startWebhookServer } from '../support/webhook-server.ts'

type Chunk = { delta: object; finish_reason?: string }

function stream(response: ServerResponse, chunks: readonly Chunk[]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const choice of chunks) response.write(`data: ${JSON.stringify({ choices: [choice] })}\n\n`)
  response.end('data: [DONE]\n\n')
}

const say = (content: string): Chunk[] => [{ delta: { content } }, { delta: {}, finish_reason: 'stop' }]
const callRooms: Chunk[] = [
  { delta: { tool_calls: [{ index: 0, id: 'c1', function: { name: 'rooms', arguments: '{}' } }] } },
  { delta: {}, finish_reason: 'tool_calls' },
]

/** Everything a turn asks of others, in its order. */
const requests = ['intent', 'query', 'note', 'round 1', 'function', 'round 2'] as const
type Asked = (typeof requests)[number]

/** A turn that asks all of that, of an agent with two more webhooks: for after the turn, and for after the answer. */
async function openWorld(onRequest: (asked: Asked) => void) {
  let asked = 0
  const server = await startWebhookServer(async ({ body }, response) => {
    const now = requests[asked++]!
    onRequest(now)
    if (now === 'note' || now === 'function') return void response.end('quiet')
    expect(body).toContain('"model"')
    stream(
      response,
      now === 'round 1' ? callRooms : say(now === 'intent' ? '0' : now === 'query' ? 'rooms' : 'A room.'),
    )
  })
  const house = await openHouse()
  const { store, secrets, admin, db } = house
  const hook = (name: string, trigger: object, more: object = {}) => ({
    name,
    method: 'POST',
    url: server.url,
    trigger: { condition: 0, ...trigger },
    ...more,
  })
  await admin.agents.create(
    {
      agent: {
        ...guide,
        id: 'guide',
        llmSettings: { llm: 'gpt-4o-mini', prompt: 'You are a guide.' },
        knowledge: {
          knowledgeDataStore: { useKnowledgeDataStore: true },
          searchQueryPrompt: 'Say what to search for.',
        },
      },
      webhooks: [
        hook('note', { triggerType: 0 }, { useResponseInPrompt: true }),
        hook('log', { triggerType: 0 }),
        hook('answered', { triggerType: 1 }),
        hook('rooms', { triggerType: 2, functionCallingName: 'rooms', functionCallingDescription: 'Rooms' }),
      ],
    },
    ann,
  )
  const live = (await store.agents.live('guide'))!
  const booking = {
    version: 1 as const,
    id: 'book',
    priority: 0,
    start: [{ match: { intent: 'to book a room' } }],
    policy: { digression: 'return' as const },
    first: 'ask',
    nodes: { ask: { say: 'Which floor?' } },
  }
  const agent = { ...live, document: { ...live.document, scenarios: [booking] } }
  const client = createWebhookClient({ allow: ['127.0.0.1'], now: Date.now })
  onTestFinished(() => client.close())
  const engine = createEngine({
    state: usualStateLimits,
    store,
    llm: createOpenAiLlm({
      models: readModels(),
      endpoints: { all: { baseUrl: `${server.url}/v1` }, providers: {} },
    }),
    find: createFind({ store, search: createSearch(db) }),
    webhooks: createWebhooks({ send: createSender({ client, store, secrets, now: Date.now }) }),
    levels: [35, 50, 65, 80],
    memoryItems: 4,
    now: Date.now,
    random: () => 0,
  })
  return async (signal: AbortSignal): Promise<Final[]> => {
    const request = {
      account: 'default',
      agent: 'guide',
      uid: 'ann',
      conversation: 'dm',
      door: 'slack',
      utterance: 'is there a room?',
      state: { seen: 'yes' },
    } as const
    const finals: Final[] = []
    for await (const event of engine.converse(request, agent, { signal, beforeCall: async () => {} })) {
      if (event.kind === 'final') finals.push(event)
    }
    return finals
  }
}

const called = ({ effects }: Final) => effects.calls.map(({ webhook }) => webhook)
const heard = { role: 'user', text: 'is there a room?' }

it('a turn that nobody stops calls what is left when it has answered', async () => {
  const seen: Asked[] = []
  const converse = await openWorld((asked) => void seen.push(asked))
  const [final, ...more] = await converse(new AbortController().signal)
  expect(more).toEqual([])
  expect(seen).toEqual(requests)
  expect(final).toMatchObject({ answer: { utterance: 'A room.' }, trace: { source: 'model' } })
  expect(called(final!)).toEqual(['log', 'answered'])
})

it.each(requests)(
  'a turn that is stopped while it waits for its %s keeps what it heard and calls what is left',
  async (at) => {
    const controller = new AbortController()
    const converse = await openWorld((asked) => asked === at && controller.abort(stopped))
    const [final, ...more] = await converse(controller.signal)
    expect(more).toEqual([])
    expect(final).toMatchObject({
      answer: { utterance: '…' },
      interrupted: { code: 'stopped' },
      trace: { source: 'none' },
      effects: { remember: [heard], set: writtenBy('caller', { seen: 'yes' }) },
    })
    // Nobody answered, and what was called once is not called again.
    const isNoteCalled = requests.indexOf(at) >= requests.indexOf('note')
    expect(called(final!)).toEqual(isNoteCalled ? ['log'] : ['note', 'log'])
  },
)

it('a turn that ends for another reason says so and leaves nothing', async () => {
  const controller = new AbortController()
  const converse = await openWorld((asked) => asked === 'note' && controller.abort(new Error('the process ends')))
  await expect(converse(controller.signal)).rejects.toThrow('the process ends')
})
