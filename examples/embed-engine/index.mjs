import { createInterface } from 'node:readline'
import { createEngine, createMemoryStore, orderKey, readAgent } from 'parley-agents/engine'

const agent = await readAgent(new URL('agent', import.meta.url).pathname)
const store = createMemoryStore()
const engine = createEngine({ store })
const asking = { account: agent.account, agent: agent.id, uid: 'ann', conversation: 'terminal', door: 'http' }

for await (const utterance of createInterface({ input: process.stdin })) {
  const run = { signal: AbortSignal.timeout(60_000), beforeCall: async () => {} }
  for await (const event of engine.converse({ ...asking, utterance, state: { name: 'Ann' } }, agent, run)) {
    if (event.kind !== 'final') continue
    store.commit(orderKey(asking.account, asking.agent, asking.uid), asking.conversation, event.effects)
    console.log([event.answer.utterance, ...event.answer.options].join(' | '))
  }
}
