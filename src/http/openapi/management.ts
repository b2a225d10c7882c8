import type { Operation, Parameter, Response } from './operation.ts'
import { badBody, headers, idempotencyKey, json, ours, problems, rates, unread } from './parts.ts'

const noKey = [
  problems('401', ['invalid_api_key']),
  problems('429', ['too_many_requests', 'too_many_wrong_keys'], rates),
]
const badPath = 'invalid_path'

const uid: Parameter = {
  name: 'uid',
  in: 'path',
  required: true,
  description: 'The account, which the key must be of.',
  schema: { type: 'string' },
}
const agentId: Parameter = {
  name: 'agentId',
  in: 'path',
  required: true,
  description: 'The agent.',
  schema: { type: 'string', pattern: '^[A-Za-z0-9][A-Za-z0-9_-]{2,63}$' },
}
const query = (name: string, description: string, schema: Parameter['schema']): Parameter => ({
  name,
  in: 'query',
  description,
  schema,
})
/** Of what comes again with its `Idempotency-Key`. */
const again = [problems('409', ['still_running', 'done_already']), problems('422', ['idempotency_key_reused'])]
const management: Pick<Operation, 'security'> = { security: [{ managementKey: [] }] }
const settings = {
  displayName: 'Guide',
  description: 'Knows its way around.',
  photoUrl: 'https://example.com/guide.png',
  providerName: 'Example',
  scope: 'private',
  llmSettings: { llm: 'gpt-4o-mini', prompt: 'You are a guide.' },
}

export const createAgent: Operation = {
  operationId: 'createAgent',
  tags: ['Agents'],
  summary: 'Create an agent',
  description: 'It can be spoken to at once. Members that are not known are refused. Webhooks are made 300 ms apart.',
  ...management,
  parameters: [uid, idempotencyKey],
  requestBody: { required: true, content: json('CreateAgent', { agent: settings, issueAgentApiKey: true }) },
  responses: Object.fromEntries([
    [
      '201',
      {
        description: 'It was made.',
        headers: headers(...rates, 'Location', 'Idempotency-Replayed'),
        content: json('SavedAgent', { id: '5f0c2f3e-7c1d-4e0a-9d0c-2f6a3c1b8e7d', issuedAgentApiKey: 'pak_…' }),
      },
    ],
    problems('400', [...badBody, badPath, 'agent_already_exists', 'agent_limit_exceeded', 'webhook_limit_exceeded']),
    ...noKey,
    problems('403', ['out_of_scope', 'first_agent_required']),
    ...again,
    ...unread,
    problems('414', ['uri_too_long']),
    ...ours,
    problems('503', ['edited_meanwhile', 'storage_unavailable']),
  ]),
}

export const updateAgent: Operation = {
  operationId: 'updateAgent',
  tags: ['Agents'],
  summary: 'Change an agent',
  description:
    'What is left out stays as it is; settings objects are merged key by key; `null` clears what may be left out. `webhooks`, if it is there, is the whole list. It is published at once; turns that are running go on as they began.',
  ...management,
  parameters: [uid, idempotencyKey],
  requestBody: {
    required: true,
    content: json('UpdateAgent', { agent: { id: 'guide', llmSettings: { temperature: 0.2 } } }),
  },
  responses: Object.fromEntries([
    [
      '200',
      {
        description: 'It was changed.',
        headers: headers(...rates, 'Idempotency-Replayed'),
        content: json('SavedAgent', { id: 'guide' }),
      },
    ],
    problems('400', [...badBody, badPath, 'webhook_limit_exceeded']),
    ...noKey,
    problems('403', ['out_of_scope', 'first_agent_required', 'forbidden']),
    problems('404', ['agent_not_found']),
    ...again,
    ...unread,
    problems('414', ['uri_too_long']),
    ...ours,
    problems('503', ['edited_meanwhile', 'storage_unavailable']),
  ]),
}

const ofOne: [string, Response][] = [
  problems('400', ['invalid_agent_id', badPath]),
  ...noKey,
  problems('403', ['out_of_scope', 'forbidden']),
  problems('404', ['agent_not_found']),
  problems('414', ['uri_too_long']),
  ...ours,
  problems('503', ['storage_unavailable']),
]
const ofAccount: [string, Response][] = [
  ...noKey,
  problems('403', ['out_of_scope']),
  problems('414', ['uri_too_long']),
  ...ours,
  problems('503', ['storage_unavailable']),
]

export const deleteAgent: Operation = {
  operationId: 'deleteAgent',
  tags: ['Agents'],
  summary: 'Delete an agent',
  description: 'With everything that is only its own: versions, keys, and what is kept of the people who spoke to it.',
  ...management,
  parameters: [uid, agentId, idempotencyKey],
  responses: Object.fromEntries([
    ['204', { description: 'It is gone.', headers: headers(...rates, 'Idempotency-Replayed') }],
    ...ofOne,
    ...again,
  ]),
}

export const listAgents: Operation = {
  operationId: 'listAgents',
  tags: ['Agents'],
  summary: 'List the agents of an account',
  description: 'The oldest first.',
  ...management,
  parameters: [uid],
  responses: Object.fromEntries([
    ['200', { description: 'The agents.', headers: headers(...rates), content: json('AgentList') }],
    problems('400', [badPath]),
    ...ofAccount,
  ]),
}

export const getAgent: Operation = {
  operationId: 'getAgent',
  tags: ['Agents'],
  summary: 'Look at an agent',
  description: 'Its settings and webhooks, in the shape in which they can be sent back. Secrets read `••••`.',
  ...management,
  parameters: [uid, agentId],
  responses: Object.fromEntries([
    ['200', { description: 'The agent.', headers: headers(...rates), content: json('AgentDetails') }],
    ...ofOne,
  ]),
}

export const forgetPerson: Operation = {
  operationId: 'forgetPerson',
  tags: ['People'],
  summary: 'Forget a person',
  description:
    'Everything that is kept of them goes, from every table. Once begun it comes to its end, whatever happens meanwhile; what they say afterwards is kept again.',
  ...management,
  parameters: [
    uid,
    {
      name: 'person',
      in: 'path',
      required: true,
      description: 'Their uid, as conversations name it.',
      schema: { type: 'string' },
    },
    query('agent', 'Only what this agent keeps of them.', { type: 'string' }),
    idempotencyKey,
  ],
  responses: Object.fromEntries([
    [
      '200',
      {
        description: 'They are forgotten.',
        headers: headers(...rates, 'Idempotency-Replayed'),
        content: json('Forgotten'),
      },
    ],
    problems('400', [badPath]),
    ...noKey,
    ...again,
    ...unread,
    problems('414', ['uri_too_long']),
    ...ours,
    problems('503', ['edited_meanwhile', 'storage_unavailable']),
  ]),
}

export const getUsage: Operation = {
  operationId: 'getUsage',
  tags: ['Usage'],
  summary: 'See what an account has used',
  description: 'Conversations are answered turns, over HTTP and every chat platform.',
  ...management,
  parameters: [
    uid,
    query('from', 'The first day, UTC. Default: the first of this month.', { type: 'string', format: 'date' }),
    query('to', 'The last day, UTC. Default: today.', { type: 'string', format: 'date' }),
    query('agent', 'Of this agent only.', { type: 'string' }),
    query('by', 'What to tell apart, of `day`, `agent` and `door`, with commas between. Default: all three.', {
      type: 'string',
    }),
  ],
  responses: Object.fromEntries([
    [
      '200',
      {
        description: 'The usage.',
        headers: headers(...rates),
        content: json('Usage', {
          from: '2026-11-01',
          to: '2026-11-21',
          plan: { name: 'default', conversationsPerMonth: 10000, conversationsThisMonth: 2 },
          total: { conversations: 2, inputTokens: 310, outputTokens: 42 },
          usage: [
            { day: '2026-11-21', agent: 'guide', door: 'http', conversations: 2, inputTokens: 310, outputTokens: 42 },
          ],
        }),
      },
    ],
    problems('400', ['invalid_request', badPath]),
    ...ofAccount,
  ]),
}
