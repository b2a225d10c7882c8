import type { z } from 'zod'
import type { JsonSchema } from '../openapi/json-schema.ts'
import { jsonSchemaOf } from '../openapi/json-schema.ts'
import type { Operation as Described, Parameter, Paths, Response } from '../openapi/operation.ts'
import { headers, idempotencyKey, ours, problems, rates, unread } from '../openapi/parts.ts'
import { leavingNote } from './leaving.ts'
import type { Operation } from './operation.ts'
import { operations } from './table.ts'

/** The operations as OpenAPI has them: what they take and answer is what their schemas check. `named`: schemas that have a name. */
export function describeV1(named: ReadonlyMap<unknown, string>): Paths {
  const paths: Paths = {}
  for (const one of operations) {
    paths[one.url] ??= {}
    paths[one.url]![one.method.toLowerCase()] = described(one, named)
  }
  return paths
}

function described(operation: Operation, named: ReadonlyMap<unknown, string>): Described {
  const { id, tag, summary, scope, path, query, body, match, leaves, askers } = operation
  const schemaOf = (schema: z.ZodType): JsonSchema => {
    const name = named.get(schema)
    return name === undefined ? jsonSchemaOf(schema, named) : { $ref: `#/components/schemas/${name}` }
  }
  const parameters = [
    ...(path ? parametersOf(schemaOf(path), 'path') : []),
    ...(query ? parametersOf(schemaOf(query), 'query') : []),
    ...(match ? [ifMatch(match === 'required')] : []),
    ...(operation.method === 'GET' ? [] : [idempotencyKey]),
  ]
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(leaves && { deprecated: true as const }),
    description: `${summary}${leaves ? leavingNote(leaves) : ''}${match ? notes[match] : ''} A key with scopes needs \`${scope}\`.`,
    security: [{ managementKey: [] }, { bearer: [] }, ...(askers ? [{ conversationKey: [] }] : [])],
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: true, content: { 'application/json': { schema: schemaOf(body) } } } }),
    responses: Object.fromEntries<Response>([success(operation, schemaOf), ...refusals(operation)]),
  }
}

const notes = {
  required:
    ' Send the `ETag` that you saw as `If-Match`: what has moved since is a 412, and without it nothing is done (428).',
  optional: ' With `If-Match`, what has moved since is a 412.',
}
const ifMatch = (required: boolean): Parameter => ({
  name: 'If-Match',
  in: 'header',
  ...(required && { required }),
  description: 'The `ETag` of the state that you saw.',
  schema: { type: 'string' },
})
function parametersOf({ properties = {}, required = [] }: JsonSchema, place: 'path' | 'query'): Parameter[] {
  return Object.entries(properties).map(([name, { description = '', ...schema }]) => ({
    name,
    in: place,
    ...((place === 'path' || (required.includes(name) && schema['default'] === undefined)) && { required: true }),
    description,
    schema,
  }))
}

function success(operation: Operation, schemaOf: (schema: z.ZodType) => JsonSchema): [string, Response] {
  const told = [
    ...rates,
    ...(operation.etag ? ['ETag'] : []),
    ...(operation.method === 'GET' ? [] : ['Idempotency-Replayed']),
  ]
  if (!operation.answer) return ['204', { description: 'It is done.', headers: headers(...told) }]
  const content = { 'application/json': { schema: schemaOf(operation.answer) } }
  return [`${operation.status ?? 200}`, { description: 'It is as it says.', headers: headers(...told), content }]
}

/** The codes of single operations are told by their sentences; these may come of any. */
function refusals({ body, match, method, path, query }: Operation): [string, Response][] {
  const isWrite = method !== 'GET'
  return [
    problems(
      '400',
      ['invalid_request', ...(body ? ['malformed_json', 'invalid_content_length'] : []), 'invalid_path'],
      [],
      { open: true },
    ),
    problems('401', ['invalid_api_key']),
    problems('403', ['out_of_scope', 'forbidden'], [], { open: true }),
    ...(path || query || body ? [problems('404', ['agent_not_found'], [], { open: true })] : []),
    ...(isWrite ? [problems('409', ['still_running', 'done_already'], [], { open: true })] : []),
    ...(match ? [problems('412', ['changed_since'], ['ETag'])] : []),
    ...(match === 'required' ? [problems('428', ['match_required'])] : []),
    ...(path ? [problems('414', ['uri_too_long'])] : []),
    ...(body ? unread : []),
    ...(isWrite ? [problems('422', ['idempotency_key_reused'])] : []),
    problems('429', ['too_many_requests', 'too_many_wrong_keys'], rates),
    problems('503', ['storage_unavailable', 'edited_meanwhile'], [], { open: true }),
    ...ours,
  ]
}
