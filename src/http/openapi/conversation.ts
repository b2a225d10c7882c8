import type { Operation } from './operation.ts'
import { badBody, headers, idempotencyKey, json, noKeyNeeded, ours, problems, rates, ref, unread } from './parts.ts'

const bestResponse = {
  utterance: 'We open at nine.',
  score: 100,
  options: ['And on Sundays?'],
  topic: 'hours',
  imageUrl: '',
  url: 'https://example.com/hours',
  isAutoResponse: false,
  isSearching: false,
  extensions: null,
  shouldSelectOption: false,
  state: '',
  scenarioNode: null,
  embededHtml: '',
}
const answer = {
  utterance: 'When do you open?',
  bestResponse,
  userState: { name: 'Ann' },
  avatarIconUrl: 'https://example.com/guide.png',
}
const answered = ['X-Turn-Id', ...rates]
const lines = { oneOf: [ref('StreamLine'), ref('Answer')] }

export const converse: Operation = {
  operationId: 'converse',
  tags: ['Conversation'],
  summary: 'Say something to an agent',
  description:
    'The key travels in the body. Members that are not known are ignored. Everything beside `base64_image` and `talk` may have 256 KiB.\n\nWith `stream`, the answer comes as one object a line (NDJSON), or as Server-Sent Events with the same objects as `data` where `Accept` names `text/event-stream`: the text so far, again and again, then the whole answer as the last one. What goes wrong after the first text is told in the `error` of the last one; before it, by a status.\n\nTurns of one user with one agent run one at a time, in the order they came. If the client closes the connection, the model is stopped, unless the request has an `Idempotency-Key`: then its turn goes on, whoever asks the same again joins it, and `GET /v1/turns/{turn}/events` tells the rest of it. `POST /v1/turns/{turn}/cancel` ends any turn.',
  ...noKeyNeeded,
  parameters: [
    {
      ...{ name: 'draft', in: 'query' },
      description:
        '`1`: the draft of the agent answers, as `POST /v1/agents/{agent}/draft/test` has it: nothing is kept, counted or called.',
      schema: { type: 'string', enum: ['0', '1'] },
    },
    idempotencyKey,
  ],
  requestBody: {
    required: true,
    content: json('ConversationRequest', {
      api_key: 'pck_…',
      agent_id: 'guide',
      uid: 'service_4711',
      utterance: 'When do you open?',
      state: { name: 'Ann' },
    }),
  },
  responses: Object.fromEntries([
    [
      '200',
      {
        description: 'The answer.',
        headers: headers(...answered, 'Idempotency-Replayed'),
        content: {
          ...json('Answer', answer),
          'application/x-ndjson': { schema: lines },
          'text/event-stream': { schema: lines },
        },
      },
    ],
    problems(
      '400',
      [
        ...badBody,
        'uid_required',
        'state_too_large',
        'state_not_writable',
        'utterance_too_long',
        'image_too_large',
        'image_unreadable',
        'image_not_supported',
        'agent_not_found',
        'streaming_disabled',
      ],
      rates,
    ),
    problems('401', ['invalid_api_key', 'api_disabled']),
    problems('403', ['out_of_scope', 'forbidden']),
    problems('404', ['agent_not_found', 'no_draft']),
    problems('409', ['still_running']),
    ...unread,
    problems('422', ['idempotency_key_reused']),
    problems('429', ['too_many_requests', 'conversation_cap_reached', 'too_many_wrong_keys'], answered),
    ...ours,
    problems(
      '503',
      [
        'model_unavailable',
        'model_not_configured',
        'too_many_open_turns',
        'interrupted',
        'shutting_down',
        'paused',
        'storage_unavailable',
      ],
      answered,
    ),
  ]),
}
