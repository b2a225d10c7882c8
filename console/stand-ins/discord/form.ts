import { isRecord } from '../shared/json.ts'
import { Refusal } from './refusal.ts'
import { isSnowflake } from './snowflake.ts'

type Path = readonly (string | number)[]

/** What is wrong with a form, gathered while it is read and thrown together, as Discord does. */
export interface Form {
  wrong(path: Path, code: string, message: string): undefined
  /** Throws "Invalid Form Body" with everything that is wrong, if anything is. */
  check(): void
}

export function createForm(): Form {
  // Without a prototype: the keys are the caller's.
  const branch = (): Record<string, unknown> => Object.create(null)
  const errors = branch()
  return {
    wrong(path, code, message) {
      let place = errors
      for (const key of path) {
        place[String(key)] ??= branch()
        place = place[String(key)] as Record<string, unknown>
      }
      place['_errors'] ??= []
      ;(place['_errors'] as object[]).push({ code, message })
    },
    check() {
      if (Object.keys(errors).length > 0) throw new Refusal(400, 50035, 'Invalid Form Body', { errors })
    },
  }
}

/** Turns a raw value into what the rest works with, or tells the form what is wrong with it. */
export type Reader<T> = (value: unknown, path: Path, form: Form) => T

type Shape = Record<string, Reader<unknown>>
export type Read<S extends Shape> = { [K in keyof S]: ReturnType<S[K]> }

/** A reader that told the form of a fault gives this: nobody sees it, because `check` throws. */
const unread = undefined as never

/** Reads a whole body. */
export function readForm<T>(read: Reader<T>, body: unknown): T {
  const form = createForm()
  const value = read(body, [], form)
  form.check()
  return value
}

export function required<T>(read: Reader<T>): Reader<T> {
  return (value, path, form) =>
    value === undefined || value === null
      ? (form.wrong(path, 'BASE_TYPE_REQUIRED', 'This field is required') ?? unread)
      : read(value, path, form)
}

/** Missing, or null, which Discord takes for the same in most places. */
export function optional<T>(read: Reader<T>): Reader<T | undefined> {
  return (value, path, form) => (value === undefined || value === null ? undefined : read(value, path, form))
}

/** Missing means "as it was", null "none". */
export function nullable<T>(read: Reader<T>): Reader<T | null | undefined> {
  return (value, path, form) => (value === undefined || value === null ? value : read(value, path, form))
}

export function text(min: number, max: number, pattern?: RegExp): Reader<string> {
  return (value, path, form) => {
    if (typeof value !== 'string')
      return form.wrong(path, 'STRING_TYPE_CONVERT', 'Could not interpret as string.') ?? unread
    if (value.length > max && min === 0) form.wrong(path, 'BASE_TYPE_MAX_LENGTH', `Must be ${max} or fewer in length.`)
    else if (value.length > max || value.length < min)
      form.wrong(path, 'BASE_TYPE_BAD_LENGTH', `Must be between ${min} and ${max} in length.`)
    else if (pattern && !pattern.test(value))
      form.wrong(path, 'STRING_TYPE_REGEX', 'String value did not match validation regex.')
    return value
  }
}

export function integer(min: number, max: number): Reader<number> {
  return (value, path, form) => {
    if (typeof value !== 'number' || !Number.isInteger(value))
      return form.wrong(path, 'NUMBER_TYPE_COERCE', `Value "${String(value)}" is not int.`) ?? unread
    if (value > max) form.wrong(path, 'NUMBER_TYPE_MAX', `int value should be less than or equal to ${max}.`)
    if (value < min) form.wrong(path, 'NUMBER_TYPE_MIN', `int value should be greater than or equal to ${min}.`)
    return value
  }
}

export const number: Reader<number> = (value, path, form) =>
  typeof value === 'number'
    ? value
    : (form.wrong(path, 'NUMBER_TYPE_COERCE', `Value "${String(value)}" is not number.`) ?? unread)

export const flag: Reader<boolean> = (value, path, form) =>
  typeof value === 'boolean'
    ? value
    : (form.wrong(path, 'BOOLEAN_TYPE_CONVERT', 'Must be either true or false.') ?? unread)

export const snowflake: Reader<string> = (value, path, form) =>
  isSnowflake(value)
    ? value
    : (form.wrong(path, 'NUMBER_TYPE_COERCE', `Value "${String(value)}" is not snowflake.`) ?? unread)

export function oneOf<const T extends string | number | boolean>(...values: T[]): Reader<T> {
  return (value, path, form) =>
    values.includes(value as T)
      ? (value as T)
      : (form.wrong(path, 'BASE_TYPE_CHOICES', `Value must be one of {${values.join(', ')}}.`) ?? unread)
}

export function list<T>(read: Reader<T>, min: number, max: number): Reader<T[]> {
  return (value, path, form) => {
    if (!Array.isArray(value))
      return form.wrong(path, 'LIST_TYPE_CONVERT', 'Only iterables may be used in a ListType') ?? unread
    if (value.length > max && min === 0) form.wrong(path, 'BASE_TYPE_MAX_LENGTH', `Must be ${max} or fewer in length.`)
    else if (value.length > max || value.length < min)
      form.wrong(path, 'BASE_TYPE_BAD_LENGTH', `Must be between ${min} and ${max} in length.`)
    return value.map((item, index) => read(item, [...path, index], form))
  }
}

/** Fields that are not in `shape` are refused, where Discord ignores them: they are slips of the pen. */
export function object<S extends Shape>(shape: S, { ignoreOthers = false } = {}): Reader<Read<S>> {
  return (value, path, form) => {
    if (!isRecord(value))
      return form.wrong(path, 'MODEL_TYPE_CONVERT', 'Only dictionaries may be used in a ModelType') ?? unread
    for (const key of Object.keys(value)) {
      if (!ignoreOthers && !Object.hasOwn(shape, key))
        form.wrong([...path, key], 'UNKNOWN_FIELD', 'The simulator knows no such field.')
    }
    const read: Record<string, unknown> = {}
    for (const [key, field] of Object.entries(shape)) read[key] = field(value[key], [...path, key], form)
    return read as Read<S>
  }
}

/** Anything that JSON can say. */
export const anything: Reader<unknown> = (value) => value
