import { AppError } from '../lib/errors.ts'
import type { Texts } from '../lib/language.ts'

/** A command as data: its help and the reading of its arguments come from the same lines. */
export interface Described {
  /** As it is typed, e.g. `key issue`. */
  name: string
  /** Another spelling of it. */
  alias?: string
  summary: string
  /** Under which it is listed among those of its family. */
  heading?: string
  /** In their order. */
  arguments?: readonly Argument[]
  options?: Readonly<Record<string, Option>>
}

export interface Argument {
  name: string
  about: string
  optional?: boolean
  /** One or more of them; only the last argument. */
  many?: boolean
}

export interface Option {
  about: string
  /** What its value is called in the help; an option without one is a flag. */
  value?: string
  choices?: readonly string[]
}

/** Arguments and options by name; a flag that is given is `true`. */
export type Arguments = Readonly<Record<string, string | true | undefined>>

/** The value of an argument or option that takes one. */
export function text(value: string | true | undefined): string | undefined {
  return value === true ? undefined : value
}

/** What was typed is not a command of ours. */
export function usage(say: string | Texts): AppError {
  return new AppError('wrong_usage', say)
}
