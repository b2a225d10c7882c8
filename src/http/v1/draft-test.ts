import { z } from 'zod'
import { changedSince } from '../../admin/sentences.ts'
import { storyOf } from '../../admin/story.ts'
import { AppError } from '../../lib/errors.ts'
import { longerThan } from '../conversation-body.ts'
import { sentences } from '../words/index.ts'
import { agentIn, agentPath } from './agents.ts'
import { current } from './drafts.ts'
import { operation } from './operation.ts'

const testedSchema = z.object({
  revision: z.string().describe('Of what answered; the ETag is the same.'),
  isDraft: z.boolean().describe('False: there is no draft, and what is live has answered.'),
  utterance: z.string().describe('Empty where it has nothing to say.'),
  options: z.array(z.string()),
  story: z.array(z.string()).describe('Why it answered so, in words, a line for each step.'),
  uncalled: z.array(z.string()).describe('Webhooks and tools that it would have called.'),
})

/** What `/agent test` does in a chat. */
export const draftTestOperations = [
  operation({
    ...{ method: 'POST', url: '/v1/agents/{agent}/draft/test', id: 'testDraft', tag: 'Drafts', scope: 'agents:write' },
    match: 'optional',
    summary: 'Have the draft answer an utterance. Nothing is kept, no webhook or tool is called, nobody else notices.',
    path: agentPath,
    query: z.strictObject({ language: z.enum(['en', 'ja']).default('en').describe('Of the story.') }),
    body: z.strictObject({ utterance: z.string().min(1) }),
    answer: testedSchema,
    etag: ({ revision }) => revision,
    async run(call) {
      const { by, house, match } = call
      const { utterance } = call.body
      if (longerThan(utterance, house.limits.utterance)) {
        const faults = [{ path: 'utterance', message: `must have at most ${house.limits.utterance} characters` }]
        throw new AppError('utterance_too_long', sentences.invalidBody, { faults })
      }
      const { revision, draft } = await current(call)
      if (match !== undefined && match !== revision) throw changedSince()
      // Whoever has the key talks, in a conversation of their own.
      const asked = { account: by.account, agent: agentIn(call), person: by.author, utterance }
      const { text, options, trace, uncalled } = await house.test(asked)
      return {
        ...{ revision, isDraft: draft !== undefined, utterance: text },
        ...{ options: [...options], story: [...storyOf(trace, call.query.language)], uncalled: [...uncalled] },
      }
    },
  }),
]
