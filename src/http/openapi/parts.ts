import type { Content, Operation, Parameter, Response } from './operation.ts'
import type { SchemaName } from './schemas.ts'

/** What operations are put together from. */

export const ref = (name: SchemaName) => ({ $ref: `#/components/schemas/${name}` })
export const json = (name: SchemaName, example?: unknown): Record<string, Content> => ({
  'application/json': { schema: ref(name), ...(example !== undefined && { example }) },
})
export const headers = (...names: string[]) =>
  Object.fromEntries(['X-Request-Id', ...names].map((name) => [name, { $ref: `#/components/headers/${name}` }]))

/** Of every answer to whoever has a rate. */
export const rates = ['RateLimit', 'RateLimit-Policy', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset']

/** What each problem's code means, by status. */
const meanings: Record<string, Record<string, string>> = {
  400: {
    malformed_json: 'the body is empty, no JSON or no UTF-8',
    invalid_request: '`errors` names every fault',
    uid_required: '`state` needs a `uid`',
    utterance_too_long: 'the utterance has too many characters',
    image_too_large: 'the image has more than 8 MiB',
    image_unreadable: 'the image is no PNG, JPEG, WebP or GIF in base64',
    image_not_supported: 'the agent’s model does not understand images',
    agent_not_found: 'no agent of this `agent_id` may be spoken to with this key',
    streaming_disabled: 'the agent does not stream its answers',
    agent_already_exists: 'the id is taken',
    agent_limit_exceeded: 'the plan allows no more agents',
    webhook_limit_exceeded: 'the plan allows no more webhooks',
    invalid_agent_id: 'the id in the path is no agent id',
    invalid_path: 'the path is not properly percent-encoded',
    invalid_content_length: 'the body is not as long as it says',
  },
  401: {
    invalid_api_key: 'the key is missing, unknown, revoked, of the wrong kind or of another account',
    api_disabled: 'the account’s API integration is off',
  },
  403: {
    first_agent_required: 'the account has never made an agent: the first one is made elsewhere',
    forbidden: 'the agent is another account’s',
    out_of_scope: 'the key lacks the scope, or has scopes, which open nothing under `/admin`',
  },
  404: { agent_not_found: 'there is no agent of this id', no_draft: 'the agent has no draft' },
  409: {
    still_running: 'the same request is still running',
    done_already: 'it was done by a request whose answer was lost; look at what there is now',
  },
  412: { changed_since: 'what `If-Match` names has moved on since; look at it again' },
  413: { body_too_large: 'the body is too large' },
  414: { uri_too_long: 'a part of the path is too long' },
  415: {
    unsupported_media_type: 'the body is not `application/json`',
    unsupported_content_encoding: 'the body is compressed',
  },
  422: { idempotency_key_reused: 'the `Idempotency-Key` was used for another request' },
  428: { match_required: '`If-Match` is missing' },
  429: {
    too_many_requests: 'the key’s request rate is used up',
    conversation_cap_reached: 'the plan’s conversations of this month are used up',
    too_many_wrong_keys: 'the key is wrong like too many before it; a right one would have been taken',
  },
  500: { internal_error: 'a failure of the service; the log has its cause under `requestId`' },
  503: {
    model_unavailable: 'the model gave no answer, and nothing else can',
    model_not_configured: 'no model is connected, and nothing else can answer',
    too_many_open_turns: 'too many utterances of this user wait for their answers',
    interrupted: 'the answer was interrupted before there was a word of it',
    shutting_down: 'the service is ending',
    paused: 'all answers are paused by whoever owns or runs the agents',
    storage_unavailable: 'nothing can be stored at the moment',
    edited_meanwhile: 'others keep changing the agent at the same time',
  },
}

/** Of every request that may be sent again. */
export const idempotencyKey: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'A name of your own for this request, for a day: sent again with it, it gets the first answer.',
  schema: { type: 'string', maxLength: 255 },
}

const moreHeaders: Record<string, string[]> = { 401: ['WWW-Authenticate'], 429: ['Retry-After'], 503: ['Retry-After'] }

/** The problems of one status, told apart by their codes; `open`: there may be others. */
export function problems(
  status: string,
  codes: readonly string[],
  more: readonly string[] = [],
  { open = false } = {},
): [string, Response] {
  const known = meanings[status]!
  return [
    status,
    {
      description: codes.map((code) => `\`${code}\`: ${known[code]}`).join('; '),
      headers: headers(...more, ...(moreHeaders[status] ?? [])),
      content: {
        'application/problem+json': {
          schema: open
            ? ref('Problem')
            : { allOf: [ref('Problem'), { properties: { code: { type: 'string', enum: [...codes] } } }] },
        },
      },
    },
  ]
}

/** Of every operation. */
export const ours: [string, Response][] = [problems('500', ['internal_error'])]
/** Of every operation that has a body. */
export const unread: [string, Response][] = [
  problems('413', ['body_too_large']),
  problems('415', ['unsupported_media_type', 'unsupported_content_encoding']),
]
export const badBody = ['malformed_json', 'invalid_request', 'invalid_content_length']

export const noKeyNeeded: Pick<Operation, 'security'> = { security: [] }
