import type { JsonSchema } from './json-schema.ts'

/** One line of a table of members. */
export interface Field {
  /** `agent.llmSettings.prompt`, `webhooks[].url` */
  path: string
  /** `string, at most 100 characters`; schemas by their names, with `#` before them. */
  type: string
  required: boolean
  schema: JsonSchema
}

/** The members of an object, and of the objects inside it that have no name of their own. */
export function fieldsOf(schema: JsonSchema, at = ''): Field[] {
  const { properties = {}, required = [] } = schema
  return Object.entries(properties).flatMap(([name, inner]) => {
    const path = at === '' ? name : `${at}.${name}`
    const list = inner.items ? `${path}[]` : path
    const deeper = inner.items ?? inner
    return [
      { path, type: typeText(inner), required: required.includes(name), schema: inner },
      ...(deeper.properties ? fieldsOf(deeper, list) : []),
    ]
  })
}

const refName = ($ref: string) => `#${$ref.split('/').at(-1)}`

export function typeText(schema: JsonSchema): string {
  const { $ref, anyOf, oneOf, items, type, enum: values, const: only, additionalProperties } = schema
  if ($ref) return refName($ref)
  const choices = (anyOf ?? oneOf) as JsonSchema[] | undefined
  if (choices) return [...new Set(choices.map(typeText))].join(' or ')
  if (values) return values.map((value) => JSON.stringify(value)).join(', ')
  if (only !== undefined) return JSON.stringify(only)
  if (items) return `list of ${typeText(items)}`
  const types = type === undefined ? ['any JSON'] : Array.isArray(type) ? type : [type]
  const of =
    typeof additionalProperties === 'object' && additionalProperties.type ? ` of ${additionalProperties.type}s` : ''
  return [types.join(' or ') + of, ...bounds(schema)].join(', ')
}

function bounds({ minimum, maximum, minLength, maxLength, format }: JsonSchema): string[] {
  return [
    ...(minimum !== undefined && maximum !== undefined ? [`${minimum} to ${maximum}`] : []),
    ...(minLength === 1 ? ['not empty'] : []),
    ...(maxLength !== undefined ? [`at most ${maxLength} characters`] : []),
    ...(typeof format === 'string' ? [format] : []),
  ]
}
