import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { endpointSchema, eventTypes } from '../../model/event.ts'
import { sentences } from '../words/index.ts'
import { moment } from './faults.ts'
import { operation } from './operation.ts'
import { pageIn, pageOf, pageQuery } from './pages.ts'

const endpointView = z.object({
  id: z.string(),
  url: z.string(),
  types: z.array(z.enum(eventTypes)).describe('None: all.'),
  include: z.array(z.enum(['words'])),
  createdAt: moment,
})
const eventSchema = z.object({
  id: z.string(),
  type: z.enum(eventTypes),
  timestamp: moment,
  data: z.looseObject({ seq: z.int().describe('Grows from one event of the account to the next.') }),
})

export const eventOperations = [
  operation({
    ...{ method: 'GET', url: '/v1/events', id: 'listEvents', tag: 'Events', scope: 'turns:read' },
    summary: 'What has happened since, in its order: kept for seven days, while the account has an endpoint.',
    query: z.strictObject({
      after: z.coerce.number().int().min(0).default(0).describe('`next` of the call before.'),
      limit: z.coerce.number().int().min(1).max(200).default(50),
      include: z.enum(['words']).optional().describe('What people said and were answered, where it was kept.'),
    }),
    answer: z.object({ items: z.array(eventSchema), next: z.int() }),
    async run({ house, by, query: { after, limit, include } }) {
      const items = await house.admin.events.list(by.account, { after, limit, words: include === 'words' })
      return { items, next: items.at(-1)?.data.seq ?? after }
    },
  }),
  operation({
    ...{ method: 'GET', url: '/v1/event-endpoints', id: 'listEventEndpoints', tag: 'Events', scope: 'account:read' },
    summary: 'List where events are sent.',
    query: pageQuery,
    answer: pageOf(endpointView),
    async run({ house, by, query }) {
      return pageIn(await house.admin.events.endpoints(by.account), ({ id }) => id, query)
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
    path: z.object({ endpoint: z.string().describe('Its id.') }),
    run: ({ house, by, path }) => house.admin.events.remove(path.endpoint, by),
  }),
]
