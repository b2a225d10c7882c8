import { parse } from 'yaml'
import { createOpenAiLlm } from '../../src/drivers/llm-openai.ts'
import { createEngine } from '../../src/engine/converse.ts'
import { createFind } from '../../src/engine/knowledge/find.ts'
import { createWebhooks } from '../../src/engine/webhooks/index.ts'
import { requestOf } from '../../src/engine/webhooks/request.ts'
import type { SendWebhook, WebhookCall } from '../../src/engine/webhooks/send.ts'
import { usualStateLimits, writtenBy } from '../../src/lib/person-state.ts'
import { type AgentDocument, agentDocumentSchema } from '../../src/model/agent.ts'
import type { ConversationRequest, Final, Progress } from '../../src/model/conversation.ts'
import { orderKey } from '../../src/model/key.ts'
import type { StateWriter } from '../../src/model/state.ts'
import { createStore } from '../../src/store/index.ts'
import { createSearch } from '../../src/store/search.ts'
import { effectSteps } from '../../src/turns/effects.ts'
import { openDatabase } from '../support/database.ts'
import { readModels } from '../support/models.ts'
import { tempFolder } from '../support/temp-folder.ts'

/** An agent as a test writes it: scenarios in YAML, or as the objects they come to. */
export interface Written {
  scenarios?: (string | object)[]
  rules?: object[]
  replies?: object
  /** Names of webhooks, or whole ones. */
  webhooks?: (string | object)[]
  agent?: object
}

export interface WorldOptions extends Written {
  folder?: string
  /** Where the model server is. Without it no model is connected. */
  models?: string
  send?: SendWebhook
}

export interface Said {
  final: Final
  progress: Progress[]
  /** The text of the answer. */
  text: string
  trace: Final['trace']
  answer: Final['answer']
}

/** An engine on a store, whose turns are committed, and whose clock stands still until it is put forward. */
export async function createWorld(options: WorldOptions) {
  const db = await openDatabase(options.folder ?? tempFolder())
  const clock = { now: Date.parse('2026-11-21T09:00:00Z') }
  const now = () => clock.now
  const store = createStore(db, now)
  const endpoints = options.models ? { all: { baseUrl: options.models }, providers: {} } : { providers: {} }
  const llm = createOpenAiLlm({ models: readModels(), endpoints, timeouts: { retry: 1 } })
  const noSend: SendWebhook = async () => ({ failed: 'connection', detail: 'nobody is there', ms: 0 })
  const engine = createEngine({
    state: usualStateLimits,
    store,
    llm,
    find: createFind({ store, search: createSearch(db) }),
    levels: [35, 50, 65, 80],
    webhooks: createWebhooks({ send: options.send ?? noSend }),
    memoryItems: 10,
    // However busy the machine is.
    judgeMs: 60_000,
    now,
    random: () => 0,
  })
  if (!(await store.agents.live('test'))) {
    await store.accounts.ensureFirst()
    const agent = { id: 'test', account: 'default', document: written(options), author: 'test' }
    await db.batch(store.agents.createSteps(agent))
  }

  async function say(
    utterance: string,
    more: Partial<ConversationRequest> = {},
    signal = new AbortController().signal,
  ): Promise<Said> {
    const agent = (await store.agents.live('test'))!
    const uid = 'ann'
    const request = {
      account: 'default',
      agent: 'test',
      uid,
      conversation: 'dm',
      door: 'http',
      utterance,
      ...more,
    } as const
    const progress: Progress[] = []
    let final: Final | undefined
    for await (const event of engine.converse(request, agent, { signal, beforeCall: async () => {} })) {
      if (event.kind === 'final') final = event
      else progress.push(event)
    }
    const { answer, effects, trace } = final!
    if (request.uid !== undefined) {
      const key = orderKey('default', 'test', request.uid)
      await db.batch(effectSteps(store, { key, conversation: request.conversation }, effects))
    }
    return { final: final!, progress, text: answer.utterance, answer, trace }
  }

  const ann = orderKey('default', 'test', 'ann')

  return {
    store,
    db,
    say,
    clock,
    /** Puts the clock forward. */
    advance(minutes: number) {
      clock.now += minutes * 60_000
    },
    state: () => store.people.state(ann),
    async setState(state: Record<string, string>, by: StateWriter = 'caller') {
      await db.batch(store.people.setSteps(ann, writtenBy(by, state)))
    },
    progress: (conversation = 'dm') => store.scenarios.progress(ann, conversation),
    memory: () => store.people.memory(ann, 'dm', 20),
    /** A new version of the agent goes live. */
    async publish(next: Written) {
      const { version } = (await store.agents.live('test'))!
      await db.batch(store.agents.publishSteps({ id: 'test', base: version, document: written(next), author: 'test' }))
    },
  }
}

function written({ scenarios = [], rules = [], replies = {}, webhooks = [], agent = {} }: Written): AgentDocument {
  return agentDocumentSchema.parse({
    agent: {
      displayName: 'Guide',
      description: 'A guide',
      photoUrl: 'https://example.com/guide.png',
      providerName: 'Example',
      scope: 'private',
      ...agent,
    },
    replies,
    rules,
    webhooks: webhooks.map((webhook) => (typeof webhook === 'string' ? plainWebhook(webhook) : webhook)),
    scenarios: scenarios.map((scenario) => (typeof scenario === 'string' ? parse(scenario) : scenario)),
  })
}

/** One that only a scenario calls. */
function plainWebhook(name: string): object {
  return {
    name,
    method: 'POST',
    url: `https://example.com/${name}`,
    trigger: { triggerType: 0, condition: 1, conditionValues: ['\u0000'] },
    isEnable: true,
  }
}

/** What a call sends besides what every call does. */
export function inputOf({ webhook, event, input = {}, thirdPartyToken = '' }: WebhookCall): Record<string, unknown> {
  const sent = JSON.parse(requestOf(webhook, { event, input, thirdPartyToken })!.body!)
  return Object.fromEntries(Object.entries(sent).filter(([key]) => !Object.hasOwn(event, key)))
}

/** Answers webhooks by name, and notes what they were given, as it is sent. */
export function answering(answers: Record<string, (input: unknown) => { status: number; body: unknown }>) {
  const calls: { webhook: string; input: unknown }[] = []
  const send: SendWebhook = async (call) => {
    const { name } = call.webhook
    const input = inputOf(call)
    calls.push({ webhook: name, input })
    const { status, body } = answers[name]!(input)
    return { status, body: typeof body === 'string' ? body : JSON.stringify(body), ms: 1 }
  }
  return { send, calls }
}

/** One that asks for a colour, changed as given. */
export function colour(more: { nodes?: object; [key: string]: unknown } = {}) {
  return {
    version: 1,
    id: 'colour',
    start: [{ match: { exact: 'colour' } }],
    first: 'ask',
    ...more,
    nodes: {
      ask: { say: 'Which colour?', on: [{ match: { exact: ['red', 'blue'] }, goto: 'done' }] },
      done: { say: 'Fine.', end: 'completed' },
      late: { say: 'Too late.', end: 'expired' },
      help: { say: 'Ask a person.', end: 'handoff' },
      ...more.nodes,
    },
  }
}

/** One that asks for the name of a garage. */
export const parking = {
  version: 1,
  id: 'parking',
  start: [{ match: { partial: 'parking' } }],
  first: 'ask',
  nodes: {
    ask: { say: 'Which garage?', collect: { state: 'garage', goto: 'done' } },
    done: { say: 'Noted.', end: 'completed' },
  },
}
