import { z } from 'zod'
import type { Changed, DraftView } from '../../admin/drafts/views.ts'
import { deedIn, summaryIn } from '../../admin/log-lines.ts'
import type { Language } from '../../lib/language.ts'
import { agentDocumentSchema } from '../../model/agent.ts'
import { merge, type Plain } from '../../model/management.ts'
import { ruleSchema } from '../../model/rule.ts'
import { scenarioSchema } from '../../model/scenario.ts'
import { agentIn, agentPath } from './agents.ts'
import { faultSchema, isoOf, moment, warningsSchema } from './faults.ts'
import { type Call, operation } from './operation.ts'

export const draftSchema = z.object({
  agent: z.string(),
  version: z.int().describe('The live version, which it stands upon.'),
  revision: z.string().describe('Names this very state; the ETag is the same.'),
  document: agentDocumentSchema,
  draft: z
    .object({
      author: z.string(),
      updatedAt: moment,
      changes: z
        .array(z.object({ author: z.string(), at: moment, summary: z.string(), deed: z.string(), told: z.string() }))
        .describe('What it consists of, the first first; `deed` and `told` in the language, `summary` as it is kept.'),
    })
    .nullable()
    .describe('Null: there is none, and this is what is live.'),
  undo: z.string().nullable().describe('For `…/undo` of the last change. Null: it cannot be taken back.'),
  conflicts: z.array(z.object({ path: z.string(), live: z.string(), draft: z.string() })),
})
export const changedSchema = draftSchema.extend({
  patch: z.string(),
  summary: z.string(),
  webhookSecrets: z.array(z.object({ name: z.string(), secret: z.string() })).optional(),
  warnings: warningsSchema,
})
const publishedSchema = z.object({
  version: z.int(),
  former: z.int(),
  patch: z.string(),
  webhookSecrets: z.array(z.object({ name: z.string(), secret: z.string() })).optional(),
  warnings: warningsSchema,
})

const told = ({ draft, undo, ...view }: DraftView, language: Language = 'en') => ({
  ...{ ...view, undo: undo ?? null },
  conflicts: [...view.conflicts],
  draft: draft
    ? {
        author: draft.author,
        updatedAt: isoOf(draft.updatedAt),
        changes: draft.changes.map(({ author, at, action, summary }) => ({
          ...{ author, at: isoOf(at), summary },
          ...{ deed: deedIn(language, action), told: summaryIn(language, { action, summary }) },
        })),
      }
    : null,
})

/** What a change came to, as it is told. */
const toldChanged = ({ view, undo: _, ...changed }: Changed) => ({ ...told(view), ...changed })
const tag = 'Drafts'
const revisionTag = ({ revision }: { revision: string }): string => revision

type OfAgent = Call<z.output<typeof agentPath>, unknown, unknown>
type Document = z.output<typeof agentDocumentSchema>

/** Changes the draft upon the state that the caller saw. */
export async function change(call: OfAgent, action: string, how: (document: Document) => Document) {
  const revision = call.match === undefined ? {} : { revision: call.match }
  return toldChanged(await call.house.admin.drafts.change(agentIn(call), call.by, { action, ...revision }, how))
}

export const current = (call: OfAgent) => call.house.admin.drafts.current(agentIn(call), call.by)
const draftUrl = '/v1/agents/{agent}/draft'
export const reads = { method: 'GET', tag, scope: 'agents:read', path: agentPath } as const
export const writes = { tag, scope: 'agents:write', path: agentPath, match: 'required', etag: revisionTag } as const

export const draftOperations = [
  operation({
    ...{ ...reads, url: draftUrl, id: 'getDraft' },
    summary: 'Look at the draft of an agent, or at what is live where there is none.',
    query: z.strictObject({ language: z.enum(['en', 'ja']).default('en').describe('Of what was done.') }),
    answer: draftSchema,
    etag: revisionTag,
    run: async (call) => told(await current(call), call.query.language),
  }),
  operation({
    ...{ ...writes, method: 'PUT', url: draftUrl, id: 'putDraft' },
    summary:
      'Make the draft this document. Secrets that read `••••` stay as they are while their URL keeps its origin.',
    body: agentDocumentSchema,
    answer: changedSchema,
    run: (call) => change(call, 'draft.put', () => call.body),
  }),
  operation({
    ...{ ...writes, method: 'PATCH', url: draftUrl, id: 'patchDraft' },
    summary: 'Change the draft key by key (RFC 7396): `null` takes a key away, lists are values.',
    body: z.record(z.string(), z.json()),
    answer: changedSchema,
    // What came of it is checked as a whole, with every fault told.
    run: (call) => change(call, 'draft.patch', (document) => merge(document as Plain, call.body as Plain) as Document),
  }),
  operation({
    ...{ method: 'DELETE', url: draftUrl, id: 'discardDraft', tag, scope: 'agents:write', path: agentPath },
    match: 'optional',
    summary: 'Give the draft up.',
    run: (call) => call.house.admin.drafts.discard(agentIn(call), call.by, call.match),
  }),
  operation({
    ...{ ...reads, url: `${draftUrl}/diff`, id: 'diffDraft' },
    summary: 'What the draft changes of what is live, as a patch; empty where they say the same.',
    answer: z.object({ patch: z.string(), revision: z.string() }),
    etag: revisionTag,
    async run(call) {
      const { patch, view } = await call.house.admin.drafts.diff(agentIn(call), call.by)
      return { patch, revision: view.revision }
    },
  }),
  operation({
    ...{ method: 'POST', url: `${draftUrl}/publish`, id: 'publishDraft', tag, scope: 'agents:write', path: agentPath },
    match: 'required',
    summary: 'Make the draft the next version, in the state that was seen: `If-Match` is required.',
    answer: publishedSchema,
    run: (call) => call.house.admin.drafts.publish(agentIn(call), call.by, call.match),
  }),
  operation({
    ...{ ...writes, method: 'POST', url: `${draftUrl}/settle`, id: 'settleDraft', match: 'optional' },
    summary: 'Settle conflicts between the draft and what is live, all or the one at `path`.',
    body: z.strictObject({ take: z.enum(['draft', 'live']), path: z.string().optional() }),
    answer: changedSchema,
    async run(call) {
      const { take, path } = call.body
      return toldChanged(await call.house.admin.drafts.settle(agentIn(call), take, call.by, path))
    },
  }),
  operation({
    ...{ ...writes, method: 'POST', url: `${draftUrl}/undo`, id: 'undoDraft', match: 'optional' },
    summary: 'Take the last change of the draft back, while it is the last.',
    body: z.strictObject({ undo: z.string().describe('As the draft told it.') }),
    answer: changedSchema,
    run: async (call) => toldChanged(await call.house.admin.drafts.undo(agentIn(call), call.body.undo, call.by)),
  }),
  operation({
    ...{ ...reads, url: '/v1/agents/{agent}/rules', id: 'getRules' },
    summary: 'The rules of the draft, or of what is live.',
    answer: z.object({ revision: z.string(), rules: z.array(ruleSchema) }),
    etag: revisionTag,
    async run(call) {
      const { revision, document } = await current(call)
      return { revision, rules: document.rules }
    },
  }),
  operation({
    ...{ ...writes, method: 'PUT', url: '/v1/agents/{agent}/rules', id: 'putRules' },
    summary: 'Make these the rules of the draft.',
    body: z.strictObject({ rules: z.array(ruleSchema).max(10_000) }),
    answer: changedSchema,
    run: (call) => change(call, 'rule.put', (document) => ({ ...document, rules: call.body.rules })),
  }),
  operation({
    ...{ ...writes, method: 'POST', url: '/v1/agents/{agent}/rules', id: 'addRule', match: 'optional', status: 201 },
    summary: 'Add a rule to the draft.',
    body: ruleSchema,
    answer: changedSchema,
    run: (call) => change(call, 'rule.add', (document) => ({ ...document, rules: [...document.rules, call.body] })),
  }),
  operation({
    ...{ ...reads, url: '/v1/agents/{agent}/scenarios', id: 'getScenarios' },
    summary: 'The scenarios of the draft, with what the checker finds.',
    answer: z.object({
      revision: z.string(),
      scenarios: z.array(scenarioSchema),
      findings: z.array(faultSchema.extend({ scenario: z.string(), code: z.string(), severity: z.string() })),
    }),
    etag: revisionTag,
    async run(call) {
      const { revision, document } = await current(call)
      const findings = await call.house.admin.drafts.findings(agentIn(call), call.by)
      return { revision, scenarios: document.scenarios, findings }
    },
  }),
  operation({
    ...{ ...writes, method: 'PUT', url: '/v1/agents/{agent}/scenarios/{scenario}', id: 'putScenario' },
    path: agentPath.extend({ scenario: z.string() }),
    summary: 'Make this the scenario of that id in the draft. What the checker finds wrong is refused.',
    body: scenarioSchema,
    answer: changedSchema,
    run: (call) =>
      change(call, 'scenario.put', (document) => {
        const { scenario: id } = call.path
        const written = { ...call.body, id }
        const isThere = document.scenarios.some((one) => one.id === id)
        const scenarios = isThere
          ? document.scenarios.map((one) => (one.id === id ? written : one))
          : [...document.scenarios, written]
        return { ...document, scenarios }
      }),
  }),
  operation({
    ...{ ...writes, method: 'DELETE', url: '/v1/agents/{agent}/scenarios/{scenario}', id: 'deleteScenario' },
    path: agentPath.extend({ scenario: z.string() }),
    summary: 'Take a scenario out of the draft.',
    answer: changedSchema,
    run: (call) =>
      change(call, 'scenario.remove', (document) => ({
        ...document,
        scenarios: document.scenarios.filter(({ id }) => id !== call.path.scenario),
      })),
  }),
]
