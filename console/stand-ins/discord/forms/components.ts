import { anything, flag, integer, list, object, oneOf, optional, type Reader, required, text } from '../form.ts'
import type { Json } from '../records.ts'
import { ComponentType, refuseTwins, walk } from './component-tree.ts'
import { id, readButton, row, typeOf } from './rows.ts'

const ROWS = 5
/** Of a message in the second version of components. */
const COMPONENTS = 40
const TEXT = 4000

/** Something on the web, or a file of the message by its name. */
const media = object({ url: required(text(1, 2048, /^(?:https?|attachment):\/\/./)) })
/** Documented: a file that comes with the message, and nothing else. */
const upload = object({ url: required(text(1, 2048, /^attachment:\/\/./)) })
const textDisplay = object({ type: oneOf(10), ...id, content: required(text(1, TEXT)) })
const separator = object({ type: oneOf(14), ...id, divider: optional(flag), spacing: optional(oneOf(1, 2)) })
const file = object({ type: oneOf(13), ...id, file: required(upload), spoiler: optional(flag) })
const thumbnail = object({
  type: oneOf(11),
  ...id,
  media: required(media),
  description: optional(text(0, 1024)),
  spoiler: optional(flag),
})
const item = object({ media: required(media), description: optional(text(0, 1024)), spoiler: optional(flag) })
const gallery = object({ type: oneOf(12), ...id, items: required(list(item, 1, 10)) })
const section: Reader<unknown> = (value, path, form) => {
  const shape = { type: oneOf(9), ...id, components: required(list(textDisplay, 1, 3)), accessory: required(anything) }
  const read = object(shape)(value, path, form)
  const accessory = read?.accessory
  const reader = typeOf(accessory) === ComponentType.button ? readButton : thumbnail
  if (accessory) reader(accessory, [...path, 'accessory'], form)
  return read
}

const second: Record<number, Reader<unknown>> = {
  1: row,
  9: section,
  10: textDisplay,
  12: gallery,
  13: file,
  14: separator,
}
const container: Reader<unknown> = (value, path, form) =>
  object({
    type: oneOf(17),
    ...id,
    components: required(list(readOne(second), 1, COMPONENTS)),
    accent_color: optional(integer(0, 0xffffff)),
    spoiler: optional(flag),
  })(value, path, form)

function readOne(readers: Record<number, Reader<unknown>>): Reader<unknown> {
  return (value, path, form) => {
    const type = typeOf(value)
    const reader = typeof type === 'number' ? readers[type] : undefined
    if (reader) return reader(value, path, form)
    return form.wrong(
      [...path, 'type'],
      'BASE_TYPE_CHOICES',
      `Value must be one of {${Object.keys(readers).join(', ')}}.`,
    )
  }
}

const legacy = list(readOne({ 1: row }), 0, ROWS)
const modern = list(readOne({ ...second, 17: container }), 0, COMPONENTS)

/** The components of a message; `v2`: it has the flag that lets it hold more than rows. */
export function readComponents(v2: boolean): Reader<Json[]> {
  return (value, path, form) => {
    const read = (v2 ? modern : legacy)(value, path, form) as Json[]
    if (v2 && Array.isArray(value)) {
      const all = [...walk(value)]
      if (all.length > COMPONENTS) form.wrong(path, 'BASE_TYPE_MAX_LENGTH', `Must be ${COMPONENTS} or fewer in length.`)
      const length = all.reduce((sum, each) => sum + (each['type'] === 10 ? String(each['content']).length : 0), 0)
      if (length > TEXT) form.wrong(path, 'COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED', `The total text exceeds ${TEXT}`)
    }
    refuseTwins(value, path, form)
    return read
  }
}
