import { isRecord } from '../../shared/json.ts'
import type { Form } from '../form.ts'
import type { Json } from '../records.ts'

/** Components as Discord numbers them. */
export const ComponentType = {
  row: 1,
  button: 2,
  stringSelect: 3,
  textInput: 4,
  userSelect: 5,
  roleSelect: 6,
  mentionableSelect: 7,
  channelSelect: 8,
  section: 9,
  textDisplay: 10,
  thumbnail: 11,
  gallery: 12,
  file: 13,
  separator: 14,
  container: 17,
  label: 18,
  fileUpload: 19,
  radioGroup: 21,
  checkboxGroup: 22,
  checkbox: 23,
} as const

export function refuseTwins(value: unknown, path: readonly (string | number)[], form: Form): void {
  const seen = new Set<unknown>()
  for (const { custom_id } of walk(value)) {
    if (custom_id !== undefined && seen.has(custom_id))
      form.wrong(path, 'COMPONENT_CUSTOM_ID_DUPLICATED', 'Component custom id cannot be duplicated')
    seen.add(custom_id)
  }
}

/** Every component of a tree. */
export function* walk(value: unknown): Iterable<Json> {
  if (Array.isArray(value)) for (const each of value) yield* walk(each)
  else if (isRecord(value)) {
    yield value
    yield* walk(value['components'])
    yield* walk(value['accessory'])
    yield* walk(value['component'])
  }
}

/** What Discord fills in where nothing was said. */
const DEFAULTS: Record<number, Json> = {
  3: { min_values: 1, max_values: 1 },
  5: { min_values: 1, max_values: 1 },
  6: { min_values: 1, max_values: 1 },
  7: { min_values: 1, max_values: 1 },
  8: { min_values: 1, max_values: 1 },
  11: { description: null, spoiler: false },
  13: { spoiler: false },
  14: { divider: true, spacing: 1 },
  17: { accent_color: null, spoiler: false },
}

/** Without the fields that were not given, with their defaults, and each with an id of its own. */
export function completed(components: unknown): Json[] {
  const copy = JSON.parse(JSON.stringify(components ?? [])) as Json[]
  const taken = new Set([...walk(copy)].map((each) => each['id']))
  let next = 1
  for (const each of walk(copy)) {
    for (const [field, value] of Object.entries(DEFAULTS[Number(each['type'])] ?? {})) each[field] ??= value
    for (const item of Array.isArray(each['items']) ? (each['items'] as Json[]) : []) {
      item['description'] ??= null
      item['spoiler'] ??= false
    }
    if (each['id']) continue
    while (taken.has(next)) next += 1
    taken.add(next)
    each['id'] = next
  }
  return copy
}
