import { z } from 'zod'

/** What the members mean, by their paths (`[]`: an item of a list, `*`: a member of any name). An object says what the schema behind it cannot. */
export type Descriptions = Readonly<Record<string, string | JsonSchema>>

/** As much of JSON Schema (2020-12) as zod writes and the document adds. */
export interface JsonSchema {
  $ref?: string
  type?: string | string[]
  description?: string
  deprecated?: boolean
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  additionalProperties?: boolean | JsonSchema
  anyOf?: JsonSchema[]
  enum?: unknown[]
  const?: unknown
  [more: string]: unknown
}

/** The schema as JSON Schema; where one of `named` stands inside it, a reference to it. */
export function jsonSchemaOf(
  schema: z.ZodType,
  named: ReadonlyMap<unknown, string>,
  descriptions: Descriptions = {},
): JsonSchema {
  const json = z.toJSONSchema(schema, {
    io: 'input',
    override({ zodSchema, jsonSchema, path }) {
      const name = path.length > 0 ? named.get(zodSchema) : undefined
      if (name === undefined) return
      for (const key of Object.keys(jsonSchema)) delete jsonSchema[key as keyof typeof jsonSchema]
      jsonSchema.$ref = `#/components/schemas/${name}`
    },
  }) as JsonSchema
  delete json['$schema']
  return described(tidied(json), '', descriptions)
}

/** Without what zod says only because it can, and with `null` as one of the types where it is just that. */
function tidied(json: JsonSchema): JsonSchema {
  // The only thing that is defined apart is what any JSON may be, which says no more than nothing does.
  if (json.$ref?.startsWith('#/$defs/')) return {}
  const { anyOf, properties, items, additionalProperties, propertyNames, $defs, ...rest } = json
  const schema: JsonSchema = rest
  if (Math.abs(Number(schema['maximum'])) === Number.MAX_SAFE_INTEGER) delete schema['maximum']
  if (Math.abs(Number(schema['minimum'])) === Number.MAX_SAFE_INTEGER) delete schema['minimum']
  if (schema['format'] === 'starts_with') delete schema['format']
  // The pattern of a date is longer than any page is wide.
  if (schema['format'] === 'date') delete schema['pattern']
  if (properties) schema.properties = mapped(properties, tidied)
  if (items) schema.items = tidied(items)
  if (additionalProperties !== undefined) {
    schema.additionalProperties =
      typeof additionalProperties === 'object' ? tidied(additionalProperties) : additionalProperties
  }
  if (!anyOf) return schema
  const others = anyOf.filter(({ type }) => type !== 'null').map(tidied)
  const [only] = others
  if (others.length === 1 && anyOf.length === 2 && only && typeof only.type === 'string' && !only.enum) {
    return { ...schema, ...only, type: [only.type, 'null'] }
  }
  return { ...schema, anyOf: anyOf.map(tidied) }
}

function described(schema: JsonSchema, at: string, descriptions: Descriptions): JsonSchema {
  const about = descriptions[at]
  const said = typeof about === 'string' ? { description: about } : about
  const { properties, items, additionalProperties } = schema
  return {
    ...(said?.description !== undefined && { description: said.description }),
    ...schema,
    // What is said of a schema is what the schema could not say.
    ...said,
    ...(properties && {
      properties: mapped(properties, (inner, name) =>
        described(inner, at === '' ? name : `${at}.${name}`, descriptions),
      ),
    }),
    ...(items && { items: described(items, `${at}[]`, descriptions) }),
    ...(typeof additionalProperties === 'object' && {
      additionalProperties: described(additionalProperties, `${at}.*`, descriptions),
    }),
  }
}

function mapped(
  schemas: Record<string, JsonSchema>,
  change: (schema: JsonSchema, name: string) => JsonSchema,
): Record<string, JsonSchema> {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, change(schema, name)]))
}
