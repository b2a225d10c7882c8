import { z } from 'zod'

/** What a page tells of one setting: its path, what it is where nothing is said, and what it may be, as cells of a table. */
export type Row = readonly [key: string, usual: string, may: string]

interface Schema {
  type?: string
  const?: unknown
  default?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  additionalProperties?: Schema | boolean
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  maxLength?: number
}

/** Each leaf of a schema of objects, in the order in which they are written. `[]` stands for an item, `NAME` for any name. */
export function rowsOf(schema: z.ZodType): Row[] {
  return leaves('', z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema)
}

function leaves(path: string, schema: Schema): Row[] {
  const children = Object.entries(schema.properties ?? {}).map(([name, one]) => [name, one] as const)
  const named = typeof schema.additionalProperties === 'object' ? [['NAME', schema.additionalProperties] as const] : []
  if (children.length + named.length > 0 && hasProperties(schema)) {
    return [...children, ...named].flatMap(([name, one]) => leaves(path === '' ? name : `${path}.${name}`, one))
  }
  const item = schema.items
  if (item && hasProperties(item)) return leaves(`${path}[]`, item)
  return [[path, code(schema.default), mayBe(schema)]]
}

const hasProperties = (schema: Schema): boolean =>
  schema.properties !== undefined ||
  (typeof schema.additionalProperties === 'object' && hasProperties(schema.additionalProperties))

const code = (value: unknown): string => (value === undefined ? '' : `\`${written(value)}\``)

const written = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

function mayBe(schema: Schema): string {
  const several = schema.anyOf ?? schema.oneOf
  if (several) return [...new Set(several.map(mayBe))].filter((one) => one !== '').join(', ')
  if (schema.const !== undefined) return code(schema.const)
  if (schema.enum) return schema.enum.length > 12 ? '' : schema.enum.map(code).join(', ')
  if (schema.type === 'boolean') return '`true`, `false`'
  if (schema.type === 'null') return '`null`'
  if (schema.type === 'integer' || schema.type === 'number') return rangeOf(schema)
  if (schema.type === 'array') return '`[…]`'
  if (schema.type === 'object') return '`{…}`'
  return schema.type === 'string' && schema.maxLength !== undefined ? `\`"…"\` ≤ ${schema.maxLength}` : ''
}

function rangeOf({ minimum, maximum = Infinity, exclusiveMinimum }: Schema): string {
  const most = maximum >= Number.MAX_SAFE_INTEGER ? '' : String(maximum)
  if (exclusiveMinimum !== undefined) return `> ${exclusiveMinimum}${most && `, ≤ ${most}`}`
  return most ? `${minimum ?? ''}–${most}` : `≥ ${minimum}`
}
