import { isRecord } from './args.ts'

/** Checks a piece of Block Kit at a JSON pointer and tells `report` each thing wrong with it. */
export type Check = (value: unknown, at: string, report: Report) => void
type Report = (at: string, message: string) => void

export function text(max: number, min = 1): Check {
  return (value, at, report) => {
    if (typeof value !== 'string') report(at, 'must be a string')
    else if (value.length < min) report(at, `must be more than ${min - 1} characters`)
    else if (value.length > max) report(at, `must be less than ${max + 1} characters`)
  }
}

export const flag: Check = (value, at, report) => {
  if (typeof value !== 'boolean') report(at, 'must be a boolean')
}

export const anything: Check = () => {}

export function integer(min: number, max: number): Check {
  return (value, at, report) => {
    if (!Number.isInteger(value) || (value as number) < min || (value as number) > max) {
      report(at, `must be a whole number from ${min} to ${max}`)
    }
  }
}

export function oneOf(...values: string[]): Check {
  return (value, at, report) => {
    if (!values.includes(value as string)) report(at, `must be one of: ${values.join(', ')}`)
  }
}

export const httpUrl: Check = (value, at, report) => {
  text(3000)(value, at, report)
  if (typeof value === 'string' && !/^(?:https?|mailto|slack):/.test(value)) report(at, 'must be a valid URL')
}

export function list(item: Check, max: number, min = 1): Check {
  return (value, at, report) => {
    if (!Array.isArray(value)) return report(at, 'must be an array')
    if (value.length < min) report(at, `no fewer than ${min} items allowed`)
    if (value.length > max) report(at, `no more than ${max} items allowed`)
    for (const [index, each] of value.entries()) item(each, `${at}/${index}`, report)
  }
}

export function shape(required: Record<string, Check>, optional: Record<string, Check> = {}): Check {
  return (value, at, report) => {
    if (!isRecord(value)) return report(at, 'must be an object')
    for (const name of Object.keys(required)) {
      if (value[name] === undefined) report(at, `missing required field: ${name}`)
    }
    for (const [name, field] of Object.entries(value)) {
      const check = required[name] ?? optional[name]
      if (check) {
        if (field !== undefined) check(field, `${at}/${name}`, report)
      } else if (name !== 'type') {
        report(at, `invalid additional property: ${name}`)
      }
    }
  }
}

/** A thing whose `type` says which check is meant. */
export function byType(checks: Record<string, Check>): Check {
  return (value, at, report) => {
    if (!isRecord(value)) return report(at, 'must be an object')
    const check =
      typeof value['type'] === 'string' && Object.hasOwn(checks, value['type']) ? checks[value['type']] : undefined
    if (check) check(value, at, report)
    else report(`${at}/type`, `unsupported type: ${String(value['type'])}`)
  }
}
