import { cut } from '../../src/lib/cut.ts'
import type { Texts } from '../../src/lib/language.ts'
import type { Choice, Values } from '../../src/model/command.ts'
import type { Field, Form } from '../../src/model/view.ts'
import { AGENT, type Meta } from './modal-meta.ts'
import { toMrkdwn } from './mrkdwn.ts'
import type { Block } from './outbound.ts'
import type { FieldState, FormState } from './payloads.ts'
import { readFile } from './told.ts'
import { renderButtons } from './view-payload.ts'
import { words } from './words/index.ts'

/** Documented. */
const OPTIONS = 100
const OPTION = 75
const VALUE = 150
const TEXT = 3000
const FILES = 10
/** Stands in no name of a field. */
const ROUND = '~'
/** Of what stands above a form. */
const ABOVE = 2000

export interface Modal extends Record<string, unknown> {
  blocks: Block[]
}

/**
 * A form as one modal, all its sections beneath each other; `text` is what stands above them. `round`: in place of one that is
 * open, whose fields Slack would otherwise leave as they are.
 */
export function renderForm(form: Form, meta: Meta, text: string, say: (texts: Texts) => string, round?: string): Modal {
  const suffix = round === undefined ? '' : `${ROUND}${round}`
  const { sections, faults = [], more } = form
  const above: Block[] = text.trim() === '' ? [] : [sectionOf(cut(toMrkdwn(cut(text, ABOVE)), TEXT))]
  const isDivided = sections.length > 1
  const blocks = sections.flatMap(({ title, fields }) => [
    ...(isDivided ? [{ type: 'header', text: plain(title, OPTION * 2) }] : []),
    ...fields.flatMap((field) => [
      { ...renderField(field, say), block_id: `${field.name}${suffix}` },
      ...faults.filter((fault) => fault.field === field.name).map(({ message }) => warning(message)),
    ]),
  ])
  const known = new Set(fieldsOf(form).map(({ name }) => name))
  const others = faults.filter(({ field }) => !known.has(field)).map(({ message }) => warning(message))
  return {
    type: 'modal',
    callback_id: AGENT,
    private_metadata: JSON.stringify(meta),
    title: plain(form.title, 24),
    submit: plain(form.submit, 24),
    close: plain(say(words.cancel), 24),
    blocks: [...above, ...others, ...blocks, ...(more ? renderButtons({ buttons: [more] }, say) : [])],
  }
}

/** What is shown while a form that was sent is still worked on, and when that has ended. */
export function renderNotice(title: string, text: string, say: (texts: Texts) => string): Modal {
  const blocks = [sectionOf(toMrkdwn(text))]
  return { type: 'modal', callback_id: 'notice', title: plain(title, 24), close: plain(say(words.close), 24), blocks }
}

/**
 * Faults as Slack shows them beneath the fields of the form that was sent, by its blocks; what is no field's stands at the
 * first. Undefined where that would not do: another form came back, or with something else in its fields.
 */
export function renderFaults(form: Form, state: FormState): Record<string, string> | undefined {
  const { faults = [] } = form
  const fields = fieldsOf(form)
  const blocks = new Map(Object.entries(state).map(([block, elements]) => [fieldOf(block), { block, elements }]))
  const isAsSent = (field: Field): boolean => {
    const sent = blocks.get(field.name)
    const [action, element] = Object.entries(sent?.elements ?? {})[0] ?? []
    if (!sent || !element) return false
    if (field.kind === 'file' || action === KEPT) return true
    return readValue(element, '') === (field.value ?? '')
  }
  if (faults.length === 0 || fields.length === 0 || !fields.every(isAsSent)) return undefined
  const errors: Record<string, string> = {}
  for (const { field, message } of faults) {
    const at = (blocks.get(field) ?? blocks.get(fields[0]!.name)!).block
    errors[at] = errors[at] ? `${errors[at]} ${message}` : message
  }
  return errors
}

export const fieldsOf = ({ sections }: Form): Field[] => sections.flatMap(({ fields }) => [...fields])

/** The field that a block holds. */
export const fieldOf = (block: string): string => block.split(ROUND)[0]!

/** The options of a field that go with what is typed. */
export function renderOptions(choices: readonly Choice[], typed: string): object[] {
  const wanted = typed.trim().toLowerCase()
  const fits = ({ value, label }: Choice): boolean => `${label}\n${value}`.toLowerCase().includes(wanted)
  return choices.filter(isShowable).filter(fits).slice(0, OPTIONS).map(renderOption)
}

/** What stands in the fields, by their names. */
export function readValues(state: FormState, team: string): Values {
  const values = Object.entries(state).flatMap(([block, elements]) =>
    Object.entries(elements).flatMap(([action, field]): [string, Values[string]][] => {
      const value = readValue(field, team)
      return action === KEPT && value === '' ? [] : [[fieldOf(block), value]]
    }),
  )
  return Object.fromEntries(values)
}

function readValue(field: FieldState, team: string): Values[string] {
  switch (field.type) {
    case 'checkboxes':
      return (field.selected_options ?? []).length > 0
    case 'static_select':
    case 'external_select':
      return field.selected_option?.value.slice(1) ?? ''
    case 'file_input':
      return (field.files ?? []).flatMap((file) => readFile(file, team))
    default:
      return field.value ?? ''
  }
}

function renderField(field: Field, say: (texts: Texts) => string): Block {
  const { label, hint, optional } = field
  return {
    type: 'input',
    label: plain(label, 2000),
    element: { action_id: holdsIts(field) ? 'v' : KEPT, ...renderElement(field, say) },
    ...(hint && { hint: plain(hint, 2000) }),
    // A switch that is off is an empty field to Slack.
    ...((optional || field.kind === 'switch' || !holdsIts(field)) && { optional: true }),
  }
}

function renderElement(field: Field, say: (texts: Texts) => string): object {
  switch (field.kind) {
    case 'switch': {
      const options = [{ text: plain(say(words.on), OPTION), value: 'on' }]
      return { type: 'checkboxes', options, ...(field.value && { initial_options: options }) }
    }
    case 'file':
      return { type: 'file_input', max_files: field.many ? FILES : 1 }
    case 'choice': {
      const choices = field.choices.filter(isShowable)
      if (choices.length === 0) return renderInput({ value: field.value, max: VALUE })
      const chosen = choices.find(({ value }) => value === field.value)
      const more = {
        placeholder: plain(say(words.choose), 150),
        ...(chosen && { initial_option: renderOption(chosen) }),
      }
      if (choices.length > OPTIONS) return { type: 'external_select', min_query_length: 0, ...more }
      return { type: 'static_select', options: choices.map(renderOption), ...more }
    }
    case 'text':
      return renderInput(field)
  }
}

/** What does not fit into a field: it stays empty, and stays as it is unless something is written there. */
const KEPT = 'kept'
const holdsIts = (field: Field): boolean =>
  field.kind !== 'text' || (field.value ?? '').length <= Math.min(field.max, TEXT)

function renderInput({ value, max, lines }: { value?: string | undefined; max: number; lines?: boolean }): object {
  const most = Math.min(max, TEXT)
  const initial = value !== undefined && value !== '' && value.length <= most ? { initial_value: value } : {}
  return { type: 'plain_text_input', ...(lines && { multiline: true }), max_length: most, ...initial }
}

/** Slack takes no empty value. */
const renderOption = ({ value, label }: Choice): object => ({
  text: plain(label, OPTION),
  value: `=${value}`,
})
const isShowable = ({ value }: Choice): boolean => value.length < VALUE

const plain = (text: string, max: number) => ({ type: 'plain_text', text: cut(text, max) })
const sectionOf = (text: string): Block => ({ type: 'section', text: { type: 'mrkdwn', text } })
const warning = (message: string): Block => ({
  type: 'context',
  elements: [{ type: 'plain_text', text: cut(`⚠️ ${message}`, 2000) }],
})
