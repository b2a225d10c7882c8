import { z } from 'zod'
import { agentIn, agentPath } from './agents.ts'
import { isoOf, moment, warningsSchema } from './faults.ts'
import { operation } from './operation.ts'
import { pageIn, pageOf, pageQuery } from './pages.ts'

export const sourceSchema = z.object({
  name: z.string(),
  sha256: z.string(),
  mimetype: z.string(),
  bytes: z.int(),
  passages: z.int(),
  createdAt: moment,
})
const hitSchema = z.object({ source: z.string(), text: z.string(), score: z.number().describe('0 to 1.') })
type Source = Omit<z.output<typeof sourceSchema>, 'createdAt'> & { createdAt: number }

const told = ({ name, sha256, mimetype, bytes, passages, createdAt }: Source) => ({
  ...{ name, sha256, mimetype, bytes, passages },
  createdAt: isoOf(createdAt),
})
const tag = 'Knowledge'
const url = '/v1/agents/{agent}/knowledge'

export const knowledgeOperations = [
  operation({
    ...{ method: 'GET', url, id: 'listKnowledge', tag, scope: 'knowledge:read', path: agentPath },
    summary: 'List what an agent has read, by name.',
    query: pageQuery,
    answer: pageOf(sourceSchema),
    async run(call) {
      const all = await call.house.admin.knowledge.list(agentIn(call), call.by)
      const { items, next } = pageIn(all, ({ name }) => name, call.query)
      return { items: items.map(told), next }
    },
  }),
  operation({
    ...{ method: 'POST', url, id: 'addKnowledge', tag, scope: 'knowledge:write', path: agentPath, status: 201 },
    summary: 'Have an agent read a text or a file, in place of the one of that name.',
    body: z.union([
      z.strictObject({ name: z.string(), text: z.string() }),
      z.strictObject({ name: z.string().describe('Its ending says what it is.'), base64: z.base64() }),
    ]),
    answer: sourceSchema.extend({
      changed: z.boolean().describe('False: it was there already.'),
      warnings: warningsSchema,
    }),
    async run(call) {
      const { body } = call
      const file = 'text' in body ? body : { name: body.name, bytes: Buffer.from(body.base64, 'base64') }
      const { source, changed, warnings } = await call.house.admin.knowledge.add(agentIn(call), file, call.by)
      return { ...told(source), changed, warnings }
    },
  }),
  operation({
    ...{ method: 'DELETE', url: `${url}/{name}`, id: 'removeKnowledge', tag, scope: 'knowledge:write' },
    path: agentPath.extend({ name: z.string() }),
    summary: 'Have an agent forget what it read under a name.',
    run: (call) => call.house.admin.knowledge.remove(agentIn(call), call.path.name, call.by),
  }),
  operation({
    ...{ method: 'GET', url: `${url}-search`, id: 'searchKnowledge', tag, scope: 'knowledge:read', path: agentPath },
    summary: 'What an agent would find for a question, best first, with scores.',
    query: z.strictObject({
      q: z.string().min(1).max(8000),
      limit: z.coerce.number().int().min(1).max(50).default(10),
    }),
    answer: z.object({ hits: z.array(hitSchema) }),
    async run(call) {
      const { q, limit } = call.query
      const hits = await call.house.admin.knowledge.search(agentIn(call), q, call.by, limit)
      return { hits: hits.map(({ source, text, score }) => ({ source, text, score })) }
    },
  }),
]
