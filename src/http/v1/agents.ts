import { z } from 'zod'
import type { AgentView } from '../../admin/agents.ts'
import { may } from '../../admin/roles.ts'
import { agentDocumentSchema } from '../../model/agent.ts'
import { createBodySchema, updateBodySchema } from '../../model/management.ts'
import { agentIdIn } from '../../store/apart.ts'
import { faultSchema, warningsSchema } from './faults.ts'
import { type Call, operation } from './operation.ts'
import { pageIn, pageOf, pageQuery } from './pages.ts'

export const agentPath = z.object({ agent: z.string().describe('The id of the agent.') })
type AgentPath = z.output<typeof agentPath>
const versionPath = agentPath.extend({ version: z.coerce.number().int().min(1) })

/** The id as it is stored: the playground's agents have one of their own. */
export const agentIn = ({ path, by }: Pick<Call<AgentPath, unknown, unknown>, 'path' | 'by'>): string =>
  agentIdIn(by.account, path.agent)

const agentSchema = z.object({
  id: z.string(),
  version: z.int().describe('The live one; the ETag names it too.'),
  document: agentDocumentSchema.describe('All that the version holds. Secrets read `••••`.'),
  warnings: warningsSchema,
})
const summarySchema = z.object({
  id: z.string(),
  version: z.int(),
  displayName: z.string(),
  description: z.string(),
  scope: z.string(),
  llm: z.string().nullable(),
})
const savedSchema = z.object({
  id: z.string(),
  issuedAgentApiKey: z.string().optional().describe('Shown this once.'),
  webhookSecrets: z
    .array(z.object({ name: z.string(), secret: z.string() }))
    .optional()
    .describe('Shown this once.'),
  warnings: z.array(faultSchema).optional(),
})
const versionTag = ({ version }: { version: number }): string => `v${version}`

function summaryOf({ id, version, document }: AgentView) {
  const { displayName, description, scope, llmSettings } = document.agent
  return { id, version, displayName, description, scope, llm: llmSettings?.llm ?? null }
}

const tag = 'Agents'
export const agentOperations = [
  operation({
    ...{ method: 'GET', url: '/v1/agents', id: 'listAgentsV1', tag, scope: 'agents:read', narrows: true },
    summary: 'List the agents of the account.',
    query: pageQuery,
    answer: pageOf(summarySchema),
    async run({ by, house, standing, query }) {
      const own = (await house.admin.agents.list(by)).filter(({ id }) => may(standing, 'admin', { agent: id }))
      const { items, next } = pageIn(own, ({ id }) => id, query)
      return { items: items.map(summaryOf), next }
    },
  }),
  operation({
    ...{ method: 'POST', url: '/v1/agents', id: 'createAgentV1', tag, scope: 'agents:write', status: 201 },
    summary: 'Make an agent.',
    body: createBodySchema,
    answer: savedSchema,
    run: ({ by, house, body }) => house.admin.agents.create(body, by),
  }),
  operation({
    ...{ method: 'GET', url: '/v1/agents/{agent}', id: 'getAgentV1', tag, scope: 'agents:read' },
    summary: 'Look at what is live of an agent.',
    path: agentPath,
    answer: agentSchema,
    etag: versionTag,
    run: (call) => call.house.admin.agents.get(agentIn(call), call.by),
  }),
  operation({
    ...{ method: 'PATCH', url: '/v1/agents/{agent}', id: 'updateAgentV1', tag, scope: 'agents:write' },
    summary: 'Change settings and webhooks of what is live, key by key, at once; `null` clears a key.',
    path: agentPath,
    body: z.strictObject({
      agent: (updateBodySchema.shape.agent as z.ZodObject).omit({ id: true }).optional(),
      webhooks: updateBodySchema.shape.webhooks,
      issueAgentApiKey: updateBodySchema.shape.issueAgentApiKey,
    }),
    answer: savedSchema.extend({ version: z.int() }),
    etag: versionTag,
    ...{ match: 'required', matches: 'version' },
    async run(call) {
      const id = agentIn(call)
      const body = { ...call.body, agent: { ...call.body.agent, id: call.path.agent } }
      const saved = await call.house.admin.agents.update(body, call.by, versionOf(call.match))
      const { version } = await call.house.admin.agents.get(id, call.by)
      return { ...saved, version }
    },
  }),
  operation({
    ...{ method: 'DELETE', url: '/v1/agents/{agent}', id: 'deleteAgentV1', tag, scope: 'agents:write' },
    summary: 'Delete an agent, with all that is only its own.',
    path: agentPath,
    ...{ match: 'optional', matches: 'version' },
    run: (call) => call.house.admin.agents.remove(agentIn(call), call.by, versionOf(call.match)),
  }),
  operation({
    ...{ method: 'GET', url: '/v1/agents/{agent}/versions', id: 'listVersions', tag, scope: 'agents:read' },
    summary: 'List the versions of an agent, newest first.',
    path: agentPath,
    query: pageQuery,
    answer: pageOf(z.object({ version: z.int(), author: z.string(), createdAt: z.string() })),
    async run(call) {
      const all = await call.house.admin.agents.versions(agentIn(call), call.by)
      const { items, next } = pageIn(all, ({ version }) => `${version}`, call.query)
      return { items: items.map((one) => ({ ...one, createdAt: new Date(one.createdAt).toISOString() })), next }
    },
  }),
  operation({
    ...{
      method: 'GET',
      url: '/v1/agents/{agent}/versions/{version}/diff',
      id: 'diffVersion',
      tag,
      scope: 'agents:read',
    },
    summary:
      'What a version changed of the one before, or what rolling back to it would change of what is live, as a patch.',
    path: versionPath,
    query: z.strictObject({ from: z.enum(['former', 'live']).default('former') }),
    answer: z.object({ patch: z.string() }),
    async run(call) {
      const { version } = call.path
      return { patch: await call.house.admin.drafts.versionDiff(agentIn(call), version, call.query.from, call.by) }
    },
  }),
  operation({
    ...{ method: 'POST', url: '/v1/agents/{agent}/versions/{version}/rollback', id: 'rollback', tag },
    scope: 'agents:write',
    summary: 'Publish what a former version was as the next one. A draft stays.',
    path: versionPath,
    answer: z.object({ version: z.int(), former: z.int(), patch: z.string(), warnings: warningsSchema }),
    etag: versionTag,
    ...{ match: 'optional', matches: 'version' },
    run: (call) => call.house.admin.drafts.rollback(agentIn(call), call.path.version, call.by, versionOf(call.match)),
  }),
]

/** Of `v7`; NaN, which no version is, of anything else. */
function versionOf(match: string | undefined): number | undefined {
  return match === undefined ? undefined : Number(/^v(\d+)$/.exec(match)?.[1] ?? Number.NaN)
}
