import type { JsonSchema } from './json-schema.ts'
import type { Operation } from './operation.ts'

/** One request in the words of a language. */
export interface Sample {
  language: 'curl' | 'TypeScript' | 'Python'
  text: string
}

type Schemas = Readonly<Record<string, JsonSchema>>

/** Where a key stands in a body; samples take it from PARLEY_KEY. */
const keyMark = '$PARLEY_KEY'
/** What an example calls the parts of a path. */
const known: Readonly<Record<string, string>> = { agent: 'demo', uid: 'default', agentId: 'demo' }

/** The request of an operation, as it stands in an example: an address with its variables filled in, and a body. */
export function exampleOf(path: string, { requestBody }: Operation, schemas: Schemas) {
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => known[name] ?? name.toUpperCase())
  const json = requestBody?.content['application/json']
  const body = json && (json.example ?? skeletonOf(json.schema, schemas))
  return { address, body: body === undefined ? undefined : withKey(body) }
}

/** The same request by a shell, by TypeScript in Node, and by Python's standard library. */
export function samplesOf(path: string, method: string, operation: Operation, schemas: Schemas): Sample[] {
  const { address, body } = exampleOf(path, operation, schemas)
  const verb = method.toUpperCase()
  const isKeyed = operation.security.length > 0
  return [
    { language: 'curl', text: curl(address, verb, isKeyed, body) },
    { language: 'TypeScript', text: typescript(address, verb, isKeyed, body) },
    { language: 'Python', text: python(address, verb, isKeyed, body) },
  ]
}

function curl(address: string, verb: string, isKeyed: boolean, body: unknown): string {
  const quoted = (text: string) => `'${text.replaceAll("'", "'\\''").replaceAll(keyMark, `'"${keyMark}"'`)}'`
  return [
    `curl ${verb === 'GET' ? '' : `-X ${verb} `}"$PARLEY_URL${address}"`,
    ...(isKeyed ? [`-H "Authorization: Bearer ${keyMark}"`] : []),
    ...(body === undefined ? [] : [`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(body))}`]),
  ].join(' \\\n  ')
}

function typescript(address: string, verb: string, isKeyed: boolean, body: unknown): string {
  const said = JSON.stringify(body, undefined, 2)?.replaceAll(`"${keyMark}"`, 'PARLEY_KEY')
  const headers = [
    ...(isKeyed ? ['authorization: `Bearer ${PARLEY_KEY}`'] : []),
    ...(body === undefined ? [] : ["'content-type': 'application/json'"]),
  ]
  return [
    'const { PARLEY_URL, PARLEY_KEY } = process.env',
    `const answer = await fetch(PARLEY_URL + '${address}', {`,
    `  method: '${verb}',`,
    ...(headers.length > 0 ? [`  headers: { ${headers.join(', ')} },`] : []),
    ...(said === undefined ? [] : [`  body: JSON.stringify(${said.replaceAll('\n', '\n  ')}),`]),
    '})',
    'console.log(answer.status, await answer.text())',
  ].join('\n')
}

function python(address: string, verb: string, isKeyed: boolean, body: unknown): string {
  const headers = [
    ...(isKeyed ? ["'Authorization': 'Bearer ' + os.environ['PARLEY_KEY']"] : []),
    ...(body === undefined ? [] : ["'Content-Type': 'application/json'"]),
  ]
  return [
    'import json, os, urllib.request',
    'request = urllib.request.Request(',
    `    os.environ['PARLEY_URL'] + '${address}',`,
    `    method='${verb}',`,
    `    headers={${headers.join(', ')}},`,
    ...(body === undefined ? [] : [`    data=json.dumps(${literal(body)}).encode(),`]),
    ')',
    'with urllib.request.urlopen(request) as answer:',
    '    print(answer.status, answer.read().decode())',
  ].join('\n')
}

/** JSON as Python writes it. */
function literal(value: unknown): string {
  if (value === keyMark) return "os.environ['PARLEY_KEY']"
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`
  if (typeof value !== 'object') return JSON.stringify(value)
  return `{${Object.entries(value)
    .map(([name, inner]) => `${JSON.stringify(name)}: ${literal(inner)}`)
    .join(', ')}}`
}

/** Keys of bodies are never written out. */
function withKey(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('api_key' in body)) return body
  return { ...body, api_key: keyMark }
}

const deepest = 4

/** What has to be there, each as the plainest value of its kind. */
function skeletonOf(schema: JsonSchema, schemas: Schemas, depth = 0): unknown {
  const { $ref, anyOf, oneOf, enum: values, const: only, type, properties = {}, required = [] } = schema
  const choices = (anyOf ?? oneOf) as JsonSchema[] | undefined
  if ($ref) return skeletonOf(schemas[$ref.split('/').at(-1)!] ?? {}, schemas, depth + 1)
  if (choices) return skeletonOf(choices[0]!, schemas, depth + 1)
  if (values || only !== undefined) return only ?? values![0]
  const kind = Array.isArray(type) ? type[0] : type
  if (kind === 'array') return []
  if (kind === 'integer' || kind === 'number') return schema['minimum'] ?? 0
  if (kind === 'boolean') return false
  if (kind === 'string') return '…'
  if (depth > deepest) return {}
  return Object.fromEntries(required.map((name) => [name, skeletonOf(properties[name] ?? {}, schemas, depth + 1)]))
}
