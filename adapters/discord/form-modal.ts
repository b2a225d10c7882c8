import { cut } from '../../src/lib/cut.ts'
import type { Texts } from '../../src/lib/language.ts'
import type { Choice, Values } from '../../src/model/command.ts'
import type { Field, Form } from '../../src/model/view.ts'
import { customId, keeping } from './command-calls.ts'
import { ComponentType } from './payloads.ts'
import { words } from './words/index.ts'

/** Documented. */
const TITLE = 45
const PARTS = 5
const LABEL = 45
const DESCRIPTION = 100
const TEXT = 4000
const OPTIONS = 25
const OPTION = 100
const FILES = 10
/** Of what stands above the fields. */
const ABOVE = 1000

type Say = (texts: Texts) => string

export interface Modal {
  custom_id: string
  title: string
  components: object[]
}

/** A form of one section as a modal. What is sent with it is sent to us. */
export function renderForm(form: Form, text: string, entered: Values, say: Say): Modal {
  const fields = renderFields(form.sections[0]?.fields ?? [], entered, say)
  const hasRoom = text.trim() !== '' && fields.length < PARTS
  const above = hasRoom ? [{ type: ComponentType.text, content: cut(text, ABOVE) }] : []
  return { custom_id: customId(form.offer), title: cut(form.title, TITLE), components: [...above, ...fields] }
}

/** One section of several; what is written into it is put with the others until all are sent. Undefined: there is none. */
export function renderSection(
  form: Form,
  section: number,
  offer: string,
  entered: Values,
  say: Say,
): Modal | undefined {
  const { title, fields } = form.sections[section] ?? {}
  if (title === undefined || fields === undefined) return undefined
  return {
    custom_id: customId(offer, section),
    title: cut(title, TITLE),
    components: renderFields(fields, entered, say),
  }
}

function renderFields(fields: readonly Field[], entered: Values, say: Say): object[] {
  return fields.map((field) => {
    const shown = withEntered(field, entered)
    const hint = hintOf(shown, say)
    return {
      type: ComponentType.label,
      label: cut(field.label, LABEL),
      ...(hint && { description: cut(hint, DESCRIPTION) }),
      component: renderInput(shown, say),
    }
  })
}

function withEntered(field: Field, entered: Values): Field {
  const value = entered[field.name]
  if (field.kind === 'switch') return typeof value === 'boolean' ? { ...field, value } : field
  if (field.kind === 'file' || typeof value !== 'string') return field
  return { ...field, value }
}

function renderInput(field: Field, say: Say): object {
  const required = !field.optional
  switch (field.kind) {
    case 'switch': {
      const options = [true, false].map((value) => ({
        label: say(value ? words.yes : words.no),
        value: String(value),
        ...(value === field.value && { default: true }),
      }))
      return { type: ComponentType.radio, custom_id: field.name, options, required: true }
    }
    case 'file':
      return {
        type: ComponentType.files,
        custom_id: field.name,
        min_values: required ? 1 : 0,
        max_values: field.many ? FILES : 1,
        required,
      }
    case 'choice':
      if (!isListed(field.choices)) return renderText({ ...field, kind: 'text', max: TEXT })
      return {
        type: ComponentType.select,
        custom_id: field.name,
        placeholder: say(words.choose),
        options: field.choices.map(({ value, label }) => ({
          label: cut(label, OPTION),
          value,
          ...(value === field.value && { default: true }),
        })),
        ...(!required && { min_values: 0 }),
        required,
      }
    case 'text':
      return renderText(field)
  }
}

function renderText({ name, optional, value = '', max, lines }: Field & { kind: 'text' }): object {
  const most = Math.min(max, TEXT)
  const isHeld = value.length <= most
  return {
    type: ComponentType.input,
    custom_id: isHeld ? name : keeping(name),
    style: lines ? 2 : 1,
    max_length: most,
    required: isHeld && !optional,
    ...(isHeld && value !== '' && { value }),
  }
}

/** Whether they fit into a select. Where they do not, one is typed. */
function isListed(choices: readonly Choice[]): boolean {
  const fits = ({ value }: Choice): boolean => value !== '' && value.length <= OPTION
  return choices.length > 0 && choices.length <= OPTIONS && choices.every(fits)
}

function hintOf(field: Field, say: Say): string | undefined {
  if (field.hint || field.kind !== 'choice' || isListed(field.choices) || field.choices.length === 0) return field.hint
  return say(words.oneOf(field.choices.map(({ value }) => value).join(', ')))
}
