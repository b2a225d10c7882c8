import { z } from 'zod'
import type { CallView } from '../../admin/webhook-calls.ts'
import { webhookSchema } from '../../model/webhook.ts'
import { agentIn, agentPath } from './agents.ts'
import { isoOf, isoOrNull, moment } from './faults.ts'
import { operation } from './operation.ts'

export const deliverySchema = z.object({
  id: z.string(),
  webhook: z.string(),
  status: z.string(),
  attempts: z.int(),
  outcome: z.string().nullable(),
  createdAt: moment,
  settledAt: moment.nullable(),
  nextAt: moment.nullable(),
  canResend: z.boolean().describe('What carried a caller’s token cannot be sent again.'),
})
const told = ({ createdAt, settledAt, nextAt, ...call }: CallView) => ({
  ...call,
  createdAt: isoOf(createdAt),
  settledAt: isoOrNull(settledAt),
  nextAt: isoOrNull(nextAt),
})
const tag = 'Webhooks'
const url = '/v1/agents/{agent}/webhooks'

export const webhookOperations = [
  operation({
    ...{ method: 'GET', url, id: 'listWebhooks', tag, scope: 'agents:read', path: agentPath },
    summary: 'List the webhooks of an agent, with how they fare. Secrets read `••••`.',
    answer: z.object({
      webhooks: z.array(
        z.object({
          webhook: webhookSchema,
          open: z.int(),
          dead: z.int(),
          lastOutcome: z.string().nullable(),
          lastAt: moment.nullable(),
        }),
      ),
    }),
    async run(call) {
      const all = await call.house.admin.webhooks.list(agentIn(call), call.by)
      return { webhooks: all.map(({ lastAt, ...one }) => ({ ...one, lastAt: isoOrNull(lastAt) })) }
    },
  }),
  operation({
    ...{ method: 'GET', url: '/v1/agents/{agent}/deliveries', id: 'listDeliveries', tag, scope: 'agents:read' },
    path: agentPath,
    summary: 'List the calls of webhooks after turns, newest first, without what they say.',
    query: z.strictObject({
      dead: z.enum(['true', 'false']).default('false').describe('Only those that were given up.'),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    answer: z.object({ deliveries: z.array(deliverySchema) }),
    async run(call) {
      const options = { dead: call.query.dead === 'true', limit: call.query.limit }
      const calls = await call.house.admin.webhooks.log(agentIn(call), options, call.by)
      return { deliveries: calls.map(told) }
    },
  }),
  operation({
    ...{ method: 'POST', url: '/v1/deliveries/{delivery}/resend', id: 'resendDelivery', tag, scope: 'agents:write' },
    path: z.object({ delivery: z.string() }),
    summary: 'Send a call again that was given up.',
    run: (call) => call.house.admin.webhooks.resend(call.path.delivery, call.by),
  }),
  operation({
    ...{ method: 'POST', url: '/v1/agents/{agent}/deliveries/resend', id: 'resendDeliveries', tag },
    ...{ scope: 'agents:write', path: agentPath },
    summary: 'Send all calls again that were given up, save those that carried a token.',
    answer: z.object({ resent: z.int(), left: z.int() }),
    run: (call) => call.house.admin.webhooks.resendDead(agentIn(call), call.by),
  }),
  operation({
    ...{ method: 'POST', url: `${url}/{webhook}/secret`, id: 'rotateSecret', tag, scope: 'agents:write' },
    path: agentPath.extend({ webhook: z.string() }),
    summary: 'Give a webhook a new signing secret. The one before signs too for a day.',
    answer: z.object({ secret: z.string().describe('Shown this once.') }),
    async run(call) {
      return { secret: await call.house.admin.webhooks.rotateSecret(agentIn(call), call.path.webhook, call.by) }
    },
  }),
]
