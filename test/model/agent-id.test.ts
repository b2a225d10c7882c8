import { expect, it } from 'vitest'
import { agentIdFrom, agentIdSchema } from '../../src/model/agent-id.ts'

it.each([
  ['IT help desk', 'it-help-desk'],
  ['  Café “Noir” ', 'cafe-noir'],
  ['HR', 'hr-agent'],
  ['ヘルプデスク', 'agent-3f2a91'],
  ['社内 FAQ', 'faq'],
  ['9', '9-agent'],
  [`${'long '.repeat(20)}`, 'long-long-long-long-long-long-long-long'],
])('an agent called %j has the id %s', (name, id) => {
  expect(agentIdFrom(name, '3f2a91c4-0000')).toBe(id)
  expect(agentIdSchema.parse(id)).toBe(id)
})
