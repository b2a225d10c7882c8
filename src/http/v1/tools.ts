import { z } from 'zod'
import { standingIdOf } from '../../admin/standing-approvals.ts'
import { toolsSchema } from '../../model/tools.ts'
import { agentIn, agentPath } from './agents.ts'
import { change, changedSchema, current, reads, writes } from './drafts.ts'
import { isoOf, moment } from './faults.ts'
import { operation } from './operation.ts'
import { pageIn, pageOf, pageQuery } from './pages.ts'

const url = '/v1/agents/{agent}/tools'
const standingUrl = '/v1/agents/{agent}/standing-approvals'
const tag = 'Tools'

const standingSchema = z.object({
  id: z.string(),
  tool: z.string(),
  givenBy: z.string().describe('The uid that agreed to all calls to come.'),
  place: z.string().describe('The channel or direct conversation where that holds.'),
  givenAt: moment,
})

/** Servers of tools, and what is allowed of each tool. Programs of the operator stand in no document, so that no caller can name one. */
export const toolOperations = [
  operation({
    ...{ ...reads, tag, url, id: 'getTools' },
    summary: 'The servers of tools of the draft, and what is allowed of each tool. Secrets read `••••`.',
    answer: z.object({ revision: z.string(), tools: toolsSchema }),
    etag: ({ revision }) => revision,
    async run(call) {
      const { revision, document } = await current(call)
      return { revision, tools: document.tools ?? {} }
    },
  }),
  operation({
    ...{ ...writes, method: 'PUT', tag, url, id: 'putTools' },
    summary:
      'Make these the tools of the draft. Secrets that read `••••` stay as they are while their URL keeps its origin.',
    body: toolsSchema,
    answer: changedSchema,
    run: (call) => change(call, 'tool.put', (document) => ({ ...document, tools: call.body })),
  }),
  operation({
    ...{ ...reads, tag, url: standingUrl, id: 'listStandingApprovals' },
    summary: 'Who has agreed to all calls of a tool to come, and where, the newest first.',
    query: pageQuery,
    answer: pageOf(standingSchema),
    async run(call) {
      const all = await call.house.admin.standingApprovals.list(agentIn(call), call.by)
      const items = all.map((one) => ({
        ...{ id: standingIdOf(one), tool: one.tool, givenBy: one.given_by, place: one.place },
        givenAt: isoOf(one.given_at),
      }))
      return pageIn(items, ({ id }) => id, call.query)
    },
  }),
  operation({
    ...{ method: 'DELETE', url: `${standingUrl}/{approval}`, id: 'endStandingApproval', tag, scope: 'agents:write' },
    summary: 'They are asked again before that tool is called there. Nothing happens where they are anyway.',
    path: agentPath.extend({ approval: z.string().describe('Its id.') }),
    run: (call) => call.house.admin.standingApprovals.end(agentIn(call), call.path.approval, call.by),
  }),
]
