import { isRecord } from '../../shared/json.ts'
import {
  anything,
  integer,
  list,
  number,
  object,
  oneOf,
  optional,
  type Reader,
  readForm,
  required,
  text,
} from '../form.ts'
import { type Interaction, InteractionType } from '../interaction.ts'
import { type Modal, readModal } from './modal.ts'

export const CallbackType = { message: 4, defer: 5, deferUpdate: 6, update: 7, autocomplete: 8, modal: 9 } as const

export type Callback =
  | { type: 4 | 7; data: unknown }
  | { type: 5; ephemeral: boolean }
  | { type: 6 }
  | { type: 8; choices: { name: string; value: string | number }[] }
  | { type: 9; modal: Modal }

const EPHEMERAL = 1 << 6
const SUPPRESS_NOTIFICATIONS = 1 << 12

/** What each kind of interaction may be answered with. A form cannot be answered with a form. */
function allowed({ type, source }: Interaction): number[] {
  const { message, defer, deferUpdate, update, autocomplete, modal } = CallbackType
  if (type === InteractionType.autocomplete) return [autocomplete]
  if (type === InteractionType.command) return [message, defer, modal]
  if (type === InteractionType.component) return [message, defer, deferUpdate, update, modal]
  return source === undefined ? [message, defer] : [message, defer, deferUpdate, update]
}

const choiceValue: Reader<string | number> = (value, path, form) =>
  typeof value === 'number' ? number(value, path, form) : text(0, 100)(value, path, form)
const choice = object({
  name: required(text(1, 100)),
  name_localizations: optional(anything),
  value: required(choiceValue),
})

export function readCallback(interaction: Interaction, body: unknown): Callback {
  const frame = readForm(object({ type: required(oneOf(...allowed(interaction))), data: optional(anything) }), body)
  const data = frame.data ?? {}
  switch (frame.type) {
    case CallbackType.message:
    case CallbackType.update:
      return { type: frame.type as 4 | 7, data }
    case CallbackType.defer: {
      const { flags = 0 } = readForm(object({ flags: optional(integer(0, 2 ** 31 - 1)) }), isRecord(data) ? data : {})
      if (flags & ~(EPHEMERAL | SUPPRESS_NOTIFICATIONS)) readForm(object({ flags: oneOf(0, EPHEMERAL) }), { flags })
      return { type: 5, ephemeral: (flags & EPHEMERAL) !== 0 }
    }
    case CallbackType.autocomplete: {
      const { choices } = readForm(object({ choices: required(list(choice, 0, 25)) }), data)
      return { type: 8, choices }
    }
    case CallbackType.modal:
      return { type: 9, modal: readModal(data) }
    default:
      return { type: 6 }
  }
}
