import type { Admin } from '../admin/index.ts'
import type { Store } from '../store/index.ts'

/** A command as data: its help and the reading of its arguments come from the same lines. */
export interface Command {
  /** As it is typed, e.g. `key issue`. */
  name: string
  summary: string
  /** In their order. */
  arguments?: readonly Argument[]
  options?: Readonly<Record<string, Option>>
  run(call: Call): Promise<void>
}

export interface Argument {
  name: string
  about: string
  optional?: boolean
}

export interface Option {
  about: string
  /** What its value is called in the help; an option without one is a flag. */
  value?: string
  choices?: readonly string[]
}

/** One call of a command: its arguments, and the house it works in. */
export interface Call {
  store: Store
  admin: Admin
  /** Arguments and options by name; a flag that is given is `true`. */
  given: Readonly<Record<string, string | true | undefined>>
  /** A line for people, or with `--json` the value for programs. */
  answer(forPeople: string, forPrograms: unknown): void
}

/** Options that several commands have. */
export const jsonOption: Option = { about: 'One line of JSON instead of text for people.' }
export const accountOption: Option = { about: 'The account; without it the first one.', value: 'UID' }

/** The value of an argument or option that takes one. */
export function text(value: string | true | undefined): string | undefined {
  return value === true ? undefined : value
}
