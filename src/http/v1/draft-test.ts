import { z } from 'zod'
import { changedSince } from '../../admin/sentences.ts'
import { storyOf } from '../../admin/story.ts'
import { AppError } from '../../lib/errors.ts'
import { emptyTalk } from '../../model/talk.ts'
import { longerThan, talkLimit } from '../conversation-body.ts'
import { openTalk, sealTalk } from '../draft-talk.ts'
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
  talk: z
    .string()
    .describe('Sent with the next utterance, that one goes on from this: only who holds it keeps what was said.'),
  isAnew: z.boolean().describe('The talk that was sent is of another state of the draft: this answer began anew.'),
})

/** What `/agent test` does in a chat. */
export const draftTestOperations = [
  operation({
    ...{
      method: 'GET',
      url: '/v1/agents/{agent}/rules-search',
      id: 'searchRules',
      tag: 'Drafts',
      scope: 'agents:read',
    },
    path: agentPath,
    summary: 'The rules of the draft that a sentence is most like, best first, and from how alike on one answers.',
    query: z.strictObject({
      q: z.string().min(1).max(8000),
      limit: z.coerce.number().int().min(1).max(50).default(5),
    }),
    answer: z.object({
      threshold: z.number().describe('Of 100.'),
      hits: z.array(
        z.object({
          rule: z.int().describe('Its place among the rules, from 0.'),
          phrase: z.string().describe('The nearest of its phrases.'),
          score: z.number().describe('Of 100.'),
        }),
      ),
    }),
    async run(call) {
      const { q, limit } = call.query
      const { account } = call.by
      // Whoever may not see the agent is refused.
      await current(call)
      const { threshold, rules } = await call.house.alike({ account, agent: agentIn(call), utterance: q, limit })
      return { threshold, hits: rules.map(({ index, phrase, score }) => ({ rule: index, phrase, score })) }
    },
  }),
  operation({
    ...{ method: 'POST', url: '/v1/agents/{agent}/draft/test', id: 'testDraft', tag: 'Drafts', scope: 'agents:write' },
    match: 'optional',
    summary: 'Have the draft answer an utterance. Nothing is kept, no webhook or tool is called, nobody else notices.',
    path: agentPath,
    query: z.strictObject({ language: z.enum(['en', 'ja']).default('en').describe('Of the story.') }),
    body: z.strictObject({
      utterance: z.string().min(1),
      talk: z.string().max(talkLimit).optional().describe('As the answer before told it.'),
    }),
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
      const agent = agentIn(call)
      const of = { secrets: house.secrets, agent, revision }
      const given = call.body.talk
      const talk = given === undefined ? undefined : openTalk(given, of)
      const asked = { account: by.account, agent, person: by.author, utterance, talk: talk ?? emptyTalk }
      const { answer, trace, uncalled, talk: after } = await house.test(asked)
      return {
        ...{ revision, isDraft: draft !== undefined, utterance: answer.utterance },
        ...{ options: [...answer.options], story: [...storyOf(trace, call.query.language)], uncalled: [...uncalled] },
        talk: sealTalk(after, of),
        isAnew: given !== undefined && talk === undefined,
      }
    },
  }),
]
