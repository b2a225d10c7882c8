import { z } from 'zod'
import { makeProposed } from '../../admin/proposals/make.ts'
import { languageWanted, proposalSchema, wishLimit } from '../../admin/proposals/proposal.ts'
import { proposalFrom } from '../../admin/proposals/templates.ts'
import { agentIdSchema } from '../../model/agent-id.ts'
import { warningsSchema } from './faults.ts'
import { operation } from './operation.ts'

const tag = 'Agents'
const url = '/v1/proposals'

/** What `/agent create` does in a chat with a sentence. */
export const proposalOperations = [
  operation({
    ...{ method: 'POST', url, id: 'proposeAgent', tag, scope: 'agents:write' },
    summary: 'Propose an agent from a sentence that says what it should be. Nothing is made.',
    query: z.strictObject({ language: z.enum(['en', 'ja']).default('en').describe('Unless the sentence names one.') }),
    body: z.strictObject({ wish: z.string().trim().min(1).max(wishLimit) }),
    answer: z.object({
      byModel: z.boolean().describe('False: no model has answered, and it is the template that fits best.'),
      proposal: proposalSchema,
    }),
    async run({ by, house, body, query }) {
      const wish = body.wish.toWellFormed()
      const language = languageWanted(wish, query.language)
      const { account, author: person, door } = by
      const byModel = await house.propose({ account, person, door, wish, language })
      return { byModel: byModel !== undefined, proposal: byModel ?? proposalFrom(wish, language) }
    },
  }),
  operation({
    ...{ method: 'POST', url: `${url}/agent`, id: 'makeProposedAgent', tag, scope: 'agents:write', status: 201 },
    summary: 'Make the agent that was proposed: its name and prompt are live, all else stands in its draft.',
    body: z.strictObject({
      proposal: proposalSchema,
      id: agentIdSchema.optional().describe('Made of its name where none is given.'),
    }),
    answer: z.object({
      id: z.string(),
      revision: z.string().describe('Of its draft.'),
      tried: z
        .array(z.object({ ask: z.string(), rule: z.int(), isRight: z.boolean() }))
        .describe('What the draft was asked, and whether the rule that should answer did.'),
      warnings: warningsSchema,
    }),
    etag: ({ revision }) => revision,
    run: ({ by, house, body: { proposal, id } }) => makeProposed(house, proposal, by, { id }),
  }),
]
