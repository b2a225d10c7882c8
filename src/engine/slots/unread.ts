import type { When } from './calendar.ts'
import { overlaps, type Span } from './found.ts'

/** What days are counted out by, or said roughly with, that no reader of dates reads: what stands beside it may be meant otherwise. */
const qualifiers = [
  /平日|祝日|休日|土日|以外|毎[日朝晩週月年]|隔週/gu,
  // Of a weekend there are two days, of a part of a month ten.
  /週の?末(?!の?[土日])|[月旬]の?(?:初め|はじめ|頭)|上旬|中旬|下旬|月の?半ば/gu,
  /(?<!\bs(?:at|un)(?:(?:ur)?day)?,? (?:on |of |at )?(?:this |the |next )?)\bweekend\b(?!,? (?:on )?s(?:at|un))/giu,
  /\b(?:weekdays?|working days?|business days?|any ?(?:day|time) (?:but|except)|every|other than|except|anything but|(?:first|second|third|last|\d(?:st|nd|rd|th)) (?:week|half) of)\b/giu,
  // “5 to 6 tomorrow” is no five minutes to six.
  /(?<![\d:.])\d{1,2} to \d{1,2}(?![\d:])|\bbetween \d{1,2} and \d{1,2}\b/giu,
] as const
/** A place in a month, where it is part of no day. */
const places = /第[一二三四五1-5]|\b(?:first|second|third|fourth|fifth|last|\d(?:st|nd|rd|th)) \w+day (?:of|in)\b/giu
const period = /\b(?:next|this|the coming|the following) (?:week|month|year)\b/giu
const periodOrPart = new RegExp(`${period.source}|\\bweekend\\b`, 'iu')
/** What makes a day of a period: “Wednesday next week”, “the 3rd of next month”. */
const makesDay = /\b(?:mon|tue|wed|thu|fri|sat|sun)|\d|\b(?:end|beginning|first|second|third|fourth|last|weekend)\b/iu
const beside = /^[\s,、の]*(?:(?:on|at|of|is|the|in)\s+|日|は|に|で)*[\s,、の]*$/iu

/** Whether a text names a week, a month or a year, of which any day may be meant. */
export const namesEnglishPeriod = (text: string): boolean => periodOrPart.test(text)

/** Days and times without those of which something was said that is not read: whoever said 「平日の10時」 or “next week at 3” is asked. */
export function readWhole<T extends When>(text: string, whens: readonly T[]): T[] {
  const unread = [
    ...qualifiers.flatMap((pattern) => spansOf(pattern, text)),
    ...spansOf(places, text).filter((span) => !whens.some((when) => overlaps(when, span))),
    ...spansOf(period, text).filter((span) => !whens.some((when) => isDayOf(text, when, span))),
  ]
  if (unread.length === 0) return [...whens]
  const apart = whens.filter((when) => !unread.some((span) => overlaps(when, span) || isBeside(text, when, span)))
  // A time alone stands beside a day that was not read.
  return apart.some(({ day }) => day !== undefined) ? apart : []
}

const spansOf = (pattern: RegExp, text: string): Span[] =>
  [...text.matchAll(pattern)].map(({ index, 0: said }) => ({ start: index, end: index + said.length }))

const isBeside = (text: string, one: Span, other: Span): boolean =>
  beside.test(text.slice(Math.min(one.end, other.end), Math.max(one.start, other.start)))

function isDayOf(text: string, when: When, span: Span): boolean {
  if (!overlaps(when, span)) return false
  return makesDay.test(`${text.slice(when.start, span.start)} ${text.slice(span.end, when.end).replace(/\d.*/su, '')}`)
}
