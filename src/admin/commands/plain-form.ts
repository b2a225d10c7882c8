import { AppError, type Fault } from '../../lib/errors.ts'
import type { Language } from '../../lib/language.ts'
import type { Choice } from '../../model/command.ts'
import { say } from './call.ts'
import type { FieldSpec, FieldUse, FieldValue, SectionSpec } from './field-spec.ts'

/** The forms of chats as a program shows them, which has room for all of a text and keeps for itself what it opened them with. */

export interface PlainField {
  name: string
  label: string
  hint?: string
  kind: 'text' | 'choice' | 'switch'
  optional: boolean
  /** Of a text: at most so many characters, and whether it has several lines. */
  max?: number
  lines?: boolean
  choices?: Choice[]
  value: FieldValue
  /** What it is where nobody has said anything of it. */
  byDefault: FieldValue
}

export interface PlainSection {
  title: string
  fields: PlainField[]
}

/** `blank`: the document of which nobody has said anything. */
export function plainForm<Document>(
  use: FieldUse,
  sections: readonly SectionSpec<Document>[],
  { document, blank }: { document: Document; blank: Document },
): Promise<PlainSection[]> {
  const fieldOf = async (field: FieldSpec<Document>): Promise<PlainField> => {
    const { name, label, hint, input, optional = false, file } = field
    const value = field.read(document)
    return {
      ...{ name, label: say(use, label), ...(hint && { hint: say(use, hint) }), kind: input.kind, optional },
      ...(input.kind === 'text' && { max: file?.maxBytes ?? input.max, lines: input.lines ?? false }),
      ...(input.kind === 'choice' && { choices: [...(await input.choices(use, `${value}`))] }),
      ...{ value, byDefault: field.read(blank) },
    }
  }
  return Promise.all(
    sections.map(async ({ title, fields }) => ({
      title: say(use, title),
      fields: await Promise.all(fields.map(fieldOf)),
    })),
  )
}

/** The document with these values in its fields; the others stay. 400 with a fault for each that cannot be. */
export function withValues<Document>(
  sections: readonly SectionSpec<Document>[],
  document: Document,
  values: Readonly<Record<string, FieldValue>>,
  refuse: (faults: readonly Fault[]) => AppError,
  language: Language,
): Document {
  const fields = sections.flatMap((section) => section.fields)
  const faults: Fault[] = []
  let result = document
  for (const [name, value] of Object.entries(values)) {
    const fault = (message: string) => faults.push({ path: `values.${name}`, message })
    const field = fields.find((one) => one.name === name)
    const isSwitch = field?.input.kind === 'switch'
    if (!field) fault('is not known here')
    else if (isSwitch !== (typeof value === 'boolean')) fault(isSwitch ? 'must be true or false' : 'must be a text')
    else if (value === '' && !field.optional) fault('is required')
    else
      try {
        result = field.write(result, value)
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        fault(typeof error.say === 'string' ? error.say : error.say[language])
      }
  }
  if (faults.length > 0) throw refuse(faults)
  return result
}

/** Faults of a whole document, those that a field is about as faults of its value. */
export function atValues<Document>(sections: readonly SectionSpec<Document>[], faults: readonly Fault[]): Fault[] {
  const fields = sections.flatMap((section) => section.fields)
  return faults.map((fault) => {
    const field = fields.find(({ path }) => path !== undefined && isWithin(fault.path, path))
    return field ? { ...fault, path: `values.${field.name}` } : fault
  })
}

/** Whether a path is this one, or leads on from it. */
export const isWithin = (path: string, around: string): boolean =>
  path.startsWith(around) && /^([.[]|$)/.test(path.slice(around.length))
