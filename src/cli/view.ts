import type { Language } from '../lib/language.ts'
import { inZone, withMoments } from '../lib/moment.ts'
import { asText } from '../model/message.ts'
import type { Button, Form, View } from '../model/view.ts'
import { words } from './words/index.ts'

/** A view for a terminal: Markdown without its marks, people by their uids. */
export function viewText(view: View, language: Language): string {
  const { text, links = [], file, form, buttons = [] } = view
  const asked = askedOf(view)
  return [
    plainText(text, language),
    ...links.map(({ label, url }) => `${label}: ${url}`),
    ...(file ? [`\n${asText(file).name}:\n${asText(file).text.trimEnd()}`] : []),
    ...(form ? [formText(form, language)] : []),
    ...(asked ? [words.addYes(asked.label)[language]] : pressable(buttons, language)),
  ]
    .join('\n')
    .replace(controls, '')
}

/** What a view asks about, if it asks: where there is something else to choose, `yes` would be ambiguous. */
export function askedOf({ buttons = [] }: View): Button | undefined {
  const [only, ...others] = buttons
  return only?.style === 'danger' && others.length === 0 ? only : undefined
}

/** What can be pressed, as options of the call that showed it. */
function pressable(buttons: readonly Button[], language: Language): string[] {
  if (buttons.length === 0) return []
  return [words.canPress(buttons.map(({ label }) => `--press ${quoted(label)}`))[language]]
}

/** As a shell reads it. */
const quoted = (label: string): string =>
  /^[\p{L}\p{N}_-]+$/u.test(label) ? label : `"${label.replace(/["$`\\!]/g, '\\$&')}"`

/** What people wrote must not steer the terminal. */
const controls = /[\p{Cc}--[\t\n]]/gv

/** What somebody must say to send the form. */
function formText({ sections, faults = [] }: Form, language: Language): string {
  const fields = sections.flatMap((section) => section.fields)
  const lines = fields.map((field) => {
    const option = field.kind === 'file' ? `--file <${words.path[language]}>` : `--set ${field.name}=…`
    const value = field.kind === 'file' ? undefined : field.value
    const now = value === undefined || value === '' ? '' : ` ${words.now(short(String(value)))[language]}`
    const few = field.kind === 'choice' && field.choices.length <= 10 ? field.choices : []
    const choices = few.length > 0 ? `: ${few.map((choice) => choice.value).join(', ')}` : ''
    const wrong = faults.filter((fault) => fault.field === field.name).map(({ message }) => `\n      ${message}`)
    return `  ${option.padEnd(30)}${field.label}${choices}${now}${wrong.join('')}`
  })
  return ['', ...lines].join('\n')
}

function short(value: string): string {
  const line = value.replace(/\s+/g, ' ')
  return line.length > 40 ? `${line.slice(0, 40).toWellFormed()}…` : line
}

export function plainText(markdown: string, language: Language): string {
  let isCode = false
  return withMoments(markdown, inZone(language))
    .split('\n')
    .flatMap((line) => {
      const fence = /^(`{3,})/.test(line)
      if (fence) isCode = !isCode
      return fence ? [] : [isCode ? line : unmarked(line)]
    })
    .join('\n')
}

function unmarked(line: string): string {
  return line
    .replace(/\*\*(.+?)\*\*/g, '$1')
    .replace(/`([^`]*)`/g, '$1')
    .replace(/<@([^\s<>]+)>/g, '$1')
    .replace(/\\([\\*_~[\]<>|#])/g, '$1')
}
