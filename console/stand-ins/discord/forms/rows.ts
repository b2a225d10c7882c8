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
  required,
  snowflake,
  text,
} from '../form.ts'
import { ComponentType } from './component-tree.ts'

const BUTTONS = 5

export const id = { id: optional(integer(0, 2 ** 31 - 1)) }
export const customId = required(text(1, 100))
const emoji = object({ id: optional(snowflake), name: optional(text(1, 32)), animated: optional(flag) })

const button = object({
  type: oneOf(ComponentType.button),
  ...id,
  style: required(integer(1, 6)),
  label: optional(text(0, 80)),
  emoji: optional(emoji),
  custom_id: optional(text(1, 100)),
  url: optional(text(1, 512)),
  sku_id: optional(snowflake),
  disabled: optional(flag),
})

export const readButton: Reader<unknown> = (value, path, form) => {
  const read = button(value, path, form)
  if (!read) return read
  const { style, label, custom_id, url, sku_id } = read
  const wrong = (field: string, message: string): void =>
    void form.wrong([...path, field], 'BUTTON_COMPONENT_INVALID', message)
  if (style === 6) {
    if (!sku_id) wrong('sku_id', 'A premium button must have a SKU')
    return read
  }
  if (!label && !read.emoji) wrong('label', 'A button must have a label or an emoji')
  if (style === 5) {
    if (!url || !/^(?:https?|discord):\/\/./.test(url)) wrong('url', 'A link button must have a url')
    if (custom_id)
      form.wrong(
        path,
        'BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE',
        'A custom id and url cannot both be specified',
      )
  } else {
    if (!custom_id) form.wrong(path, 'BUTTON_COMPONENT_CUSTOM_ID_REQUIRED', 'A custom id is required')
    if (url)
      form.wrong(
        path,
        'BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE',
        'A custom id and url cannot both be specified',
      )
  }
  return read
}

const option = object({
  label: required(text(1, 100)),
  value: required(text(1, 100)),
  description: optional(text(0, 100)),
  emoji: optional(emoji),
  default: optional(flag),
})

const select = {
  ...id,
  custom_id: customId,
  placeholder: optional(text(0, 150)),
  min_values: optional(integer(0, 25)),
  max_values: optional(integer(1, 25)),
  disabled: optional(flag),
  required: optional(flag),
}
const defaults = optional(
  list(object({ id: required(snowflake), type: required(oneOf('user', 'role', 'channel')) }), 0, 25),
)
const stringSelect = object({ type: oneOf(3), ...select, options: required(list(option, 1, 25)) })
const entitySelect = object({
  type: oneOf(5, 6, 7, 8),
  ...select,
  default_values: defaults,
  channel_types: optional(list(integer(0, 16), 0, 25)),
})

export const readSelect: Reader<unknown> = (value, path, form) => {
  const isString = isRecord(value) && value['type'] === ComponentType.stringSelect
  if (!isString) return entitySelect(value, path, form)
  const read = stringSelect(value, path, form)
  const options = read?.options ?? []
  const { min_values: min = 1, max_values: max = 1 } = read ?? {}
  if (min > max)
    form.wrong([...path, 'min_values'], 'SELECT_COMPONENT_MIN_VALUES_GREATER', 'Must not be more than max_values')
  if (max > options.length)
    form.wrong([...path, 'max_values'], 'SELECT_COMPONENT_MAX_VALUES', 'Must not be more than there are options')
  if (new Set(options.map((each) => each?.value)).size < options.length)
    form.wrong(
      [...path, 'options'],
      'SELECT_COMPONENT_OPTION_VALUE_DUPLICATED',
      'The specified option value is already used',
    )
  return read
}

const isSelect = (type: unknown): boolean => typeof type === 'number' && (type === 3 || (type >= 5 && type <= 8))
export const typeOf = (value: unknown): unknown => (isRecord(value) ? value['type'] : undefined)

/** A row holds up to five buttons or one select. */
export const row: Reader<unknown> = (value, path, form) => {
  const read = object({ type: oneOf(ComponentType.row), ...id, components: required(list(anything, 1, BUTTONS)) })(
    value,
    path,
    form,
  )
  for (const [index, child] of (read?.components ?? []).entries()) {
    const at = [...path, 'components', index]
    const type = typeOf(child)
    if (type === ComponentType.button) readButton(child, at, form)
    else if (isSelect(type)) readSelect(child, at, form)
    else form.wrong([...at, 'type'], 'BASE_TYPE_CHOICES', 'Value must be one of {2, 3, 5, 6, 7, 8}.')
  }
  const children = read?.components ?? []
  if (children.length > 1 && children.some((child) => isSelect(typeOf(child))))
    form.wrong(path, 'COMPONENT_LAYOUT_WIDTH_EXCEEDED', 'Components displayed in a row exceed the maximum width')
  return read
}
