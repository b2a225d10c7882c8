import { dayIn, isoDay, isoMoment, isoTime, minutesOf, monthsLater, type When } from './calendar.ts'
import type { Cues } from './cues.ts'
import { nextDays } from './dates-ja.ts'
import { findDurations } from './durations.ts'
import { type Found, findAll, type Setting, type Span } from './found.ts'
import { englishDigits, japaneseDigits } from './numbers.ts'
import type { Wanted } from './wanted.ts'

/** How far a day or a time is moved from what a slot holds: 「1時間遅らせて」, “two days earlier”, 「翌日に」. */
export interface Shift extends Span {
  months: number
  days: number
  minutes: number
  /** It is said of another day (翌日), which is today where no other is known. */
  isDayBeside: boolean
  /** 「1時間ずらして」 and “forward” say how far, and not which way. */
  isUnclear: boolean
}

const besideJa: Readonly<Record<string, number>> = { ...nextDays, 前日: -1, 前の日: -1, 前々日: -2 }
const besideEn: Readonly<Record<string, number>> = { next: 1, following: 1, after: 1, before: -1, previous: -1 }
const besidePattern = new RegExp(
  `(?<ja>${Object.keys(besideJa).join('|')})(?!曜|本|まで)|\\b(?:the )?(?<en>next|following|previous) day\\b|\\bthe day (?<beside>after|before)\\b(?! (?:tomorrow|yesterday|that|the|my|\\w+day))`,
  'giu',
)

const amountJa = `(?<n>(?:${japaneseDigits}(?:年間?|[かヶケカヵ]月|週間?|日間?|時間|分)半?)+|半日|半時間)(?:だけ|ほど|くらい|ぐらい)?`
const moves = '(?:ずら|移|動か|延ば|のば|遅ら|繰り下げ|倒し)'
const japanese = new RegExp(
  `${amountJa}(?:(?<later>(?:後ろ|うしろ)(?:に|へ|倒し)?|(?:後|あと|先)(?:に|へ)?${moves}|遅ら|おくら|遅く(?!な)|延期|延ば|のば|繰り下げ|後倒し)|(?<earlier>前倒し|前(?:に|へ)(?:ずら|移|動か|し[てた]|変更|変え|繰り上げ)|早め|はやめ|早く(?!な)|はやく(?!な)|繰り上げ)|(?<unclear>ずらし|ずらせ|動か))`,
  'gu',
)
const unit = '(?:years?|months?|weeks?|wks?|days?|hours?|hrs?|minutes?|mins?)'
const one = `(?:(?:half an|an?|a couple of|${englishDigits})[ -]?${unit}\\b(?: and a half)?)`
const english = new RegExp(
  `(?:\\b(?<verb>delay|postpone|push|move|shift|put|bring|pull)(?: (?:it|that|this|(?:the|my) \\w+))?(?: (?<way>back|out|off|forward|up|ahead|down))?(?: by)? )?(?<n>${one}(?:,? (?:and )?${one})?)(?: (?<behind>later|earlier|sooner|back|forward|ahead))?`,
  'giu',
)

/** All that is moved by in a text, where it says so by itself. */
export function findShifts(text: string): Shift[] {
  const shifts: Shift[] = []
  const add = (span: Span, amount: string, sign: number | undefined) => {
    const parts = /^P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?)?$/.exec(amount)
    if (!parts) return
    const [years, months, days, hours, minutes] = parts.slice(1).map((n) => Number(n ?? 0) * (sign ?? 0))
    shifts.push({
      ...span,
      months: 12 * years! + months!,
      days: days!,
      minutes: 60 * hours! + minutes!,
      isDayBeside: false,
      isUnclear: sign === undefined,
    })
  }
  for (const { start, end, value } of findAll(text, besidePattern, ({ ja, en, beside }) => ({
    value: String(ja ? besideJa[ja] : besideEn[(en ?? beside)!.toLowerCase()]),
    certain: true,
  })))
    shifts.push({ start, end, months: 0, days: Number(value), minutes: 0, isDayBeside: true, isUnclear: false })
  for (const { groups, index, 0: said } of text.matchAll(japanese)) {
    const [amount] = findDurations(groups!['n']!.replace(/週(?!間)/gu, '週間'))
    const sign = groups!['later'] ? 1 : groups!['earlier'] ? -1 : undefined
    if (amount) add({ start: index, end: index + said.length }, amount.value, sign)
  }
  for (const { groups, index, 0: said } of text.matchAll(english)) {
    const { verb, way, behind, n } = groups!
    if (!verb && !behind) continue
    const [amount] = findDurations(n!)
    if (amount) add({ start: index, end: index + said.length }, amount.value, signOf(verb, way, behind))
  }
  return shifts
}

/** Whether it is later or earlier; undefined where people disagree about what the words mean. */
function signOf(verb = '', way = '', behind = ''): number | undefined {
  if (/later/i.test(behind)) return 1
  if (/earlier|sooner/i.test(behind)) return -1
  const direction = (behind || way).toLowerCase()
  if (direction === 'back' || direction === 'out' || direction === 'off') return 1
  if (direction === 'up' || (direction === 'forward' && /bring|pull/i.test(verb))) return -1
  return direction === '' && /delay|postpone/i.test(verb) ? 1 : undefined
}

const isWhen = ({ slot }: Wanted): boolean => ['date', 'time', 'datetime'].includes(slot.type) && !slot.list
const baseOf = ({ slot, held, day }: Wanted): string | undefined => held ?? (slot.type === 'datetime' ? day : undefined)

/** Whether anything is held that could be moved. */
export const holdsWhen = (wanted: readonly Wanted[]): boolean =>
  wanted.some((one) => isWhen(one) && baseOf(one) !== undefined)

/** Whether a value of such a type can be moved so far: a day by no minutes, a time of day by no days. */
const fits = ({ slot }: Wanted, { months, days, minutes }: Shift): boolean =>
  slot.type === 'datetime' || (slot.type === 'date' ? minutes === 0 : months === 0 && days === 0)

/** The slot that is moved, and from where; undefined where that is not clear. */
function movedSlot(shift: Shift, all: readonly Wanted[], cues: Cues): { name: string; from: string } | undefined {
  const fitting = all.filter((one) => isWhen(one) && fits(one, shift))
  const open = fitting.find((one) => one.isAsked && baseOf(one) === undefined)
  const held = fitting.filter((one) => baseOf(one) !== undefined)
  if (shift.isDayBeside && open) {
    // Asked where a stay ends, “the next day” is the one after its beginning.
    const from = held.length === 1 ? baseOf(held[0]!)!.slice(0, 10) : undefined
    return from === undefined ? undefined : { name: open.name, from }
  }
  const cued = held.filter((one) => cues.isCued(shift, one))
  const asked = held.filter(({ isAsked }) => isAsked)
  const [meant, ...others] = [cued, asked, held].find(({ length }) => length > 0) ?? []
  return meant && others.length === 0 ? { name: meant.name, from: baseOf(meant)! } : undefined
}

/**
 * What a slot holds once it is moved; undefined where nothing of the kind was said of it. Nothing at all, where it is not clear how far, or
 * where another day or time was said as well. “The next day at ten” takes the time that is said.
 */
export function moved(
  wanted: Wanted,
  { shifts, whens, all, cues, setting }: Moving,
): (Found & { isHalf?: boolean })[] | undefined {
  const [shift, ...others] = shifts
  if (!shift || !isWhen(wanted)) return undefined
  const target = movedSlot(shift, all, cues)
  if (target?.name !== wanted.name) return undefined
  const { start, end } = shift
  const { from } = target
  const { day, minutes } = { day: from.includes('-') ? dayIn(from) : 0, minutes: minutesOf(from) }
  const besides = whens
    .filter((one) => one.day !== undefined || one.minutes !== minutes)
    .filter((one) => one.day !== day)
  const [time, ...more] = besides
  const takesTime = time !== undefined && time.day === undefined && shift.minutes === 0 && wanted.slot.type !== 'date'
  if (shift.isUnclear || others.length > 0 || more.length > 0 || (time && !takesTime)) return []
  const toDay = monthsLater(day, shift.months) + shift.days
  const toMinutes = time?.minutes ?? (minutes === undefined ? undefined : minutes + shift.minutes)
  const found = { start, end, certain: true }
  switch (wanted.slot.type) {
    case 'date':
      return [{ ...found, value: isoDay(toDay) }]
    case 'time':
      return toMinutes! >= 0 && toMinutes! < 1440 ? [{ ...found, value: isoTime(toMinutes!) }] : []
    default:
      return toMinutes === undefined
        ? [{ ...found, value: isoDay(toDay), isHalf: true }]
        : [
            {
              ...found,
              value: isoMoment(
                toDay + Math.floor(toMinutes / 1440),
                ((toMinutes % 1440) + 1440) % 1440,
                setting.timeZone,
              ),
            },
          ]
  }
}

export interface Moving {
  shifts: readonly Shift[]
  /** Days and times that are said besides. */
  whens: readonly When[]
  all: readonly Wanted[]
  cues: Cues
  setting: Setting
}
