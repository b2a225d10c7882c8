import { expect, it } from 'vitest'
import { agentDocumentSchema } from '../../../src/model/agent.ts'
import { minimalAgent } from '../../support/agent.ts'
import { startServer } from '../server.ts'

const agents = {
  desk: agentDocumentSchema.parse({
    ...minimalAgent({ agent: { keepDays: 7 } }),
    webhooks: [
      {
        name: 'crm',
        url: 'https://crm.example.com:8443/hook',
        method: 'POST',
        trigger: { triggerType: 0, condition: 0 },
      },
      {
        name: 'off',
        url: 'https://off.example.com/',
        method: 'POST',
        trigger: { triggerType: 0, condition: 0 },
        isEnable: false,
      },
    ],
    tools: { servers: { tracker: { url: 'https://tracker.example.com/mcp' } } },
  }),
}

it('tells who hears what where, where data goes, and how long what is kept', async () => {
  const server = await startServer({ agents, keepMemoryMs: 14 * 86_400_000 })
  const { store, account, managementKey } = server
  const place = 'slack:T0ACME:C0OPEN'
  const binding = { place, account, agent: 'desk', mode: 'listen' as const, bound_by: 'slack_T0ACME_U0ANN' }
  await store.db.batch([store.places.bindStep(binding)])
  await server.admin.events.add({ url: 'https://events.example.com/in' }, { account, author: 'cli', door: 'cli' })
  const ask = (key: string) => fetch(`${server.url}/v1/trust`, { headers: { authorization: `Bearer ${key}` } })
  const told = (await (await ask(managementKey)).json()) as Record<
    'hears' | 'destinations' | 'kept' | 'agents',
    object[]
  >
  expect(told.hears).toMatchObject([{ place, agent: 'desk', mode: 'listen', all: true, by: 'slack_T0ACME_U0ANN' }])
  expect(told.destinations).toEqual([
    { host: 'crm.example.com:8443', what: 'webhook', agent: 'desk', name: 'crm' },
    { host: 'tracker.example.com', what: 'tool', agent: 'desk', name: 'tracker' },
    { host: 'events.example.com', what: 'events', agent: null, name: null },
  ])
  expect(told.kept).toContainEqual({ what: 'words', days: 14 })
  expect(told.kept).toContainEqual({ what: 'state', days: null })
  expect(told.agents).toEqual([{ agent: 'desk', days: 7 }])
})
