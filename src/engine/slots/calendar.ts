import type { Setting, Span } from './found.ts'

/** A day of the calendar, or a time of day, or both, as the hands of a clock on somebody's wall show it. */
export interface When extends Span {
  /** Days since 1970-01-01. */
  day?: number
  /** Minutes since midnight. */
  minutes?: number
  /** How many days behind the day that it stands beside: 25時 of Friday is one o'clock of Saturday. */
  daysOn?: number
  certain: boolean
}

const dayMs = 86_400_000
const minuteMs = 60_000

export const dayOf = (year: number, month: number, day: number): number => Date.UTC(year, month - 1, day) / dayMs

export function partsOf(day: number): { year: number; month: number; date: number; weekday: number } {
  const at = new Date(day * dayMs)
  return { year: at.getUTCFullYear(), month: at.getUTCMonth() + 1, date: at.getUTCDate(), weekday: at.getUTCDay() }
}

/** Whether a month has such a day. */
export function isDay(year: number, month: number, date: number): boolean {
  const made = partsOf(dayOf(year, month, date))
  return made.year === year && made.month === month && made.date === date
}

export const lastOfMonth = (year: number, month: number): number => dayOf(year, month + 1, 1) - 1

/** The day so many months later; at the end of a shorter month where there is no such day. */
export function monthsLater(day: number, months: number): number {
  const { year, month, date } = partsOf(day)
  return Math.min(dayOf(year, month + months, date), lastOfMonth(year, month + months))
}

/** The Monday of its week. */
export const mondayOf = (day: number): number => day - ((partsOf(day).weekday + 6) % 7)

/** The next such day of the week after a day; 0 is Sunday. */
export const nextWeekday = (after: number, weekday: number): number =>
  after + 1 + ((weekday - partsOf(after + 1).weekday + 7) % 7)

/** The nth such day of the week of a month, the last one where n is -1; undefined where the month has no fifth. */
export function nthWeekday(year: number, month: number, weekday: number, n: number): number | undefined {
  const last = lastOfMonth(year, month)
  if (n === -1) return nextWeekday(last - 7, weekday)
  const day = nextWeekday(dayOf(year, month, 1) - 1, weekday) + 7 * (n - 1)
  return n >= 1 && day <= last ? day : undefined
}

/** The same, of this month, or of the next one where it is over. */
export function comingNthWeekday(today: number, weekday: number, n: number): number | undefined {
  const { year, month } = partsOf(today)
  const day = nthWeekday(year, month, weekday, n)
  return day !== undefined && day >= today ? day : nthWeekday(year, month + 1, weekday, n)
}

/** The first day from `today` on which a month and day come round; undefined where no year has it. */
export function comingDay(today: number, month: number, date: number): number | undefined {
  const { year } = partsOf(today)
  for (let y = year; y <= year + 8; y++) {
    if (isDay(y, month, date) && dayOf(y, month, date) >= today) return dayOf(y, month, date)
  }
  return undefined
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** How many minutes a zone is ahead of UTC at a moment. Zones that are not known are UTC. */
export function offsetAt(at: number, timeZone: string): number {
  let format = formats.get(timeZone)
  if (!format) {
    const fields = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const
    const make = (zone: string) => new Intl.DateTimeFormat('en-US', { timeZone: zone, hourCycle: 'h23', ...fields })
    try {
      format = make(timeZone)
    } catch {
      format = make('UTC')
    }
    formats.set(timeZone, format)
  }
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
  const wall = Date.UTC(parts['year']!, parts['month']! - 1, parts['day'], parts['hour'], parts['minute'])
  return Math.round((wall - at) / minuteMs)
}

/** Today, and how late it is. */
export function wallClock({ now, timeZone }: Pick<Setting, 'now' | 'timeZone'>): { today: number; minutes: number } {
  const wall = now + offsetAt(now, timeZone) * minuteMs
  const today = Math.floor(wall / dayMs)
  return { today, minutes: Math.floor((wall - today * dayMs) / minuteMs) }
}

/** The moment at which a wall shows this; a time that a change of clocks leaves out is read by the clock before it. */
function instantOf(day: number, minutes: number, timeZone: string): number {
  const wall = day * dayMs + minutes * minuteMs
  const guess = wall - offsetAt(wall, timeZone) * minuteMs
  return wall - offsetAt(guess, timeZone) * minuteMs
}

const two = (n: number): string => String(n).padStart(2, '0')
/** The day of a date or a moment, as `isoDay` and `isoMoment` write them. */
export const dayIn = (value: string): number => Date.parse(value.slice(0, 10)) / dayMs
export const isoDay = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10)
export const isoTime = (minutes: number): string => `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`

/** Of a moment or a time of day, as a slot holds it; undefined of a day alone. */
export function minutesOf(value: string): number | undefined {
  const match = /^(?:[^T]*T)?(\d\d):(\d\d)/.exec(value)
  return match ? Number(match[1]) * 60 + Number(match[2]) : undefined
}

/** `2026-11-24T15:00+09:00`. */
export function isoMoment(day: number, minutes: number, timeZone: string): string {
  const at = instantOf(day, minutes, timeZone)
  const offset = offsetAt(at, timeZone)
  const ahead = Math.abs(offset)
  const wall = at + offset * minuteMs
  const shown = Math.floor(wall / dayMs)
  const zone = `${offset < 0 ? '-' : '+'}${two(Math.floor(ahead / 60))}:${two(ahead % 60)}`
  return `${isoDay(shown)}T${isoTime((wall - shown * dayMs) / minuteMs)}${zone}`
}

/** Nobody is called, seen or served between one and six in the morning, unless they say so. */
export const likelyHour = (hour: number): number => (hour >= 1 && hour <= 6 ? hour + 12 : hour)

/** Hours that only a clock of twenty-four hours shows: `03:15`, `0:30`, `15:00`, `15時`, `十五時`. */
const longHours = /(?<![\d:./-])(?:0\d?|1[3-9]|2\d)(?::\d{2}|時(?!間))|(?:十[三四五六七八九]|二十[一二三四]?)時(?!間)/u

/** Whether an hour is one of twenty-four: it is written so (`03`), or another of the same text is. */
export const isOnLongClock = (hour: string, text: string): boolean => hour.startsWith('0') || longHours.test(text)
