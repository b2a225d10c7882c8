import type { z } from 'zod'
import { didYouMean } from './closest.ts'
import type { Fault } from './errors.ts'

type Issue = z.core.$ZodIssue
type Path = readonly PropertyKey[]

/** What is wrong with `value`, in sentences that never quote a value: it may be a secret. `at` is where the value stands. */
export function faultsOf(schema: z.ZodType, value: unknown, issues: readonly Issue[], at: Path = []): Fault[] {
  return located(schema, value, issues).map(({ path, message }) => ({ path: pathText([...at, ...path]), message }))
}

export interface LocatedFault {
  path: Path
  message: string
}

/** The same with paths as they are, for who can tell where in a file they lead. */
export function located(schema: z.ZodType, value: unknown, issues: readonly Issue[]): LocatedFault[] {
  return issues.flatMap((issue) => sentences(schema, value, issue))
}

/** `agent.webhooks[0].url` */
export function pathText(path: Path): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`
    const name = String(step).slice(0, maxKeyShown)
    return text === '' ? name : `${text}.${name}`
  }, '')
}

/** A key is the sender's; an answer need not repeat all of a long one. */
const maxKeyShown = 100

function sentences(schema: z.ZodType, value: unknown, issue: Issue): LocatedFault[] {
  const { path } = issue
  const one = (message: string) => [{ path, message }]
  if (issue.code === 'unrecognized_keys') {
    const known = keysAt(schema, path)
    return issue.keys.map((key) => ({
      path: [...path, key],
      message: `is not known here${didYouMean(key, known)}`,
    }))
  }
  if (issue.code !== 'custom' && valueAt(value, path) === undefined) return one('is required')
  switch (issue.code) {
    case 'invalid_type':
      return one(`must be ${typeNames[issue.expected] ?? issue.expected}`)
    case 'invalid_value': {
      const given = valueAt(value, path)
      const values = issue.values.map(String)
      return one(`${oneOf(values)}${typeof given === 'string' ? didYouMean(given, values) : ''}`)
    }
    case 'too_big':
      return one(bound('at most', issue.origin, Number(issue.maximum)))
    case 'too_small':
      return one(bound(issue.inclusive === false ? 'more than' : 'at least', issue.origin, Number(issue.minimum)))
    case 'invalid_format':
      return one(issue.message.startsWith('Invalid') ? (formats[issue.format] ?? 'is malformed') : issue.message)
    case 'invalid_union':
      return ofUnion(schema, value, issue)
    case 'invalid_key':
      return issue.issues.flatMap((inner) => sentences(schema, value, { ...inner, path }))
    default:
      return one(issue.message)
  }
}

const typeNames: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

const formats: Record<string, string> = { url: 'must be an http or https URL', date: 'must be a date, YYYY-MM-DD' }

function oneOf(values: readonly string[]): string {
  return values.length === 1 ? `must be ${values[0]}` : `must be one of ${values.join(', ')}`
}

function bound(how: string, origin: string, limit: number): string {
  if (origin === 'string')
    return limit === 1 && how === 'at least' ? 'must not be empty' : `must have ${how} ${limit} characters`
  if (origin === 'array')
    return limit === 1 && how === 'at least' ? 'must not be empty' : `must have ${how} ${limit} items`
  return `must be ${how} ${limit}`
}

/** The faults within the alternative that is meant: whose type it is, and most of whose keys it has. Else what the alternatives are. */
function ofUnion(schema: z.ZodType, value: unknown, issue: z.core.$ZodIssueInvalidUnion): LocatedFault[] {
  const { path, errors } = issue
  const ofItsType = errors.filter(
    (inner) => !inner.some((it) => it.path.length === 0 && it.code.startsWith('invalid_')),
  )
  const [meant] = ofItsType.sort((a, b) => foreignKeys(a).length - foreignKeys(b).length)
  if (meant) {
    const foreign = foreignKeys(meant)
    const known = keysAt(schema, path)
    const own = Object.keys(valueAt(value, path) ?? {}).filter((key) => !foreign.includes(key))
    return [
      ...foreign.map((key) => ({
        path: [...path, key],
        message: known.includes(key)
          ? `cannot stand beside ${own.join(' and ')}`
          : `is not known here${didYouMean(key, known)}`,
      })),
      // A misspelt key is also a missing one, but that is said already.
      ...meant
        .filter((inner) => inner.code !== 'unrecognized_keys' || inner.path.length > 0)
        .filter((inner) => foreign.length === 0 || inner.path.length !== 1 || own.includes(String(inner.path[0])))
        .flatMap((inner) => sentences(schema, value, { ...inner, path: [...path, ...inner.path] })),
    ]
  }
  const first = errors.flatMap(leaves)
  const values = first.flatMap((inner) => (inner.code === 'invalid_value' ? inner.values.map(String) : []))
  const types = first.flatMap((inner) =>
    inner.code === 'invalid_type' ? [typeNames[inner.expected] ?? inner.expected] : [],
  )
  const kinds = [...new Set(types)]
  const given = valueAt(value, path)
  const near = typeof given === 'string' ? didYouMean(given, values) : ''
  return [
    { path, message: `${values.length > 0 ? oneOf([...values, ...kinds]) : `must be ${kinds.join(' or ')}`}${near}` },
  ]
}

/** The first thing wrong with each alternative, also of unions in unions. */
function leaves(errors: readonly Issue[]): Issue[] {
  return errors
    .slice(0, 1)
    .flatMap((error) => (error.code === 'invalid_union' ? error.errors.flatMap(leaves) : [error]))
}

function foreignKeys(errors: readonly Issue[]): string[] {
  return errors.flatMap((error) => (error.code === 'unrecognized_keys' && error.path.length === 0 ? error.keys : []))
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((inner, step) => (inner as Record<PropertyKey, unknown> | undefined)?.[step], value)
}

/** The keys an object at `path` may have, in any of its alternatives. */
function keysAt(schema: z.ZodType, path: Path): string[] {
  let at = alternatives(schema)
  for (const step of path) at = at.flatMap((outer) => alternatives(inside(outer, step)))
  return [...new Set(at.flatMap(({ def }) => Object.keys((def as Definition).shape ?? {})))]
}

interface Definition {
  type: string
  shape?: Record<string, z.ZodType>
  element?: z.ZodType
  valueType?: z.ZodType
  innerType?: z.ZodType
  options?: readonly z.ZodType[]
}

function inside(schema: z.ZodType, step: PropertyKey): z.ZodType | undefined {
  const { shape, element, valueType } = schema.def as Definition
  return shape?.[String(step)] ?? element ?? valueType
}

/** What a schema comes down to: itself without its wrappers, or each member of a union. */
function alternatives(schema: z.ZodType | undefined): z.ZodType[] {
  const { innerType, options } = (schema?.def ?? {}) as Partial<Definition>
  if (innerType) return alternatives(innerType)
  if (options) return options.flatMap(alternatives)
  return schema ? [schema] : []
}
