import { Mistake } from '../shared/mistake.ts'
import { isRecord } from './args.ts'
import { elementsOf, optionsOf } from './blocks.ts'
import type { Block } from './post.ts'

/** What stands in a modal's fields, by block_id and action_id, as Slack puts it into `view.state`. */
export type FormValues = Record<string, Record<string, unknown>>

export interface FormParts {
  /** Options that were offered, while somebody typed, for a select that gets them from the app. */
  offered(block: string, action: string, value: string): Record<string, unknown> | undefined
  /** A file of theirs, as the app is told of it. */
  file(id: string): Record<string, unknown> | undefined
}

/**
 * What Slack's own form would send: every field, those not given as they were at first. Throws a Mistake for what it would not
 * let a person send off.
 */
export function readForm(blocks: Block[], given: FormValues, parts: FormParts): FormValues {
  const values: FormValues = {}
  for (const block of Object.keys(given)) {
    if (!blocks.some((each) => each.type === 'input' && each.block_id === block)) {
      throw new Mistake(`The form has no field ${block}`, 404)
    }
  }
  for (const { block, element } of elementsOf(blocks.filter(({ type }) => type === 'input'))) {
    const action = String(element['action_id'])
    const label = (block['label'] as { text: string }).text
    const value = readField(element, given[block.block_id]?.[action], { ...parts, block: block.block_id, label })
    if (block['optional'] !== true && isEmpty(value))
      throw new Mistake(`${label}: Please complete this required field.`)
    values[block.block_id] = { [action]: { type: element['type'], ...value } }
  }
  return values
}

type Field = FormParts & { block: string; label: string }

function readField(element: Record<string, unknown>, given: unknown, field: Field): Record<string, unknown> {
  const has = (name: string): boolean => isRecord(given) && given[name] !== undefined
  const told = (name: string): unknown => (given as Record<string, unknown>)[name]
  switch (element['type']) {
    case 'static_select':
    case 'radio_buttons':
    case 'external_select': {
      const initial = element['initial_option'] ?? null
      return { selected_option: has('selected_option') ? chosen(element, told('selected_option'), field) : initial }
    }
    case 'checkboxes': {
      if (!has('selected_options')) return { selected_options: element['initial_options'] ?? [] }
      const options = told('selected_options')
      if (!Array.isArray(options)) throw new Mistake(`${field.label}: selected_options must be an array`)
      return { selected_options: options.map((option) => chosen(element, option, field)) }
    }
    case 'file_input': {
      const files = has('files') ? told('files') : []
      if (!Array.isArray(files)) throw new Mistake(`${field.label}: files must be an array`)
      const most = Number(element['max_files'] ?? 10)
      if (files.length > most) throw new Mistake(`${field.label}: at most ${most} files`)
      return { files: files.map((file) => ownFile(file, element, field)) }
    }
    default:
      return { value: readText(element, has('value') ? told('value') : (element['initial_value'] ?? null), field) }
  }
}

/** An empty text field is told as none. */
function readText(element: Record<string, unknown>, value: unknown, { label }: Field): string | null {
  if (value === null || value === '') return null
  if (typeof value !== 'string') throw new Mistake(`${label}: value must be a string`)
  const { max_length: max = 3000, min_length: min = 0 } = element as { max_length?: number; min_length?: number }
  if (value.length > max) throw new Mistake(`${label}: at most ${max} characters`)
  if (value.length < min) throw new Mistake(`${label}: at least ${min} characters`)
  return value
}

function chosen(element: Record<string, unknown>, option: unknown, field: Field): unknown {
  if (option === null) return null
  const value = isRecord(option) ? String(option['value']) : ''
  const initial = [element['initial_option'], ...((element['initial_options'] ?? []) as unknown[])]
  const known = [...optionsOf(element), ...initial].find((each) => isRecord(each) && each['value'] === value)
  const found = known ?? field.offered(field.block, String(element['action_id']), value)
  return found ?? fail(`${field.label} has no option ${value}`)
}

function ownFile(file: unknown, element: Record<string, unknown>, { label, file: known }: Field): unknown {
  const told = isRecord(file) ? known(String(file['id'])) : undefined
  if (!told) throw new Mistake(`${label}: there is no such file`, 404)
  const types = element['filetypes'] as string[] | undefined
  const type = String(told['filetype'])
  if (types && !types.includes(type)) throw new Mistake(`${label}: files must be ${types.join(', ')}`)
  const { id, created, timestamp, user } = told
  return { id, created, timestamp, user, mode: 'file_access', file_access: 'check_file_info' }
}

function isEmpty(value: Record<string, unknown>): boolean {
  const [it] = Object.values(value)
  return it === null || (Array.isArray(it) && it.length === 0)
}

function fail(message: string): never {
  throw new Mistake(message)
}
