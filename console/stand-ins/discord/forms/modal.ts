import { isRecord } from '../../shared/json.ts'
import {
  anything,
  flag,
  integer,
  list,
  object,
  oneOf,
  optional,
  type Reader,
  readForm,
  required,
  text,
} from '../form.ts'
import type { Json } from '../records.ts'
import { ComponentType, completed, refuseTwins } from './component-tree.ts'
import { customId, id, readSelect } from './rows.ts'

export interface Modal {
  custom_id: string
  title: string
  components: Json[]
}

const input = {
  type: oneOf(ComponentType.textInput),
  ...id,
  custom_id: customId,
  style: required(oneOf(1, 2)),
  min_length: optional(integer(0, 4000)),
  max_length: optional(integer(1, 4000)),
  required: optional(flag),
  value: optional(text(0, 4000)),
  placeholder: optional(text(0, 100)),
}
const choice = object({
  label: required(text(1, 100)),
  value: required(text(1, 100)),
  description: optional(text(0, 100)),
  default: optional(flag),
})
const group = { ...id, custom_id: customId, required: optional(flag) }

const inLabel: Record<number, Reader<unknown>> = {
  3: readSelect,
  4: object(input),
  5: readSelect,
  6: readSelect,
  7: readSelect,
  8: readSelect,
  19: object({
    type: oneOf(19),
    ...group,
    min_values: optional(integer(0, 10)),
    max_values: optional(integer(1, 10)),
    file_types: optional(list(text(1, 100), 0, 100)),
  }),
  21: object({ type: oneOf(21), ...group, options: required(list(choice, 2, 10)) }),
  22: object({
    type: oneOf(22),
    ...group,
    options: required(list(choice, 1, 10)),
    min_values: optional(integer(0, 10)),
    max_values: optional(integer(1, 10)),
  }),
  23: object({ type: oneOf(23), ...id, custom_id: customId, default: optional(flag) }),
}

const label: Reader<unknown> = (value, path, form) => {
  const read = object({
    type: oneOf(ComponentType.label),
    ...id,
    label: required(text(1, 45)),
    description: optional(text(0, 100)),
    component: required(anything),
  })(value, path, form)
  const child = read?.component
  const reader = isRecord(child) ? inLabel[Number(child['type'])] : undefined
  if (reader) reader(child, [...path, 'component'], form)
  else
    form.wrong(
      [...path, 'component', 'type'],
      'BASE_TYPE_CHOICES',
      `Value must be one of {${Object.keys(inLabel).join(', ')}}.`,
    )
  return read
}

/** The older way: a row with one text field, which carries its label itself. */
const row = object({
  type: oneOf(ComponentType.row),
  ...id,
  components: required(list(object({ ...input, label: required(text(1, 45)) }), 1, 1)),
})
const words = object({ type: oneOf(ComponentType.textDisplay), ...id, content: required(text(1, 4000)) })

const part: Reader<unknown> = (value, path, form) => {
  const type = isRecord(value) ? value['type'] : undefined
  const reader = type === 1 ? row : type === 10 ? words : label
  return reader(value, path, form)
}

const modal = object({ custom_id: customId, title: required(text(1, 45)), components: required(list(part, 1, 5)) })

export function readModal(data: unknown): Modal {
  const { custom_id, title, components } = readForm((value, path, form) => {
    const read = modal(value, path, form)
    refuseTwins(read?.components, [...path, 'components'], form)
    return read
  }, data)
  return { custom_id, title, components: completed(components) }
}
