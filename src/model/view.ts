import type { Choice } from './command.ts'
import type { Note, Picture, TextFile } from './message.ts'

/**
 * What a command is answered with, shown to its person alone. In its texts `<@uid>` stands for the person of that uid; an adapter
 * shows them as its platform does, or as the bare uid when they are of another platform.
 */
export interface View extends Note {
  /** Standard Markdown, at most 4,000 characters. */
  text: string
  /** What is too long to read in a message, or a drawing. */
  file?: TextFile | Picture
  /** At most 5. */
  buttons?: readonly Button[]
  /** Opened at once where the platform can do that; else a button beneath the text opens it. */
  form?: Form
  /** Nothing was done: it is told beside what it was asked in, whose buttons stay, where the platform can do that. */
  aside?: true
  /** A secret stands in it: it may be shown only where nobody else sees it, else in the direct conversation. */
  isSecret?: boolean
}

/** The same where a picture cannot be shown: what it shows is told. */
export function inWords<Told extends Pick<View, 'text' | 'file'>>(view: Told): Told {
  const { text, file, ...rest } = view
  if (!file || 'text' in file) return view
  const fence = '`'.repeat(Math.max(3, ...[...file.alt.matchAll(/`+/g)].map(([ticks]) => ticks.length + 1)))
  return { ...rest, text: `${text}\n\n${fence}\n${file.alt}\n${fence}` } as Told
}

export interface Button {
  /** Names what it does, for whom: at most 40 characters of `[A-Za-z0-9_-]`. */
  offer: string
  /** At most 24 characters. */
  label: string
  style?: 'primary' | 'danger'
}

export interface Form {
  /** As of a button. */
  offer: string
  /** At most 24 characters. */
  title: string
  /** What the button that sends it is called. At most 24 characters. */
  submit: string
  /**
   * Leads to fields that this form leaves out; what stands in its own then goes along, or stays where it is. A platform whose dialogs
   * hold no buttons does without: it is offered beneath what was sent, too.
   */
  more?: Button
  /** Together they are the form. Where it does not fit a platform's dialog whole, each is one of its own. */
  sections: readonly Section[]
  /** What is wrong with the values that stand in it: it was sent, and nothing was changed. */
  faults?: readonly { field: string; message: string }[]
}

export interface Section {
  /** At most 24 characters. */
  title: string
  /** At most 5. */
  fields: readonly Field[]
}

export type Field = {
  name: string
  /** At most 45 characters. */
  label: string
  /** At most 100 characters. */
  hint?: string
  optional?: boolean
} & (
  | { kind: 'text'; value?: string; max: number; lines?: boolean }
  /** Any number of choices; a platform that can show no more than some offers them as they are typed, or takes them as text. */
  | { kind: 'choice'; value?: string; choices: readonly Choice[] }
  | { kind: 'switch'; value: boolean }
  | { kind: 'file'; many?: boolean }
)
