import { strings } from '../../strings.ts'

/** What every platform's faults have in common. */
interface CommonFault {
  kind: string
  times?: number
  retryAfter?: number
  delay?: number
}

/** What is typed into the form, by the name of the field; a box that is checked is `on`. */
export type Typed = Record<string, string>

export interface FaultField {
  name: string
  label: string
  /** Choices are their words by value. */
  input: 'number' | 'text' | 'check' | Record<string, string>
  /** What it is at first. */
  start: string
  /** The kinds of fault it belongs to; without them, to all. */
  kinds?: string[]
  min?: number
  placeholder?: (kind: string) => string
  /** Stands beside how often the fault happens. */
  short?: boolean
}

/** What one platform's faults are and how they are spoken of. */
export interface FaultSheet<Fault> {
  intro: string
  /** The words for each kind. */
  kinds: Record<string, string>
  /** What the platform calls a call, in its faults. */
  callName: string
  calls: string[]
  fields: FaultField[]
  /** The platform's own part of a fault, from what was typed. */
  read(typed: Typed): Partial<Fault>
  /** What is said of that part. */
  details(fault: Fault): string[]
}

const field = (name: string, label: string, start: string, rest: Partial<FaultField>): FaultField => ({
  name,
  label,
  input: 'number',
  start,
  short: true,
  ...rest,
})

/** The fields of the form beside kind and call, in their order. */
export const fieldsOf = (sheet: { fields: FaultField[] }): FaultField[] => [
  field('times', strings.faultTimes, '1', { min: 1, placeholder: () => strings.untilCleared }),
  field('retryAfter', strings.retryAfter, '3', { min: 0, kinds: ['ratelimited'] }),
  field('delay', strings.delay, '3000', { min: 0, kinds: ['slow'] }),
  ...sheet.fields,
]

export const isOf = ({ kinds }: FaultField, kind: string): boolean => kinds === undefined || kinds.includes(kind)

/** Only the fields of the chosen kind are used. */
export function readFault<Fault>(sheet: FaultSheet<Fault>, all: Typed): Fault {
  const kind = all['kind']!
  const isUsed = (name: string) => fieldsOf(sheet).every((each) => each.name !== name || isOf(each, kind))
  const typed = Object.fromEntries(Object.entries(all).filter(([name]) => isUsed(name)))
  const numbers = ['times', 'retryAfter', 'delay'].filter((name) => typed[name])
  return {
    kind,
    [sheet.callName]: typed['call'],
    ...Object.fromEntries(numbers.map((name) => [name, Number(typed[name])])),
    ...sheet.read(typed),
  } as Fault
}

/** A fault in words. */
export function describeFault<Fault>(sheet: FaultSheet<Fault>, fault: Fault): { kind: string; details: string } {
  const { kind, times, retryAfter, delay } = fault as CommonFault
  const call = String((fault as Record<string, unknown>)[sheet.callName])
  const details = [
    call === '*' ? strings.anyMethod : call,
    times === undefined ? strings.untilCleared : strings.times(times),
    ...(retryAfter === undefined ? [] : [`Retry-After: ${retryAfter}`]),
    ...(delay === undefined ? [] : [`${delay} ms`]),
    ...sheet.details(fault),
  ]
  return { kind: sheet.kinds[kind] ?? kind, details: details.join(' · ') }
}
