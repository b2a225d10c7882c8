import { z } from 'zod'
import { servedPlace } from '../../admin/program-places.ts'
import { AppError } from '../../lib/errors.ts'
import { contextReaches, placeReadsSchema } from '../../model/context.ts'
import type { Place } from '../../model/message.ts'
import { agentIdIn } from '../../store/apart.ts'
import type { Binding } from '../../store/places.ts'
import { sentences } from '../words/index.ts'
import { type Call, operation } from './operation.ts'
import { pageIn, pageOf, pageQuery } from './pages.ts'

const modes = ['mention', 'thread', 'all', 'listen'] as const
const bindingSchema = z.object({
  place: z.string(),
  agent: z.string(),
  mode: z
    .enum(modes)
    .describe('When it answers: `mention`, also in its `thread`s, at `all`; or `listen`s to the rest.'),
  context: z.enum(contextReaches).nullable().describe('How far it looks around a message; null: as the agent says.'),
  reads: placeReadsSchema.nullable().describe('What it reads of that; null, and what is not named: as the agent says.'),
})
const wantedSchema = z.strictObject({
  agent: z.string(),
  mode: z.enum(modes).default('mention').describe('With `all` and `listen`, channels are told before they are heard.'),
  context: z.enum(contextReaches).nullable().default(null),
  reads: placeReadsSchema.nullable().default(null),
})
const placePath = z.object({
  place: z
    .string()
    .max(400)
    .describe('A channel, or all of a workspace, server or organisation: `slack:T0ACME:C0GENERAL`, `slack:E0ACME`.'),
})

/** A place that the account serves: nobody binds those of others. */
async function served({ house, by, path }: Call<z.output<typeof placePath>, unknown, unknown>) {
  const found = await servedPlace({ store: house.store, platforms: house.admin.platforms }, by.account, path.place)
  if (!found) throw new AppError('place_not_found', sentences.request.placeNotServed, { status: 404 })
  return { place: path.place as Place, reach: found.reach }
}

const toldOf = ({ place, agent, mode, context, reads }: Binding): z.input<typeof bindingSchema> => ({
  ...{ place, agent, mode, context },
  reads: reads && JSON.parse(reads),
})

const tag = 'Places'
const url = '/v1/bindings/{place}'

/** What `/agent use` and `/agent unuse` do in a chat. */
export const bindingOperations = [
  operation({
    ...{ method: 'GET', url: '/v1/bindings', id: 'listBindings', tag, scope: 'places:read' },
    summary: 'Which agent answers where.',
    query: pageQuery,
    answer: pageOf(bindingSchema),
    async run({ house, by, query }) {
      const { items, next } = pageIn(await house.store.places.bindings(by.account), ({ place }) => place, query)
      return { items: items.map(toldOf), next }
    },
  }),
  operation({
    ...{ method: 'PUT', url, id: 'setBinding', tag, scope: 'places:write', path: placePath },
    summary: 'Have an agent answer in a place from now on, in place of the one that does.',
    body: wantedSchema,
    answer: bindingSchema,
    async run(call) {
      const { house, by, body } = call
      const { id: agent } = await house.admin.agents.get(agentIdIn(by.account, body.agent), by)
      const where = await served(call)
      const { mode, context, reads } = body
      const kept = reads && JSON.stringify(reads)
      await house.admin.bindings.bind(where, { agent, mode, context, reads: kept }, by)
      return { place: where.place, agent, mode, context, reads }
    },
  }),
  operation({
    ...{ method: 'DELETE', url, id: 'removeBinding', tag, scope: 'places:write', path: placePath },
    summary: 'Bind no agent to a place any more. What is bound around it answers there then.',
    async run(call) {
      await call.house.admin.bindings.unbind(await served(call), call.by)
    },
  }),
]
