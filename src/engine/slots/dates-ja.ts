import {
  comingDay,
  comingNthWeekday,
  dayOf,
  isDay,
  isOnLongClock,
  lastOfMonth,
  likelyHour,
  mondayOf,
  monthsLater,
  nextWeekday,
  nthWeekday,
  partsOf,
  type When,
} from './calendar.ts'
import { japaneseDigits, japaneseNumber } from './numbers.ts'

type Make = (
  match: RegExpMatchArray,
  now: { today: number; minutes: number },
) => Omit<When, 'start' | 'end'> | undefined

const n = `(${japaneseDigits})`
const weekdays = '日月火水木金土'
const number = (text: string | undefined): number => japaneseNumber(text ?? '') ?? Number.NaN
const on = (day: number | undefined) => (day === undefined ? undefined : { day, certain: true })

/** Of another day, which is today where none is known. */
export const nextDays = { 翌日: 1, 次の日: 1, つぎの日: 1, あくる日: 1, 翌々日: 2, 翌翌日: 2 } as const

/** Days that are called by a name, by how many days they are from today. */
const named: Readonly<Record<string, number>> = {
  一昨日: -2,
  おととい: -2,
  昨日: -1,
  きのう: -1,
  昨夜: -1,
  昨晩: -1,
  ゆうべ: -1,
  今日: 0,
  きょう: 0,
  本日: 0,
  明日: 1,
  あした: 1,
  あす: 1,
  明後日: 2,
  あさって: 2,
  明々後日: 3,
  明明後日: 3,
  しあさって: 3,
  ...nextDays,
}
const weeks: Readonly<Record<string, number>> = {
  先々週: -2,
  先週: -1,
  今週: 0,
  来週: 1,
  翌週: 1,
  再来週: 2,
  さ来週: 2,
}
const months: Readonly<Record<string, number>> = { 先月: -1, 今月: 0, 来月: 1, 翌月: 1, 再来月: 2, さ来月: 2 }
const years: Readonly<Record<string, number>> = { 去年: -1, 昨年: -1, 今年: 0, 来年: 1, 再来年: 2 }
/** The day on which a year of an era would be 0. */
const eras: Readonly<Record<string, number>> = { 令和: 2018, 平成: 1988, 昭和: 1925 }
const feasts: Readonly<Record<string, readonly [number, number]>> = {
  元日: [1, 1],
  元旦: [1, 1],
  お正月: [1, 1],
  節分: [2, 3],
  バレンタイン: [2, 14],
  こどもの日: [5, 5],
  七夕: [7, 7],
  クリスマスイブ: [12, 24],
  クリスマス: [12, 25],
  大晦日: [12, 31],
  大みそか: [12, 31],
}

/** Days of a month that have names of their own; いつか and なのか are more often something else. */
const datesInKana: Readonly<Record<string, number>> = {
  ついたち: 1,
  ふつか: 2,
  みっか: 3,
  よっか: 4,
  むいか: 6,
  ようか: 8,
  ここのか: 9,
  とおか: 10,
  はつか: 20,
}

const keys = (of: object) =>
  Object.keys(of)
    .sort((a, b) => b.length - a.length)
    .join('|')
/** 「次の月5日」 and 「次の日10時」 name no Monday and no Sunday, whereas 「来週の金曜9時」 names a Friday. */
const weekday = `(?:の|、)?(?:([${weekdays}])(?:曜日?|(?<!日)日?(?![本月火木金土時曜]|${japaneseDigits}日)))`

/** As it stands behind a date. */
const alsoWeekday = `(?:\\s?\\([${weekdays}]\\))?`

/** Tried at each place in this order: what says more stands before what says less. */
const days: readonly (readonly [string, Make])[] = [
  [`(\\d{4})[-/.](\\d{1,2})[-/.](\\d{1,2})(?!\\d)`, ([, y, m, d]) => dated(Number(y), Number(m), Number(d))],
  [
    `(?:(${keys(eras)})(元|${japaneseDigits})|([12二][0-9〇零一二三四五六七八九千]{3,}))年の?${n}月の?${n}日${alsoWeekday}`,
    ([, era, of, y, m, d]) =>
      dated(era ? eras[era]! + (of === '元' ? 1 : number(of)) : number(y), number(m), number(d)),
  ],
  [
    `(${keys(years)})の?${n}月の?${n}日`,
    ([, y, m, d], { today }) => dated(partsOf(today).year + years[y!]!, number(m), number(d)),
  ],
  [
    `(?:(${keys(months)})の?|${n}月の?)(?:第${n}|(最終|最後の))(?:の|、)?([${weekdays}])曜日?`,
    ([, later, m, nth, last, d], { today }) => {
      const { year, month } = later ? monthOf(today, months[later]!) : comingMonth(today, number(m))
      return on(nthWeekday(year, month, weekdays.indexOf(d!), last ? -1 : number(nth)))
    },
  ],
  [
    `第${n}(?:の|、)?([${weekdays}])曜日?`,
    ([, nth, d], { today }) => on(comingNthWeekday(today, weekdays.indexOf(d!), number(nth))),
  ],
  [`${n}月の?${n}日${alsoWeekday}`, ([, m, d], { today }) => on(comingDay(today, number(m), number(d)))],
  [`(${keys(months)})の?${n}日`, ([, m, d], { today }) => ofMonth(monthOf(today, months[m!]!), number(d))],
  [
    `(?:(${keys(months)})の?|${n}月の?|(?<!毎)月)末の([${weekdays}])曜日?`,
    ([, later, m, d], { today }) => on(lastWeekday(today, weekdays.indexOf(d!), later, m)),
  ],
  [
    `(?:(${keys(weeks)})の?)?(?:週末|末)の?([土日])曜日?`,
    ([, w, d], { today }) =>
      on(
        w && weeks[w] !== 0
          ? inWeek(today, weeks[w]!, weekdays.indexOf(d!))
          : nextWeekday(today - 1, weekdays.indexOf(d!)),
      ),
  ],
  [
    `(${keys(months)})の?(末日?|終わり|下旬|初め|はじめ|頭|上旬|半ば|中旬)`,
    ([, m, part], { today }) => on(inMonth(monthOf(today, months[m!]!), part!)),
  ],
  [
    `${n}月の?(末日?|初め|はじめ|半ば|中旬|上旬|下旬)`,
    ([, m, part], { today }) => on(inMonth(comingMonth(today, number(m)), part!)),
  ],
  [`(?<!毎)月末`, (_, { today }) => on(inMonth(monthOf(today, 0), '末'))],
  [`年末`, (_, { today }) => on(dayOf(partsOf(today).year, 12, 31))],
  [`今週の?末|(?<!来|先|翌)週末`, (_, { today }) => on(partsOf(today).weekday === 6 ? today : nextWeekday(today, 6))],
  // “Next week Wednesday, no, Thursday” speaks of one week.
  [
    `(${keys(weeks)})の?[${weekdays}]曜?日?(?:じゃ|では)なくて?[、,\\s]*([${weekdays}])曜日?`,
    ([, w, d], { today }) => on(inWeek(today, weeks[w!]!, weekdays.indexOf(d!))),
  ],
  [`(${keys(weeks)})の?(今日|明日)`, ([, w, d], { today }) => on(today + 7 * weeks[w!]! + named[d!]!)],
  [
    `(?:今度|次|つぎ)の(?:今度|次|つぎ)${weekday}`,
    ([, d], { today }) => on(nextWeekday(today, weekdays.indexOf(d!)) + 7),
  ],
  [`(${keys(weeks)})${weekday}`, ([, w, d], { today }) => on(inWeek(today, weeks[w!]!, weekdays.indexOf(d!)))],
  [
    `(${keys(weeks)})の?(週末|末|半ば)`,
    ([, w, part], { today }) => on(inWeek(today, weeks[w!]!, part === '半ば' ? 3 : 6)),
  ],
  [`(?:今度|次|つぎ|こんど)${weekday}`, ([, d], { today }) => on(nextWeekday(today, weekdays.indexOf(d!)))],
  [
    `${n}週間?後(?:の?([${weekdays}])曜日?)?`,
    ([, w, d], { today }) => on(d ? inWeek(today, number(w), weekdays.indexOf(d)) : today + 7 * number(w)),
  ],
  [`${n}日後`, ([, d], { today }) => on(today + number(d))],
  [`${n}日前(?![日に]?.{0,2}まで)`, ([, d], { today }) => on(today - number(d))],
  [`半年後`, (_, { today }) => on(monthsLater(today, 6))],
  [`${n}[かヶケカヵ]月後`, ([, m], { today }) => on(monthsLater(today, number(m)))],
  [`${n}年後`, ([, y], { today }) => on(monthsLater(today, 12 * number(y)))],
  [`一週間後`, (_, { today }) => on(today + 7)],
  [`(${keys(feasts)})`, ([, it], { today }) => on(comingDay(today, ...feasts[it!]!))],
  [
    `(?:(${keys(months)})の?|(?<![ぁ-ん]))(${keys(datesInKana)})(?!った|[間後前])`,
    ([, m, d], { today }) =>
      m ? ofMonth(monthOf(today, months[m]!), datesInKana[d!]!) : on(comingDate(today, datesInKana[d!]!)),
  ],
  [`(${keys(named)})(?!曜|本)`, ([, it], { today }) => on(today + named[it!]!)],
  [`今晩|今夜|今夕|今朝`, (_, { today }) => on(today)],
  [`明晩|明朝|翌朝|翌晩`, (_, { today }) => on(today + 1)],
  [
    `(?<![\\d/:.])(\\d{1,2})/(\\d{1,2})(?![\\d/:])${alsoWeekday}`,
    ([, m, d], { today }) => on(comingDay(today, Number(m), Number(d))),
  ],
  [`([${weekdays}])曜日?`, ([, d], { today }) => on(nextWeekday(today, weekdays.indexOf(d!)))],
  [`(?<![\\d月週間])${n}日(?![間後前本目])`, ([, d], { today }) => on(comingDate(today, number(d)))],
]

const half =
  '(午前|ごぜん|午後|ごご|真?夜中の?|朝の?|早朝の?|お?昼(?:過ぎ|すぎ|前)?の?|夕方の?|夕|夜の?|晩の?|深夜の?|今晩の?|今夜の?|明晩の?|今朝の?|明朝の?|翌朝の?|翌晩の?|AM|PM|am|pm)?'
const times: readonly (readonly [string, Make])[] = [
  // “Two hours after” something else is no time from now.
  [`(?<!の)${n}時間(半)?後`, ([, h, more], now) => later(now, number(h) * 60 + (more ? 30 : 0))],
  [`(?<!の)${n}分後`, ([, m], now) => later(now, number(m))],
  [
    `${half}${n}時(?!間)(?:(半)|(${japaneseDigits})分(前(?!後))?)?(?:過ぎ|すぎ|頃|ごろ)?`,
    (match) => {
      const [, part, h, isHalf, m, isBefore] = match
      const minute = isHalf ? 30 : m ? number(m) : 0
      return at(part, number(h), isBefore ? -minute : minute, isOnLongClock(h!, match.input!))
    },
  ],
  [
    `${half}(?<![\\d:])(\\d{1,2}):(\\d{2})(?![\\d:]|\\s?[ap]\\.?m)`,
    (match) => {
      const [, part, h, m] = match
      return at(part, Number(h), Number(m), isOnLongClock(h!, match.input!))
    },
  ],
  [`正午|お昼(?!の?[0-9一二三四五六七八九十])`, () => ({ minutes: 720, certain: true })],
  [`真夜中`, () => ({ minutes: 0, certain: true })],
]

/** Whether a text names a week, a month or a year, of which any day may be meant. */
export const namesPeriod = (text: string): boolean => periods.test(text)
const periods = new RegExp(
  [...[weeks, months, years].map(keys), '週末|[上中下]旬|月の?(?:半ば|初め|はじめ)'].join('|'),
  'u',
)

const dayPatterns = days.map(([source, make]) => [new RegExp(source, 'gu'), make] as const)
const timePatterns = times.map(([source, make]) => [new RegExp(source, 'gu'), make] as const)

/** Days and times in a Japanese text, each apart. Weeks begin on Monday, as they are spoken of. */
export function japaneseDays(text: string, now: { today: number; minutes: number }): When[] {
  return firstOf(dayPatterns, text, now)
}

export function japaneseTimes(text: string, now: { today: number; minutes: number }): When[] {
  return firstOf(timePatterns, text, now)
}

function firstOf(
  patterns: readonly (readonly [RegExp, Make])[],
  text: string,
  now: { today: number; minutes: number },
): When[] {
  const found: When[] = []
  for (const [pattern, make] of patterns) {
    for (const match of text.matchAll(pattern)) {
      const span = { start: match.index, end: match.index + match[0].length }
      if (found.some((other) => span.start < other.end && other.start < span.end)) continue
      const made = make(match, now)
      // A number that cannot be read makes no day and no time.
      if (made && !Number.isNaN(made.day) && !Number.isNaN(made.minutes)) found.push({ ...made, ...span })
    }
  }
  return found
}

function dated(year: number, month: number, date: number) {
  return isDay(year, month, date) ? { day: dayOf(year, month, date), certain: true } : undefined
}

const inWeek = (today: number, later: number, day: number): number => mondayOf(today) + 7 * later + ((day + 6) % 7)

interface Month {
  year: number
  month: number
}

function monthOf(today: number, later: number): Month {
  const { year, month } = partsOf(monthsLater(today, later))
  return { year, month }
}

function comingMonth(today: number, month: number): Month {
  const { year, month: current } = partsOf(today)
  return { year: month < current ? year + 1 : year, month }
}

const ofMonth = ({ year, month }: Month, date: number) => dated(year, month, date)

function inMonth({ year, month }: Month, part: string): number {
  if (/[末終下]/.test(part)) return lastOfMonth(year, month)
  return dayOf(year, month, /半|中/.test(part) ? 15 : 1)
}

/** The last such day of the week of a month that is named, else of this one, or of the next where it is over. */
function lastWeekday(today: number, weekday: number, later: string | undefined, month: string | undefined) {
  if (!later && !month) return comingNthWeekday(today, weekday, -1)
  const of = later ? monthOf(today, months[later]!) : comingMonth(today, number(month))
  return nthWeekday(of.year, of.month, weekday, -1)
}

/** The next day of this number, in whichever month has it. */
function comingDate(today: number, date: number): number | undefined {
  const { year, month } = partsOf(today)
  for (let later = 0; later < 12; later++) {
    const { year: y, month: m } = partsOf(dayOf(year, month + later, 1))
    if (isDay(y, m, date) && dayOf(y, m, date) >= today) return dayOf(y, m, date)
  }
  return undefined
}

function later({ today, minutes }: { today: number; minutes: number }, by: number) {
  const all = minutes + by
  return { day: today + Math.floor(all / 1440), minutes: all % 1440, certain: true }
}

/** A time of day; minutes before the hour are negative. A night belongs to the day on whose evening it began. */
function at(part: string | undefined, hour: number, minute: number, isLong: boolean) {
  if (!(hour <= 29) || !(Math.abs(minute) < 60)) return undefined
  const isDark = part !== undefined && /夜|晩/.test(part)
  const isLate = part !== undefined && /^(?:午後|ごご|夕|夜(?!中)|晩|今晩|今夜|明晩|翌晩|pm)/i.test(part)
  const isMorning = part !== undefined && /^(?:午前|ごぜん|朝|早朝|今朝|明朝|翌朝|am)/i.test(part)
  const isNoon = part !== undefined && /昼/.test(part)
  let h = hour
  if (isDark && (hour < 5 || hour === 12)) h = (hour % 12) + 24
  else if (isLate && hour < 12) h = hour + 12
  else if (isNoon && hour < 6) h = hour + 12
  else if (isMorning && hour === 12 && !/朝/.test(part)) h = 0
  else if (part === undefined && !isLong) h = likelyHour(hour)
  const minutes = h * 60 + minute
  return {
    minutes: (minutes + 1440) % 1440,
    certain: true,
    ...(minutes >= 1440 && { daysOn: Math.floor(minutes / 1440) }),
  }
}
