import type { Language, Texts } from '../../lib/language.ts'
import type { Choice } from '../../model/command.ts'
import type { Admin } from '../index.ts'
import type { CommandUse } from './call.ts'

export type FieldValue = string | boolean

/** Who looks at a form: somebody in a chat, or a program. */
export interface FieldUse extends Partial<Pick<CommandUse, 'caller'>> {
  language: Language
  parts: { admin: Pick<Admin, 'models'> }
}

/** One field of a form by which a part of a `Document` is edited. */
export interface FieldSpec<Document> {
  name: string
  label: Texts
  hint?: Texts
  optional?: boolean
  input:
    | { kind: 'text'; max: number; lines?: boolean }
    /** `value`: what is chosen now, which stays among them. */
    | { kind: 'choice'; choices(call: FieldUse, value: string): readonly Choice[] | Promise<readonly Choice[]> }
    | { kind: 'switch' }
  /** A file whose text counts as the value, for what is too long to be typed. */
  file?: { name: string; label: Texts; maxBytes: number }
  read(document: Document): FieldValue
  /** Throws an `AppError` where it cannot be that. */
  write(document: Document, value: FieldValue): Document
  /** Of faults that are about it, as they begin. */
  path?: string
}

export interface SectionSpec<Document> {
  title: Texts
  fields: readonly FieldSpec<Document>[]
}

export interface FieldFault {
  field: string
  message: string
}
