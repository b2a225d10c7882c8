const types = ['string', 'number', 'integer', 'boolean', 'array', 'object', 'null']
const deepest = 32

/** Why this is no JSON Schema, as far as models refuse it; undefined where it may be one. `at` names the place in it. */
export function jsonSchemaFault(schema: unknown, at = '', depth = 0): string | undefined {
  const where = at === '' ? '' : ` at ${at}`
  if (typeof schema === 'boolean') return undefined
  if (!isObject(schema)) return `is no JSON Schema: there must be an object${where}`
  if (depth > deepest) return 'is nested too deeply for a JSON Schema'
  const { type, required, properties, items } = schema
  if (type !== undefined && ![type].flat().every((one) => types.includes(one as string)))
    return `is no JSON Schema: there is no such type${where}`
  const isList = Array.isArray(required) && required.every((name) => typeof name === 'string')
  if (required !== undefined && !isList) return `is no JSON Schema: \`required\` must be a list of names${where}`
  if (schema['enum'] !== undefined && !Array.isArray(schema['enum']))
    return `is no JSON Schema: \`enum\` must be a list${where}`
  if (properties !== undefined && !isObject(properties))
    return `is no JSON Schema: \`properties\` must be an object${where}`
  for (const [name, inner] of Object.entries(properties ?? {})) {
    const fault = jsonSchemaFault(inner, at === '' ? name : `${at}.${name}`, depth + 1)
    if (fault) return fault
  }
  return items === undefined || Array.isArray(items) ? undefined : jsonSchemaFault(items, `${at}[]`, depth + 1)
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
