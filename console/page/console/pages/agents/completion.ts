import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import { placeIn } from './yaml-place.ts'

/** As much of JSON Schema as the files of an agent are described with. */
export interface FileSchema {
  description?: string
  type?: string | string[]
  properties?: Record<string, FileSchema>
  additionalProperties?: boolean | FileSchema
  items?: FileSchema
  anyOf?: FileSchema[]
  enum?: unknown[]
  const?: unknown
}

/** What may stand where the cursor is, by the schema of the file: keys that are not there yet with what they mean, or values. */
export function completeBy(schema: FileSchema) {
  return ({ state, pos, explicit }: CompletionContext): CompletionResult | null => {
    const lines = (text: string) => text.split('\n')
    const end = state.doc.lineAt(pos).to
    const place = placeIn(lines(state.sliceDoc(0, pos)), lines(state.sliceDoc(end)).slice(1))
    if (!place || (place.written === '' && !explicit)) return null
    const { path, key, written, beside } = place
    const around = schemasAt(schema, path)
    const options =
      key === undefined
        ? [...keysOf(around, beside), ...(path.at(-1) === '[]' ? valuesOf(around) : [])]
        : valuesOf(schemasAt(schema, [...path, key]))
    return options.length === 0 ? null : { from: pos - written.length, options, validFor: /^[\w$-]*$/ }
  }
}

/** All that may stand at a path. */
function schemasAt(schema: FileSchema, path: readonly string[]): FileSchema[] {
  let at = alternatives(schema)
  for (const step of path) at = at.flatMap((one) => into(one, step)).flatMap(alternatives)
  return at
}

function into({ items, properties = {}, additionalProperties }: FileSchema, step: string): FileSchema[] {
  if (step === '[]') return items ? [items] : []
  const named = Object.hasOwn(properties, step) ? properties[step] : undefined
  if (named) return [named]
  return typeof additionalProperties === 'object' ? [additionalProperties] : []
}

const alternatives = (schema: FileSchema): FileSchema[] => [schema, ...(schema.anyOf ?? []).flatMap(alternatives)]

function keysOf(schemas: readonly FileSchema[], beside: ReadonlySet<string>): Completion[] {
  const keys = new Map<string, Completion>()
  for (const { properties = {} } of schemas) {
    for (const [key, inner] of Object.entries(properties)) {
      if (beside.has(key) || keys.has(key)) continue
      const inside = alternatives(inner)
      const isPlain = inside.every(
        ({ properties: more, items, additionalProperties }) => !more && !items && !additionalProperties,
      )
      const detail = valuesOf(inside).map(({ label }) => label)
      keys.set(key, {
        ...{ label: key, type: 'property', apply: isPlain ? `${key}: ` : `${key}:` },
        ...(detail.length > 0 && { detail: detail.join(' | ') }),
        ...(inner.description !== undefined && { info: inner.description }),
      })
    }
  }
  return [...keys.values()]
}

function valuesOf(schemas: readonly FileSchema[]): Completion[] {
  const values = schemas.flatMap(({ enum: named = [], const: only, type }) => [
    ...named,
    ...(only === undefined ? [] : [only]),
    ...(type === 'boolean' && only === undefined ? [true, false] : []),
  ])
  const told = values.filter((value) => value !== null && typeof value !== 'object').map(String)
  return [...new Set(told)].map((label) => ({ label, type: 'constant' }))
}
