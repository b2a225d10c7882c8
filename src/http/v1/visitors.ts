import { z } from 'zod'
import { visitorSchema } from '../../model/visitor.ts'
import { agentIn, agentPath } from './agents.ts'
import { moment } from './faults.ts'
import { operation } from './operation.ts'

export const visitorOperations = [
  operation({
    ...{ method: 'POST', url: '/v1/agents/{agent}/visitor-tokens', id: 'createVisitorToken', tag: 'Websites' },
    ...{ scope: 'visitors:write', status: 201 },
    summary: 'Let a visitor of a website talk to an agent, from one page, for fifteen minutes.',
    path: agentPath,
    body: visitorSchema,
    answer: z.object({
      token: z.string().describe('For the page: it says who the visitor is, and nobody but Parley reads it.'),
      expiresAt: moment,
      uid: z.string().describe('Who they are here, by which they are exported, forgotten or blocked.'),
    }),
    async run(call) {
      return call.house.admin.visitors.token(agentIn(call), call.body, call.by.account)
    },
  }),
]
