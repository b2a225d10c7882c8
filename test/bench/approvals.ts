import { createSlackSimulator } from '../../console/stand-ins/slack/index.ts'
import { createEngine } from '../../src/engine/converse.ts'
import { createWebhooks } from '../../src/engine/webhooks/index.ts'
import { usualStateLimits } from '../../src/lib/person-state.ts'
import { type AgentDocument, agentDocumentSchema } from '../../src/model/agent.ts'
import type { Llm } from '../../src/ports/llm.ts'
import type { Store } from '../../src/store/index.ts'
import { openSqlite } from '../../src/store/sqlite.ts'
import { minimalAgent } from '../support/agent.ts'
import { chatHouse } from '../support/chat-house.ts'
import { openKeys } from '../support/open-keys.ts'
import { type Bench, median, within } from './support/bench.ts'
import { tempFolder } from './support/folder.ts'

const presses = 40
const channel = 'D0ANN'

const functionCall = {
  triggerType: 2,
  condition: 0,
  functionCallingName: 'create_issue',
  functionCallingDescription: 'Files an issue',
}

const document: AgentDocument = agentDocumentSchema.parse({
  ...minimalAgent({ agent: { llmSettings: { llm: 'gpt-4o-mini' } } }),
  tools: { rules: { create_issue: { policy: 'ask' } } },
  webhooks: [{ name: 'tracker', method: 'POST', url: 'https://tracker.example.com', trigger: functionCall }],
})

/** Wants the call made, and says so once it was. */
const llm: Llm = {
  model: () => ({ upstream: 'bench', provider: 'bench', tools: true, vision: false, contextTokens: 8000 }),
  async *stream({ messages }) {
    if (messages.at(-1)?.role === 'tool') {
      yield { type: 'text', text: 'It is filed.' }
      return yield { type: 'end', reason: 'complete' }
    }
    yield { type: 'call', call: { id: 'call_1', name: 'create_issue', arguments: '{}' } }
    yield { type: 'end', reason: 'calls' }
  },
}

/** From a press of Approve, as Slack tells of it, until the tool is called: the press is durable and in the log of changes by then. */
export const approvals: Bench = async (scope) => {
  const simulator = createSlackSimulator({
    limits: { enforceRates: false, retryDelaysMs: [], records: 50 },
    users: [{ id: 'U0ANN', name: 'ann', real_name: 'Ann', is_bot: false }],
  })
  await simulator.start()
  scope.defer(() => simulator.stop())
  let called = (_: number) => {}
  const send = async () => {
    called(performance.now())
    return { status: 200, body: '{}', ms: 0 }
  }
  const engine = (store: Store) =>
    createEngine({
      ...{ store, llm, levels: [34, 47, 62, 74], memoryItems: 10, state: usualStateLimits, now: Date.now },
      find: async () => ({ hits: [] }),
      webhooks: createWebhooks({ send }),
      random: () => 0,
    })
  const house = await chatHouse({
    folder: tempFolder(scope),
    open: openSqlite,
    onFinished: (end) => scope.defer(end),
    agent: { document, engine },
  })
  await house.connect(simulator)
  await house.work()

  type Actions = { block_id: string; elements?: { action_id: string; text?: { text: string } }[] }
  function buttons() {
    for (const { ts, blocks } of simulator.messages(channel).toReversed()) {
      for (const { block_id, elements = [] } of (blocks ?? []) as Actions[]) {
        const button = elements.find(({ text }) => text?.text === 'Approve')
        if (button) return { ts, block_id, action_id: button.action_id }
      }
    }
    return undefined
  }

  async function pressed(): Promise<number> {
    simulator.say({ user: 'U0ANN', channel, text: 'please file it' })
    await simulator.delivered()
    while (!buttons() || (await openKeys(house.store)).length > 0) await new Promise((next) => setTimeout(next, 5))
    const { promise, resolve } = Promise.withResolvers<number>()
    called = resolve
    const from = performance.now()
    await simulator.press({ user: 'U0ANN', channel, ...buttons()! })
    const ms = (await within(20_000, 'the call', promise)) - from
    while (buttons() || (await openKeys(house.store)).length > 0) await new Promise((next) => setTimeout(next, 5))
    return ms
  }

  const ms: number[] = []
  for (let n = 0; n < presses; n++) ms.push(await pressed())
  return [
    {
      metric: 'a press of Approve until the tool is called',
      ours: median(ms),
      baseline: null,
      unit: 'ms',
      goal: { atMost: 50 },
    },
  ]
}
