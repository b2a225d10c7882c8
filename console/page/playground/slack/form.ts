import { isRecord, list, record, string } from './json.ts'

export interface Option {
  value: string
  label: string
}

/** A field of a modal, reduced to what is drawn. */
export interface Field {
  block_id: string
  action_id: string
  label: string
  hint?: string
  optional: boolean
  input: Input
}

export type Input =
  | { type: 'text'; lines: boolean; max: number; initial: string; placeholder: string }
  /** `from`: the app is asked for options once so many characters are typed. */
  | { type: 'select'; options: Option[]; from?: number; initial?: Option; placeholder: string }
  | { type: 'checkboxes' | 'radio_buttons'; options: Option[]; initial: string[] }
  | { type: 'files'; max: number }
  | { type: 'unknown'; name: string }

/** What stands in a field: words, options, or files. */
export type Filled = string | Option | Option[] | File[] | undefined

/** A field of its own, or a block that is read. */
export type Part = { field: Field } | { block: unknown }

export function readParts(blocks: unknown[]): Part[] {
  return blocks.map((block) => (isRecord(block) && block['type'] === 'input' ? { field: readField(block) } : { block }))
}

function readField(block: Record<string, unknown>): Field {
  const element = record(block['element'])
  const hint = record(block['hint'])['text']
  return {
    block_id: string(block['block_id']),
    action_id: string(element['action_id']),
    label: string(record(block['label'])['text']),
    optional: block['optional'] === true,
    input: readInput(element),
    ...(typeof hint === 'string' && { hint }),
  }
}

function readInput(element: Record<string, unknown>): Input {
  const placeholder = string(record(element['placeholder'])['text'])
  const options = list(element['options']).map(readOption)
  const preset = isRecord(element['initial_option']) ? readOption(element['initial_option']) : undefined
  switch (element['type']) {
    case 'plain_text_input':
    case 'number_input':
    case 'url_text_input':
      return {
        type: 'text',
        lines: element['multiline'] === true,
        max: Number(element['max_length'] ?? 3000),
        initial: string(element['initial_value']),
        placeholder,
      }
    case 'static_select':
      return { type: 'select', options, placeholder, ...(preset && { initial: preset }) }
    case 'external_select': {
      const from = Number(element['min_query_length'] ?? 3)
      return { type: 'select', options: [], from, placeholder, ...(preset && { initial: preset }) }
    }
    case 'checkboxes': {
      const initial = list(element['initial_options']).map(({ value }) => string(value))
      return { type: 'checkboxes', options, initial }
    }
    case 'radio_buttons':
      return { type: 'radio_buttons', options, initial: preset ? [preset.value] : [] }
    case 'file_input':
      return { type: 'files', max: Number(element['max_files'] ?? 10) }
    default:
      return { type: 'unknown', name: string(element['type']) }
  }
}

export function readOption(option: Record<string, unknown>): Option {
  return { value: string(option['value']), label: string(record(option['text'])['text']) }
}

export function initialOf({ input }: Field): Filled {
  switch (input.type) {
    case 'text':
      return input.initial
    case 'select':
      return input.initial
    case 'checkboxes':
    case 'radio_buttons':
      return input.options.filter(({ value }) => input.initial.includes(value))
    case 'files':
      return []
    case 'unknown':
      return undefined
  }
}

export function isFilled({ optional }: Field, value: Filled): boolean {
  return optional || (Array.isArray(value) || typeof value === 'string' ? value.length > 0 : value !== undefined)
}

/** As Slack puts it into `view.state`; `upload` gives a file's id. */
export async function toState(
  { input }: Field,
  value: Filled,
  upload: (file: File) => Promise<string>,
): Promise<unknown> {
  switch (input.type) {
    case 'text':
      return { value: value === '' ? null : value }
    case 'select':
      return { selected_option: value === undefined ? null : { value: (value as Option).value } }
    case 'checkboxes':
      return { selected_options: (value as Option[]).map((option) => ({ value: option.value })) }
    case 'radio_buttons':
      return { selected_option: (value as Option[])[0] ?? null }
    case 'files':
      return { files: await Promise.all((value as File[]).map(async (file) => ({ id: await upload(file) }))) }
    case 'unknown':
      return {}
  }
}
