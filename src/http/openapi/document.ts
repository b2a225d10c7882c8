import type { PlatformId } from '../../model/message.ts'
import { descriptions } from './descriptions.ts'
import { type JsonSchema, jsonSchemaOf } from './json-schema.ts'
import type { Paths } from './operation.ts'
import { operations } from './operations.ts'
import { type SchemaName, schemas } from './schemas.ts'

/** As much of an OpenAPI 3.1 document as ours says. */
export interface OpenApi {
  openapi: '3.1.0'
  info: { title: string; version: string; description: string; license: { name: string; identifier: string } }
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: Paths
  components: {
    schemas: Record<string, JsonSchema>
    headers: Record<string, { description: string; schema: JsonSchema }>
    securitySchemes: Record<string, { type: 'apiKey'; in: 'header'; name: string; description: string }>
  }
}

const description = `Agents that people talk to, managed and spoken with over HTTP.

* Bodies are JSON in UTF-8. Of a member that stands twice in an object the last one counts.
* Problems are \`application/problem+json\` (RFC 9457) with a \`code\` that never changes.
* Every response has an \`X-Request-Id\`: the one the request came with, or a new one.
* Keys are issued with \`parley key issue\`.`

export interface About {
  version: string
  /** The characters that an utterance may have here. */
  utterance: number
  /** Through which people may come. */
  platforms: readonly PlatformId[]
}

export function openApi({ version, utterance, platforms }: About): OpenApi {
  const said = descriptions(utterance, platforms)
  const names = Object.keys(schemas) as SchemaName[]
  const named = new Map(names.map((name) => [schemas[name], name] as const))
  return {
    openapi: '3.1.0',
    info: { title: 'Parley', version, description, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: '/' }],
    tags: [
      { name: 'Conversation', description: 'Talk to an agent.' },
      { name: 'Agents', description: 'Make agents and change them. For accounts that have made one before.' },
      { name: 'People', description: 'What is kept of people.' },
      { name: 'Usage', description: 'What an account has used.' },
      {
        name: 'Operation',
        description: 'For whoever runs the service. They need no key: keep them behind your proxy.',
      },
    ],
    paths: operations,
    components: {
      schemas: Object.fromEntries(names.map((name) => [name, jsonSchemaOf(schemas[name], named, said[name])])),
      headers,
      securitySchemes: {
        managementKey: {
          type: 'apiKey',
          in: 'header',
          name: 'X-API-Key',
          description: 'A management key of the account that the path names.',
        },
      },
    },
  }
}

const text: JsonSchema = { type: 'string' }
const count: JsonSchema = { type: 'integer', minimum: 0 }

const headers = {
  'X-Request-Id': { description: 'The request’s name in the log.', schema: text },
  'X-Turn-Id': { description: 'The turn’s id: `parley why <turn>` tells why it answered so.', schema: text },
  'RateLimit-Limit': { description: 'Requests of this key that may come at once.', schema: count },
  'RateLimit-Remaining': { description: 'How many of them are left.', schema: count },
  'RateLimit-Reset': { description: 'Seconds until all of them may come again.', schema: count },
  'Retry-After': { description: 'Seconds to wait before asking again.', schema: count },
  Location: { description: 'The path of the new agent.', schema: text },
  Allow: { description: 'What may be done at this address.', schema: text },
  'WWW-Authenticate': { description: 'Always `ApiKey`.', schema: text },
}
