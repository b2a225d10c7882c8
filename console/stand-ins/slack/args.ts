import { refuse } from './refusal.ts'

/** Arguments as they came: strings from a form, anything from JSON. */
export type RawArgs = Record<string, unknown>

/** Turns one raw argument into what a method works with, or refuses it. */
export type Reader<T> = (value: unknown, name: string) => T

type Shape = Record<string, Reader<unknown>>
export type Args<S extends Shape> = { [K in keyof S]: ReturnType<S[K]> }

/** Unknown arguments are refused, where Slack ignores them: they are slips of the pen. */
export function readArgs<S extends Shape>(shape: S, raw: RawArgs): Args<S> {
  for (const name of Object.keys(raw)) {
    if (!(name in shape)) refuse('invalid_arguments', `[ERROR] unknown argument: ${name}`)
  }
  const args: Record<string, unknown> = {}
  for (const [name, read] of Object.entries(shape)) args[name] = read(raw[name], name)
  return args as Args<S>
}

const wrong = (name: string, what: string): never =>
  refuse('invalid_arguments', `[ERROR] must be ${what} [json-pointer:/${name}]`)

export function required<T>(read: Reader<T>): Reader<T> {
  return (value, name) => {
    if (value === undefined || value === null || value === '') {
      refuse('invalid_arguments', `[ERROR] missing required field: ${name}`)
    }
    return read(value, name)
  }
}

export function optional<T>(read: Reader<T>): Reader<T | undefined> {
  return (value, name) => (value === undefined || value === null ? undefined : read(value, name))
}

export const string: Reader<string> = (value, name) => (typeof value === 'string' ? value : wrong(name, 'a string'))

export const ts: Reader<string> = (value, name) =>
  typeof value === 'string' && /^\d{10,}\.\d{6}$/.test(value) ? value : wrong(name, 'a message ts')

export const flag: Reader<boolean> = (value, name) => {
  if (typeof value === 'boolean') return value
  if (value === 'true' || value === '1') return true
  if (value === 'false' || value === '0') return false
  return wrong(name, 'a boolean')
}

export function integer(min: number, max: number): Reader<number> {
  return (value, name) => {
    const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value
    const fits = typeof number === 'number' && Number.isInteger(number) && number >= min && number <= max
    return fits ? number : wrong(name, `a whole number from ${min} to ${max}`)
  }
}

export function oneOf<T extends string>(...values: T[]): Reader<T> {
  return (value, name) => (values.includes(value as T) ? (value as T) : wrong(name, `one of ${values.join(', ')}`))
}

/** JSON, which a form carries as a string. */
export const json: Reader<unknown> = (value, name) => {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return wrong(name, 'valid JSON')
  }
}

export function list<T>(read: Reader<T>, max: number): Reader<T[]> {
  return (value, name) => {
    const items = json(value, name)
    if (!Array.isArray(items)) return wrong(name, 'an array')
    if (items.length > max) return wrong(name, `an array of at most ${max} items`)
    return items.map((item, index) => read(item, `${name}/${index}`))
  }
}

export function text(max: number): Reader<string> {
  return (value, name) => {
    const read = string(value, name)
    return read.length <= max ? read : wrong(name, `at most ${max} characters`)
  }
}

export function object<S extends Shape>(shape: S): Reader<Args<S>> {
  return (value, name) => {
    if (!isRecord(value)) return wrong(name, 'an object')
    const args: Record<string, unknown> = {}
    for (const key of Object.keys(value)) if (!(key in shape)) wrong(`${name}/${key}`, 'a known field')
    for (const [key, read] of Object.entries(shape)) args[key] = read(value[key], `${name}/${key}`)
    return args as Args<S>
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
