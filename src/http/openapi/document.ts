import type { PlatformId } from '../../model/message.ts'
import { describeV1 } from '../v1/describe.ts'
import { descriptions } from './descriptions.ts'
import { type JsonSchema, jsonSchemaOf } from './json-schema.ts'
import { openAiOperations } from './openai.ts'
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
    securitySchemes: Record<string, SecurityScheme>
  }
}

type SecurityScheme =
  | { type: 'apiKey'; in: 'header'; name: string; description: string }
  | { type: 'http'; scheme: 'bearer'; description: string }

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
      { name: 'OpenAI', description: 'The same in OpenAI’s protocol, for whatever speaks it.' },
      { name: 'Agents', description: 'Make agents and change them. For accounts that have made one before.' },
      { name: 'Drafts', description: 'Change an agent without anybody noticing, until it is published.' },
      { name: 'Knowledge', description: 'What agents have read.' },
      { name: 'Webhooks', description: 'What agents call, and how that went.' },
      { name: 'Tools', description: 'What agents may call.' },
      { name: 'Messages', description: 'What programs have agents say.' },
      { name: 'Schedules', description: 'What agents are asked again and again.' },
      { name: 'People', description: 'What is kept of people, and what they may do.' },
      { name: 'Turns', description: 'What was asked, and why it was answered so.' },
      { name: 'Hand-overs', description: 'Conversations that are handed to people.' },
      { name: 'Places', description: 'Where agents answer.' },
      { name: 'Websites', description: 'Chats that websites show.' },
      { name: 'Usage', description: 'What an account has used, and what that cost.' },
      { name: 'Keys', description: 'Keys of the account.' },
      { name: 'Account', description: 'The account itself.' },
      { name: 'Events', description: 'What has happened, and where it is sent as it happens.' },
      { name: 'Audit', description: 'Who changed what.' },
      { name: 'Operating', description: 'How Parley is.' },
      {
        name: 'Operation',
        description: 'For whoever runs the service. They need no key: keep them behind your proxy.',
      },
    ],
    paths: { ...operations, ...openAiOperations, ...describeV1(named) },
    components: {
      schemas: Object.fromEntries(names.map((name) => [name, jsonSchemaOf(schemas[name], named, said[name])])),
      headers,
      securitySchemes: {
        managementKey: {
          type: 'apiKey',
          in: 'header',
          name: 'X-API-Key',
          description: 'A management key; where the path names an account, of that one.',
        },
        conversationKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'A conversation key, or the key of an agent.',
        },
        bearer: { type: 'http', scheme: 'bearer', description: 'The same key as `Authorization: Bearer …`.' },
      },
    },
  }
}

const text: JsonSchema = { type: 'string' }
const count: JsonSchema = { type: 'integer', minimum: 0 }

const headers = {
  'X-Request-Id': { description: 'The request’s name in the log.', schema: text },
  'X-Turn-Id': { description: 'The turn’s id: `parley why <turn>` tells why it answered so.', schema: text },
  RateLimit: {
    description: '`"requests";r=` requests that are left; `t=` seconds until all may come again.',
    schema: text,
  },
  'RateLimit-Policy': {
    description: '`"requests";q=` requests that may come at once; `w=` seconds in which they come again.',
    schema: text,
  },
  'RateLimit-Limit': { description: 'Requests of this key that may come at once.', schema: count },
  'RateLimit-Remaining': { description: 'How many of them are left.', schema: count },
  'RateLimit-Reset': { description: 'Seconds until all of them may come again.', schema: count },
  'Retry-After': { description: 'Seconds to wait before asking again.', schema: count },
  ETag: { description: 'Names the state that was told, for `If-Match`.', schema: text },
  'Idempotency-Replayed': { description: '`true`: this is the answer to the first request of that key.', schema: text },
  Location: { description: 'The path of the new agent.', schema: text },
  Allow: { description: 'What may be done at this address.', schema: text },
  'WWW-Authenticate': { description: 'Always `ApiKey`.', schema: text },
}
