import { createHash } from 'node:crypto'
import { AppError, type Fault } from '../../lib/errors.ts'
import { inEach, type Texts } from '../../lib/language.ts'
import type { Field, Form, Section } from '../../model/view.ts'
import { button, type CommandUse, type OfferPayload, offer, say } from './call.ts'
import type { FieldFault, FieldSpec, FieldValue, SectionSpec } from './field-spec.ts'
import { title } from './forms.ts'
import { isWithin } from './plain-form.ts'
import type { SentFile, SentValues } from './request.ts'
import { inLanguage } from './words/faults.ts'
import { editing as sentences } from './words/index.ts'

/** What a form was opened with, kept by its offer until it is sent. */
interface Opened {
  /** As it stood in the fields. */
  shown: Record<string, FieldValue>
  /** Of the values that were there, also of those too long to be shown. */
  seen: Record<string, string>
}

interface Edited<Document> {
  document: Document
  faults: FieldFault[]
  /** Somebody else has changed the same since. */
  isOvertaken: boolean
}

interface Editing<Document> {
  /** Of the offer: what is done with what is sent, and about what. */
  act: string
  kept: OfferPayload
  title: Texts
  sections: readonly SectionSpec<Document>[]
  /** Of which the sections show a part, where they do. */
  all?: readonly SectionSpec<Document>[]
  /** What leads to the others, and what it is called. */
  more?: { act: string; label: Texts }
  document: Document
}

/** What was written into a form that is shown again. */
export interface Again {
  sent: SentValues
  faults: readonly FieldFault[]
  /** It was not sent off, but goes on with more fields: what it was opened with stays. */
  goesOn?: true
}

/** The form with what is there now, or with what was written into it. */
export async function editForm<Document>(
  call: CommandUse,
  { act, kept, title: heading, sections, all = sections, more, document }: Editing<Document>,
  again?: Again,
): Promise<Form> {
  const fields = all.flatMap((section) => section.fields)
  const before = call.kept['opened'] as Opened | undefined
  const fresh = (): Opened => ({
    shown: Object.fromEntries(fields.map((field) => [field.name, shownOf(field, document)])),
    seen: Object.fromEntries(fields.map((field) => [field.name, hashOf(field.read(document))])),
  })
  const opened = (again?.goesOn && before) || fresh()
  const fieldValue = (field: FieldSpec<Document>): FieldValue => {
    const value = again && sentValue(field, again.sent)
    const isTheirs = value !== undefined && !isSame(value, before?.shown[field.name])
    return isTheirs ? value : opened.shown[field.name]!
  }
  return {
    offer: await offer(call, act, { ...kept, opened }),
    title: title(say(call, heading)),
    submit: say(call, sentences.save),
    ...(more && { more: await button(call, more.label, more.act, { ...kept, opened }) }),
    sections: await Promise.all(sections.map((section) => sectionOf(call, section, document, fieldValue))),
    ...(again && again.faults.length > 0 && { faults: again.faults }),
  }
}

async function sectionOf<Document>(
  call: CommandUse,
  { title: heading, fields }: SectionSpec<Document>,
  document: Document,
  fieldValue: (field: FieldSpec<Document>) => FieldValue,
): Promise<Section> {
  const shown = fields.map(async (field): Promise<Field[]> => {
    const { name, label, optional, input, file } = field
    const hint = hintOf(call, field, document)
    const base = { name, label: say(call, label), ...(hint && { hint }), ...(optional && { optional }) }
    const value = fieldValue(field)
    const attached: Field[] = file
      ? [{ name: file.name, label: say(call, file.label), kind: 'file', optional: true }]
      : []
    if (input.kind === 'switch') return [{ ...base, kind: 'switch', value: value === true }, ...attached]
    const withValue = value === '' ? {} : { value: `${value}` }
    if (input.kind === 'choice') {
      const choices = await input.choices(call, `${value}`)
      const isThere = choices.some((choice) => choice.value === value)
      return [{ ...base, kind: 'choice', choices, ...(isThere && withValue) }, ...attached]
    }
    const { max, lines } = input
    return [{ ...base, kind: 'text', max, ...(lines && { lines }), ...withValue }, ...attached]
  })
  return { title: title(say(call, heading)), fields: (await Promise.all(shown)).flat() }
}

function hintOf<Document>(call: CommandUse, field: FieldSpec<Document>, document: Document): string | undefined {
  const value = field.read(document)
  const isLong = field.input.kind === 'text' && typeof value === 'string' && value.length > field.input.max
  const hint = isLong ? sentences.tooLongToShow(value.length) : field.hint
  return hint && say(call, hint)
}

/**
 * What was sent, put upon the document as it is now. Only what the person changed counts; what somebody else has changed since
 * to something else is a fault, told once: the form that comes back was opened with that.
 */
export async function edited<Document>(
  call: CommandUse,
  sections: readonly SectionSpec<Document>[],
  document: Document,
  sent: SentValues,
): Promise<Edited<Document>> {
  const { shown, seen } = call.kept['opened'] as Opened
  const faults: FieldFault[] = []
  let result = document
  let isOvertaken = false
  for (const field of sections.flatMap((section) => section.fields)) {
    const { name } = field
    const fault = (texts: Texts) => faults.push({ field: name, message: say(call, texts) })
    try {
      const attached = await attachedText(field, sent)
      const value = attached ?? sentValue(field, sent)
      if (value === undefined || (attached === undefined && isSame(value, shown[name]))) continue
      if (field.input.kind === 'switch' && typeof value === 'string') {
        fault(sentences.notYesOrNo)
        continue
      }
      const now = field.read(document)
      if (isSame(value, now)) continue
      if (hashOf(now) === seen[name]) result = field.write(result, value)
      else {
        isOvertaken = true
        fault(sentences.changedMeanwhile(shortOf(now)))
      }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      const { say } = error
      fault(typeof say === 'string' ? inEach(() => say) : say)
    }
  }
  return { document: result, faults, isOvertaken }
}

/** Faults of the whole, each at the field that is about it; the rest are about none of them. */
export function atFields<Document>(
  call: CommandUse,
  sections: readonly SectionSpec<Document>[],
  faults: readonly Fault[],
): { at: FieldFault[]; rest: Fault[] } {
  const fields = sections.flatMap((section) => section.fields)
  const at: FieldFault[] = []
  const rest: Fault[] = []
  for (const fault of faults) {
    const field = fields.find(({ path }) => path !== undefined && isWithin(fault.path, path))
    if (field) at.push({ field: field.name, message: inLanguage(fault.message, call.language) })
    else rest.push(fault)
  }
  return { at, rest }
}

function shownOf<Document>(field: FieldSpec<Document>, document: Document): FieldValue {
  const value = field.read(document)
  return field.input.kind === 'text' && typeof value === 'string' && value.length > field.input.max ? '' : value
}

function sentValue<Document>({ name, input }: FieldSpec<Document>, sent: SentValues): FieldValue | undefined {
  const value = sent[name]
  if (value === undefined || typeof value === 'object') return undefined
  if (input.kind !== 'switch') return written(`${value}`)
  if (typeof value === 'boolean') return value
  // Where there are no switches to flip, they are typed.
  const isYes = /^(true|yes|on|1|はい|オン)$/i.test(value.trim())
  return isYes || (/^(false|no|off|0|いいえ|オフ)?$/i.test(value.trim()) ? false : value)
}

async function attachedText<Document>({ file }: FieldSpec<Document>, sent: SentValues): Promise<string | undefined> {
  const [given] = file && typeof sent[file.name] === 'object' ? (sent[file.name] as readonly SentFile[]) : []
  if (!file || !given) return undefined
  const text = new TextDecoder().decode(await given.read(file.maxBytes))
  if (/[\0\uFFFD]/.test(text)) throw new AppError('not_text', sentences.notText(given.name))
  return written(text)
}

/** Platforms change line ends and what is around a text. */
const written = (text: string): string => text.replace(/\r\n?/g, '\n').trim().toWellFormed()

function isSame(a: FieldValue, b: FieldValue | undefined): boolean {
  return typeof a === 'string' && typeof b === 'string' ? written(a) === written(b) : a === b
}

function hashOf(value: FieldValue): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 22)
}

function shortOf(value: FieldValue): string {
  const line = `${value}`.replace(/\s+/g, ' ').trim()
  return line.length > 60 ? `${line.slice(0, 60).toWellFormed()}…` : line
}
