import { z } from 'zod'
import { outsideMessageSchema } from '../../model/outside-message.ts'
import { agentIn, agentPath } from './agents.ts'
import { operation } from './operation.ts'

const messageSchema = z.object({
  id: z.string().describe('Give it as `to`, and a later message goes into its thread.'),
  status: z
    .enum(['waiting', 'sent', 'refused', 'dropped'])
    .describe(
      '`refused`: its place would not have it. `dropped`: what let it in was no more when it was to be posted.',
    ),
})

const tag = 'Messages'
export const messageOperations = [
  operation({
    ...{ method: 'POST', url: '/v1/agents/{agent}/messages', id: 'postMessage', tag, scope: 'messages:write' },
    summary: 'Have an agent say something to a person, in a channel or into a thread; once, with `Idempotency-Key`.',
    path: agentPath,
    body: outsideMessageSchema,
    answer: messageSchema,
    status: 201,
    run: async (call) => ({ ...(await call.house.admin.messages.post(agentIn(call), call.body, call.by)) }),
  }),
  operation({
    ...{ method: 'GET', url: '/v1/agents/{agent}/messages/{message}', id: 'getMessage', tag, scope: 'messages:read' },
    summary: 'What became of it.',
    path: agentPath.extend({ message: z.string() }),
    answer: messageSchema,
    run: async (call) => ({
      ...(await call.house.admin.messages.get(agentIn(call), call.path.message, call.by)),
    }),
  }),
]
