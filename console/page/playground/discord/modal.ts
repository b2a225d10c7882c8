import type { Component } from '../../../stand-ins/discord/view.ts'

/** What was filled in, by custom id. */
export type Filled = Record<string, string | string[] | boolean | File[]>

const list = (value: unknown): Component[] => (Array.isArray(value) ? value : [])

/** The fields of a form, whichever way they are wrapped. */
export function inputsOf(components: Component[]): Component[] {
  return components.flatMap((part) => {
    if (part.type === 18) return [part['component'] as Component]
    return part.type === 1 ? list(part['components']) : []
  })
}

/** What stands in the fields when the form opens. */
export function initialValues(components: Component[]): Filled {
  return Object.fromEntries(inputsOf(components).map((input) => [String(input['custom_id']), initialValue(input)]))
}

function initialValue(input: Component): Filled[string] {
  const chosen = list(input['options']).filter((option) => option['default'] === true)
  switch (input.type) {
    case 4:
      return typeof input['value'] === 'string' ? input['value'] : ''
    case 21:
      return chosen[0] ? String(chosen[0]['value']) : ''
    case 23:
      return input['default'] === true
    default:
      return chosen.map((option) => String(option['value']))
  }
}

/** Whether a field holds what it must. */
export function isFilled(input: Component, values: Filled): boolean {
  const value = values[String(input['custom_id'])]
  if (input['required'] === false || typeof value === 'boolean') return true
  return value !== undefined && value.length >= Math.max(1, Number(input['min_length'] ?? 1))
}
