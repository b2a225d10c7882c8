import type { OpenApi } from '../../../src/http/openapi/document.ts'
import type { JsonSchema } from '../../../src/http/openapi/json-schema.ts'

interface Schema extends JsonSchema {
  $ref?: string
  description?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  type?: string | string[]
  items?: Schema
  required?: string[]
  properties?: Record<string, Schema>
  additionalProperties?: boolean | Schema
}

type Content = Record<string, { schema: Schema }>

interface Parameter {
  name: string
  in: string
  required?: boolean
  description?: string
  schema: Schema
}

interface Described {
  operationId: string
  summary?: string
  security: readonly object[]
  parameters?: Parameter[]
  requestBody?: { required?: boolean; content: Content }
  responses: Record<string, { content?: Content }>
}

/** The types of a schema as the description has it, written as TypeScript. */
function typeOf(schema: Schema | undefined): string {
  if (!schema) return 'unknown'
  if (schema.$ref) return schema.$ref.split('/').at(-1)!
  if ('const' in schema) return JSON.stringify(schema['const'])
  if (schema['enum']) return (schema['enum'] as unknown[]).map((one) => JSON.stringify(one)).join(' | ')
  for (const [member, between] of [
    ['anyOf', ' | '],
    ['oneOf', ' | '],
    ['allOf', ' & '],
  ] as const) {
    if (schema[member]) return `(${(schema[member] as Schema[]).map(typeOf).join(between)})`
  }
  if (Array.isArray(schema['type'])) return `(${schema['type'].map((type) => typeOf({ ...schema, type })).join(' | ')})`
  switch (schema['type']) {
    case 'string':
    case 'boolean':
    case 'null':
      return schema['type']
    case 'integer':
    case 'number':
      return 'number'
    case 'array':
      return `(${typeOf(schema['items'])})[]`
    case 'object':
      return objectOf(schema)
    default:
      return 'unknown'
  }
}

function objectOf(schema: Schema): string {
  const required = new Set<string>(schema['required'] ?? [])
  const members = Object.entries((schema['properties'] ?? {}) as Record<string, Schema>).map(
    ([name, one]) =>
      `${comment(one['description'])}${JSON.stringify(name)}${required.has(name) ? '' : '?'}: ${typeOf(one)}`,
  )
  const rest = schema['additionalProperties']
  if (members.length === 0) return `Record<string, ${typeof rest === 'object' ? typeOf(rest) : 'unknown'}>`
  return `{ ${members.join('; ')} }`
}

const comment = (text: string | undefined): string => (text ? `\n/** ${text.replaceAll('*/', '* /')} */\n` : '')

/** They have clients of their own. */
const isForProgramsAlone = ({ security }: Described): boolean =>
  security.length > 0 && security.every((by) => 'conversationKey' in by)

/** The types and the addresses of `/v1`, of which `src/client/generated.ts` consists. */
export function typedClient({ paths, components }: OpenApi): string {
  const routes: string[] = []
  const operations: string[] = []
  for (const [path, methods] of Object.entries(paths)) {
    if (!path.startsWith('/v1/')) continue
    for (const [method, one] of Object.entries(methods) as unknown as [string, Described][]) {
      // What has clients of its own.
      if (isForProgramsAlone(one)) continue
      const of = (where: string) => (one.parameters ?? []).filter((parameter) => parameter.in === where)
      const part = (name: string, parameters: Parameter[]) => {
        if (parameters.length === 0) return []
        const members = parameters.map(
          (p) => `${comment(p.description)}${p.name}${p.required ? '' : '?'}: ${typeOf(p.schema)}`,
        )
        return [`${name}${parameters.some((p) => p.required) ? '' : '?'}: { ${members.join('; ')} }`]
      }
      const match = of('header').find((parameter) => parameter.name === 'If-Match')
      const body = one.requestBody
      const given = [
        ...part('path', of('path')),
        ...part('query', of('query')),
        ...(body ? [`body${body.required ? '' : '?'}: ${typeOf(body.content['application/json']!.schema)}`] : []),
        ...(match ? [`match${match.required ? '' : '?'}: string`] : []),
      ]
      const answered = Object.entries(one.responses).find(([status]) => status < '300')![1]
      const answer = answered.content ? typeOf(answered.content['application/json']!.schema) : 'undefined'
      routes.push(`${one.operationId}: '${method.toUpperCase()} ${path}',`)
      operations.push(
        `${comment(one.summary)}${one.operationId}: { given: { ${given.join('; ')} }; answer: ${answer} }`,
      )
    }
  }
  const named = Object.entries(components.schemas).map(
    ([name, schema]) => `${comment((schema as Schema)['description'])}export type ${name} = ${typeOf(schema)}`,
  )
  return [
    '// Generated from the description: `npx vitest run test/http/client -u` makes it anew.',
    ...['lint', 'format', 'assist'].map((kind) => `// biome-ignore-all ${kind}: generated`),
    ...named,
    `export interface Operations {\n${operations.join('\n')}\n}`,
    `export const routes = {\n${routes.join('\n')}\n} as const`,
    '',
  ].join('\n')
}
