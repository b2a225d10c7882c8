import type { Operation, Parameter, Paths, Response } from './operation.ts'
import { headers, idempotencyKey, json, ref } from './parts.ts'
import type { SchemaName } from './schemas.ts'

/** The addresses of OpenAI's protocol. */

const common: Pick<Operation, 'security' | 'tags'> = { security: [{ conversationKey: [] }], tags: ['OpenAI'] }
const event = { 'text/event-stream': { schema: { type: 'string' } } }

const response: Parameter = {
  ...{ name: 'response', in: 'path', required: true },
  description: 'The `id` of a response of this key.',
  schema: { type: 'string' },
}

const refusal = (description: string, ...more: string[]): Response => ({
  description,
  headers: headers(...more),
  content: json('OpenAiError'),
})

const refusals = {
  401: refusal('`invalid_api_key`: no conversation or agent key that is valid', 'WWW-Authenticate'),
  429: refusal('`rate_limit_exceeded`; `insufficient_quota`: a budget or the plan’s month is used up', 'Retry-After'),
  500: refusal('`internal_error`'),
  503: refusal('No answer for now: `x-should-retry` says whether it is asked for again', 'Retry-After'),
}
const ofBody = {
  409: refusal('`still_running`: the request of the same `Idempotency-Key`'),
  422: refusal('`idempotency_key_reused`: for another request'),
  400: refusal('`invalid_request`, `streaming_disabled`, `image_not_supported`: `param` names the member'),
  404: refusal('`model_not_found`: no agent of this id may be spoken to with this key'),
  413: refusal('`body_too_large`'),
  415: refusal('`unsupported_media_type`'),
}
const lost = refusal('`response_not_found`: none of this key, or it ended more than five minutes ago')

const answered = (name: SchemaName, example?: unknown): Response => ({
  description: 'The answer; with `stream` as Server-Sent Events.',
  headers: headers('X-Turn-Id', 'Idempotency-Replayed'),
  content: { ...json(name, example), ...event },
})

const completions: Operation = {
  ...common,
  operationId: 'createChatCompletion',
  summary: 'Chat completions: an agent is a model',
  description:
    'As OpenAI’s. `model` is the agent’s id, `user` the `uid` of whom it talks with: with one, memory is the agent’s and only the last message counts. Members that stand nowhere here are ignored.',
  parameters: [idempotencyKey],
  requestBody: {
    required: true,
    content: json('ChatRequest', {
      model: 'guide',
      user: 'service_4711',
      messages: [{ role: 'user', content: 'When do you open?' }],
    }),
  },
  responses: { 200: answered('ChatCompletion'), ...ofBody, ...refusals },
}

const create: Operation = {
  ...common,
  operationId: 'createResponse',
  summary: 'Responses: the same, in streams that resume',
  description:
    'As OpenAI’s. The events of a stream are numbered, and can be asked for again at any process until five minutes after the end.',
  parameters: [idempotencyKey],
  requestBody: {
    required: true,
    content: json('ResponseRequest', { model: 'guide', user: 'service_4711', input: 'When do you open?' }),
  },
  responses: { 200: answered('ModelResponse'), ...ofBody, ...refusals },
}

const retrieve: Operation = {
  ...common,
  operationId: 'getResponse',
  summary: 'A response, or the rest of its stream',
  description: 'What there is by now. With `stream=true` the events behind number `starting_after`, those to come too.',
  parameters: [
    response,
    { name: 'stream', in: 'query', description: '`true`: as events.', schema: { type: 'string' } },
    {
      ...{ name: 'starting_after', in: 'query' },
      description: 'The `sequence_number` of the last event that was read.',
      schema: { type: 'integer', minimum: 0 },
    },
  ],
  responses: { 200: answered('ModelResponse'), 400: ofBody[400], 404: lost, ...refusals },
}

const cancel: Operation = {
  ...common,
  operationId: 'cancelResponse',
  summary: 'Stop a response',
  description: 'What was written by then is the answer.',
  parameters: [response],
  responses: {
    200: { description: 'As it ended.', headers: headers(), content: json('ModelResponse') },
    404: lost,
    ...refusals,
  },
}

const events: Operation = {
  ...common,
  operationId: 'followTurn',
  summary: 'The rest of a turn’s stream, by Last-Event-ID',
  description:
    'As `EventSource` asks: the events behind `Last-Event-ID`, of a response or of a turn of `/api` whose request had an `Idempotency-Key`; each in its own form.',
  parameters: [
    {
      ...{ name: 'turn', in: 'path', required: true },
      description: 'The `X-Turn-Id` of the answer.',
      schema: { type: 'string' },
    },
    {
      ...{ name: 'Last-Event-ID', in: 'header' },
      description: 'The `id` of the last event that was read.',
      schema: { type: 'integer', minimum: 0 },
    },
  ],
  responses: {
    200: { description: 'The events.', headers: headers(), content: event },
    204: { description: 'There is nothing more.', headers: headers() },
    400: ofBody[400],
    404: lost,
    ...refusals,
  },
}

const models: Operation = {
  ...common,
  operationId: 'listModels',
  summary: 'The agents that the key opens, as models',
  description: 'Of its account; an agent’s key opens that one.',
  responses: {
    200: { description: 'They.', headers: headers(), content: { 'application/json': { schema: ref('ModelList') } } },
    ...refusals,
  },
}

const model: Operation = {
  ...common,
  operationId: 'getModel',
  summary: 'An agent, as a model',
  description: 'Whether the key opens it.',
  parameters: [
    {
      ...{ name: 'model', in: 'path', required: true },
      description: 'The agent’s id.',
      schema: { type: 'string' },
    },
  ],
  responses: {
    200: { description: 'It does.', headers: headers(), content: json('Model') },
    404: ofBody[404],
    ...refusals,
  },
}

export const openAiOperations: Paths = {
  '/v1/chat/completions': { post: completions },
  '/v1/responses': { post: create },
  '/v1/responses/{response}': { get: retrieve },
  '/v1/responses/{response}/cancel': { post: cancel },
  '/v1/turns/{turn}/events': { get: events },
  '/v1/models': { get: models },
  '/v1/models/{model}': { get: model },
}
