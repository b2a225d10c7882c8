import { z } from 'zod'
import type { EndpointStanding } from '../../admin/events.ts'
import { AppError } from '../../lib/errors.ts'
import { endpointSchema, eventTypes } from '../../model/event.ts'
import type { EventDelivery } from '../../store/event-deliveries.ts'
import { sentences } from '../words/index.ts'
import { isoOf, isoOrNull, moment } from './faults.ts'
import { operation } from './operation.ts'
import { pageIn, pageOf, pageQuery } from './pages.ts'

const endpointView = z.object({
  id: z.string(),
  url: z.string(),
  types: z.array(z.enum(eventTypes)).describe('None: all.'),
  include: z.array(z.enum(['words'])),
  createdAt: moment,
})
/** A list of endpoints tells besides how each fares. */
const endpointStanding = endpointView.extend({
  status: z.enum(['on', 'failing']).describe('`failing`: the last that it was sent is tried again, or was given up.'),
  failingSince: moment.nullable().describe('Of the oldest event that it has not taken, and is sent again.'),
  outcome: z.string().nullable().describe('Of the last attempt that failed.'),
  deliveredAt: moment.nullable().describe('When it last took an event.'),
  open: z.int().describe('Events that are on their way.'),
  dead: z.int().describe('Events that were given up, and can be sent again.'),
})
const deliveryView = z.object({
  endpoint: z.string(),
  status: z.enum(['open', 'delivered', 'dead']).describe('`dead`: given up.'),
  attempts: z.int(),
  outcome: z.string().nullable(),
  settledAt: moment.nullable(),
  nextAt: moment.nullable(),
})
const eventSchema = z.object({
  id: z.string(),
  type: z.enum(eventTypes),
  timestamp: moment,
  data: z.looseObject({ seq: z.int().describe('Grows from one event of the account to the next.') }),
  deliveries: z.array(deliveryView).optional().describe('Where it was asked for: to each endpoint that it was for.'),
})

const standingOf = ({ isFailing, fate, types, include, ...view }: EndpointStanding) => ({
  ...view,
  types: [...types],
  include: [...include],
  status: isFailing ? ('failing' as const) : ('on' as const),
  failingSince: isoOrNull(fate.failingSince),
  outcome: isFailing ? fate.outcome : null,
  deliveredAt: isoOrNull(fate.deliveredAt),
  open: fate.open,
  dead: fate.dead,
})
const deliveryOf = ({ webhook: endpoint, status, attempt, outcome, settled_at, next_at }: EventDelivery) => ({
  ...{ endpoint, status, attempts: attempt, outcome, settledAt: isoOrNull(settled_at) },
  nextAt: status === 'open' ? isoOf(next_at) : null,
})
const endpointPath = z.object({ endpoint: z.string().describe('Its id.') })

export const eventOperations = [
  operation({
    ...{ method: 'GET', url: '/v1/events', id: 'listEvents', tag: 'Events', scope: 'turns:read' },
    summary: 'What has happened since, in its order: kept for seven days, while the account has an endpoint.',
    query: z.strictObject({
      after: z.coerce.number().int().min(0).default(0).describe('`next` of the call before.'),
      limit: z.coerce.number().int().min(1).max(200).default(50),
      order: z.enum(['oldest', 'newest']).default('oldest').describe('Which comes first.'),
      type: z.enum(eventTypes).optional(),
      dead: z.enum(['true', 'false']).default('false').describe('Only those that were given up somewhere.'),
      deliveries: z.enum(['true', 'false']).default('false').describe('Each with where it was sent.'),
      include: z.enum(['words']).optional().describe('What people said and were answered, where it was kept.'),
    }),
    answer: z.object({ items: z.array(eventSchema), next: z.int() }),
    async run({ house, by: { account }, query: { after, limit, include, order, type, dead, deliveries } }) {
      const { events } = house.admin
      const which = { after, limit, type, newestFirst: order === 'newest', words: include === 'words' }
      const found = await events.list(account, { ...which, isGivenUp: dead === 'true' })
      const next = found.at(-1)?.data.seq ?? after
      if (deliveries === 'false') return { items: found, next }
      const sent = await events.deliveries(
        account,
        found.map(({ id }) => id),
      )
      return { items: found.map((one) => ({ ...one, deliveries: (sent.get(one.id) ?? []).map(deliveryOf) })), next }
    },
  }),
  operation({
    ...{ method: 'POST', url: '/v1/events/{event}/resend', id: 'resendEvent', tag: 'Events', scope: 'account:write' },
    summary:
      'Send an event again that is still kept, delivered or not, with the same `webhook-id`; what is on its way is left so.',
    path: z.object({ event: z.string().describe('Its id.') }),
    query: z.strictObject({ endpoint: z.string().optional().describe('Only there; else wherever it was for.') }),
    answer: z.object({ resent: z.int(), open: z.int().describe('Those that were on their way already.') }),
    run: ({ house, by, path, query }) => house.admin.events.resend(path.event, query.endpoint, by),
  }),
  operation({
    ...{ method: 'GET', url: '/v1/event-endpoints', id: 'listEventEndpoints', tag: 'Events', scope: 'account:read' },
    summary: 'List where events are sent, and how each endpoint fares.',
    query: pageQuery,
    answer: pageOf(endpointStanding),
    async run({ house, by, query }) {
      return pageIn((await house.admin.events.endpoints(by.account)).map(standingOf), ({ id }) => id, query)
    },
  }),
  operation({
    ...{ method: 'POST', url: '/v1/event-endpoints', id: 'addEventEndpoint', tag: 'Events', scope: 'account:write' },
    summary: 'Have events sent to a URL, as signed webhooks.',
    status: 201,
    body: endpointSchema,
    answer: endpointView.extend({ secret: z.string().describe('Signs what is sent. Shown this once.') }),
    async run({ house, by, body, scopes }) {
      // Nobody has sent elsewhere what they may not read.
      if (scopes && !scopes.includes('turns:read')) {
        throw new AppError('out_of_scope', sentences.request.subscribeBeyond, {
          status: 403,
        })
      }
      return house.admin.events.add(body, by)
    },
  }),
  operation({
    ...{ method: 'DELETE', url: '/v1/event-endpoints/{endpoint}', id: 'removeEventEndpoint', tag: 'Events' },
    scope: 'account:write',
    summary: 'Send no more events there.',
    path: endpointPath,
    run: ({ house, by, path }) => house.admin.events.remove(path.endpoint, by),
  }),
  operation({
    ...{ method: 'POST', url: '/v1/event-endpoints/{endpoint}/resend', id: 'resendDeadEvents', tag: 'Events' },
    scope: 'account:write',
    summary: 'Send all events again that were given up there and are still kept.',
    path: endpointPath,
    answer: z.object({ resent: z.int() }),
    run: ({ house, by, path }) => house.admin.events.resendDead(path.endpoint, by),
  }),
]
