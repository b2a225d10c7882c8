import {
  comingDay,
  comingNthWeekday,
  dayOf,
  isDay,
  isOnLongClock,
  lastOfMonth,
  likelyHour,
  mondayOf,
  nextWeekday,
  nthWeekday,
  offsetAt,
  partsOf,
  type When,
} from './calendar.ts'
import { feasts } from './feasts-en.ts'
import { overlaps, type Setting, without } from './found.ts'
import { englishDigits, englishNumber } from './numbers.ts'

interface Now {
  today: number
  minutes: number
}

/** chrono-node's classes, as far as they are used here. Loaded with the first English text that is looked into for a date. */
interface Chrono {
  parse(text: string, reference: { instant: Date; timezone: number }, option: { forwardDate: boolean }): Result[]
}
interface Result {
  index: number
  text: string
  start: Components
  end?: Components | null
}
interface Components {
  get(field: 'year' | 'month' | 'day' | 'hour' | 'minute'): number | null
  isCertain(field: 'day' | 'weekday' | 'month' | 'hour' | 'meridiem'): boolean
}

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const weekdayOf = (name: string): number => weekdays.findIndex((day) => day.startsWith(name.toLowerCase().slice(0, 3)))
const weekday = '(sun|mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?)(?:day)?'

const ordinals = [
  'first',
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
  'tenth',
  'eleventh',
  'twelfth',
]
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const month =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'
const monthNumber = (name: string): number => months.indexOf(name.toLowerCase().slice(0, 3)) + 1

const nth = '(first|1st|second|2nd|third|3rd|fourth|4th|fifth|5th|last)'
const nthOf = (said: string): number =>
  /^last$/i.test(said) ? -1 : /^\d/.test(said) ? Number(said[0]) : ordinals.indexOf(said.toLowerCase()) + 1

type Make = (match: RegExpMatchArray, now: Now) => number | undefined
const own: readonly (readonly [RegExp, Make])[] = [
  ...feasts.map(([pattern, make]) => [pattern, (_: RegExpMatchArray, { today }: Now) => make(today)] as const),
  [/\bthis (?:morning|afternoon|evening)\b/gi, (_, { today }) => today],
  [
    new RegExp(`\\b(?:a|one|two|three|(\\d+)) weeks? (?:from|after) (?:this |next )?${weekday}\\b`, 'gi'),
    (match, { today }) =>
      nextWeekday(today, weekdayOf(match[2]!)) +
      7 *
        (match[1]
          ? Number(match[1])
          : ['a', 'one', 'two', 'three'].indexOf(match[0].split(' ')[0]!.toLowerCase()) || 1),
  ],
  [
    /\b(?:a|one) week from (today|tomorrow|now)\b/gi,
    ([, from], { today }) => today + 7 + Number(from!.toLowerCase() === 'tomorrow'),
  ],
  [
    new RegExp(`\\b(?:the )?${nth} ${weekday} (?:of|in) (?:(next|this|the) month|${month})\\b`, 'gi'),
    ([, place, day, which, of], { today }) => {
      if (which && !/^next$/i.test(which)) return comingNthWeekday(today, weekdayOf(day!), nthOf(place!))
      const now = partsOf(today)
      if (which) return nthWeekday(now.year, now.month + 1, weekdayOf(day!), nthOf(place!))
      const inYear = (year: number) => nthWeekday(year, monthNumber(of!), weekdayOf(day!), nthOf(place!))
      const soon = inYear(now.year)
      return soon !== undefined && soon >= today ? soon : inYear(now.year + 1)
    },
  ],
  [/\b(?:tmrw|tmr|tmw|2moro|2morrow|tomorow|tommorow|tommorrow)\b/gi, (_, { today }) => today + 1],
  [
    new RegExp(`\\b(next|this) week,?(?: on)? ${weekday}\\b`, 'gi'),
    ([, week, day], { today }) => inWeek(today, week!, day!),
  ],
  [
    new RegExp(`\\b${weekday}(?: of)? (next|this) week\\b`, 'gi'),
    ([, day, week], { today }) => inWeek(today, week!, day!),
  ],
  [new RegExp(`\\blast ${weekday}\\b`, 'gi'), ([, day], { today }) => nextWeekday(today - 8, weekdayOf(day!))],
  [
    /\bfeb(?:ruary)? 29(?:th)?\b(?!,? \d{4})|\b29(?:th)?(?: of)? feb(?:ruary)?\b(?!,? \d{4})/gi,
    (_, { today }) => comingDay(today, 2, 29),
  ],
  [new RegExp(`\\b${weekday} week\\b`, 'gi'), ([, day], { today }) => nextWeekday(today, weekdayOf(day!)) + 7],
  [/\bin a fortnight\b|\ba fortnight from (?:today|now)\b/gi, (_, { today }) => today + 14],
  [/\b(?:the )?day after tomorrow\b/gi, (_, { today }) => today + 2],
  [/\b(?:the )?day before yesterday\b/gi, (_, { today }) => today - 2],
  [
    /\b(?:at )?(?:the )?end of (?:the|this) month\b/gi,
    (_, { today }) => lastOfMonth(partsOf(today).year, partsOf(today).month),
  ],
  [
    /\b(?:at )?(?:the )?end of next month\b/gi,
    (_, { today }) => lastOfMonth(partsOf(today).year, partsOf(today).month + 1),
  ],
  [
    /\b(?:the )?(?:first|1st) of next month\b/gi,
    (_, { today }) => dayOf(partsOf(today).year, partsOf(today).month + 1, 1),
  ],
  [
    /\b(?:the )?(\d{1,2})(?:st|nd|rd|th) of next month\b/gi,
    ([, date], { today }) => {
      const { year, month } = partsOf(dayOf(partsOf(today).year, partsOf(today).month + 1, 1))
      return isDay(year, month, Number(date)) ? dayOf(year, month, Number(date)) : undefined
    },
  ],
  [
    new RegExp(`\\b(?:the )?(${ordinals.join('|')}) of ${month}\\b`, 'gi'),
    ([, date, of], { today }) => comingDay(today, monthNumber(of!), ordinals.indexOf(date!.toLowerCase()) + 1),
  ],
  [
    /\b(?:this |the )?weekend,? (?:on )?(?:the )?(sat(?:urday)?|sun(?:day)?)\b|\b(sat(?:urday)?|sun(?:day)?),? (?:of |on |at )?(?:this |the )?weekend\b/gi,
    ([, one, other], { today }) => nextWeekday(today - 1, weekdayOf((one ?? other)!)),
  ],
  [/\b(?:this |the )?weekend\b/gi, (_, { today }) => (partsOf(today).weekday === 6 ? today : nextWeekday(today, 6))],
  [
    new RegExp(
      `\\b(?:the )(\\d{1,2})(?:st|nd|rd|th)\\b(?! (?:of |floor|option|one|time|place|street|avenue|${month}))`,
      'gi',
    ),
    ([, date], { today }) => comingDate(today, Number(date)),
  ],
  [
    new RegExp(`\\bon (?:the )?(\\d{1,2})(?:st|nd|rd|th)\\b(?! (?:of|floor|${month}))`, 'gi'),
    ([, date], { today }) => comingDate(today, Number(date)),
  ],
]

const inWeek = (today: number, week: string, day: string): number =>
  mondayOf(today) + (week.toLowerCase() === 'next' ? 7 : 0) + ((weekdayOf(day) + 6) % 7)

/** The next day of this number, in whichever month has it. */
function comingDate(today: number, date: number): number | undefined {
  const { year, month } = partsOf(today)
  for (let later = 0; later < 12; later++) {
    const first = partsOf(dayOf(year, month + later, 1))
    if (!isDay(first.year, first.month, date)) continue
    const day = dayOf(first.year, first.month, date)
    if (day >= today) return day
  }
  return undefined
}

const hourWord = `(\\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)`
const half = `(?:\\s?(a\\.?m\\b\\.?|p\\.?m\\b\\.?|in the (?:early )?morning|in the afternoon|in the evening|at night|tonight))?`
type MakeTime = (match: RegExpMatchArray) => number | undefined
const clock: readonly (readonly [RegExp, MakeTime])[] = [
  [
    new RegExp(
      `\\b(half|quarter|\\d{1,2}|five|ten|twenty|twenty[- ]five)(?: minutes)? (past|after|to|till|before) ${hourWord}(?:\\s?o'?clock)?${half}(?![\\w:])`,
      'gi',
    ),
    ([, part, way, h, when]) => {
      // “5 to 6” is from five until six, or five minutes to: whoever says so is asked.
      if (/^\d/.test(part!) && /^\d/.test(h!) && /^to$/i.test(way!)) return undefined
      const minutes =
        part!.toLowerCase() === 'half' ? 30 : part!.toLowerCase() === 'quarter' ? 15 : englishNumber(part!)!
      const isTo = /^(?:to|till|before)$/i.test(way!)
      const hour = hourOf(h!, when)
      return hour === undefined || (part!.toLowerCase() === 'half' && isTo) || minutes > 59
        ? undefined
        : hour * 60 + (isTo ? -minutes : minutes)
    },
  ],
  [
    new RegExp(
      `(?:\\b(at|around|about|by) )?\\b(one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)[ -]((?:oh[ -])?five|ten|fifteen|(?:twenty|thirty|forty|fifty)(?:[ -]five)?)${half}(?![\\w:])`,
      'gi',
    ),
    ([, at, h, m, when]) => {
      if (at === undefined && when === undefined) return undefined
      return times60(hourOf(h!, when))! + englishNumber(m!.replace(/^oh[ -]/i, ''))!
    },
  ],
  [
    new RegExp(`\\bhalf ${hourWord}${half}(?![\\w:])`, 'gi'),
    ([, h, when]) => {
      const hour = hourOf(h!, when)
      return hour === undefined ? undefined : hour * 60 + 30
    },
  ],
  [
    new RegExp(
      `(?<![\\d:.$€£])(\\d{1,2})[:.](\\d{2})${half}(?![\\d:]|\\.\\d| ?(?:dollars?|euros?|pounds?|€|[A-Z]{3}\\b))`,
      'gi',
    ),
    (match) => {
      const [all, h, m, when] = match
      if (!all.includes(':') && when === undefined) return undefined
      const hour = when === undefined && isOnLongClock(h!, match.input!) ? Number(h) : hourOf(h!, when)
      return hour === undefined || hour > 23 || Number(m) > 59 ? undefined : hour * 60 + Number(m)
    },
  ],
  [
    new RegExp(
      `\\b${hourWord}\\s?(a\\.?m\\b\\.?|p\\.?m\\b\\.?|in the (?:early )?morning|in the afternoon|in the evening|at night|tonight)`,
      'gi',
    ),
    ([, h, when]) => times60(hourOf(h!, when)),
  ],
  [new RegExp(`\\b${hourWord}\\s?o'?clock${half}`, 'gi'), ([, h, when]) => times60(hourOf(h!, when))],
  [
    new RegExp(
      `\\b(?:at|around|about|by|@) ${hourWord}(?![\\w:./]|,\\d|[ -](?:people|persons?|dollars?|euros?|pounds?|days?|weeks?|hours?|minutes?|percent|places?|guests?|[%$€£]))`,
      'gi',
    ),
    ([, h]) => times60(hourOf(h!, undefined)),
  ],
  [/\b(?:at )?(?:noon|midday|lunchtime)\b/gi, () => 720],
  [/\b(?:at )?midnight\b/gi, () => 0],
]
const times60 = (hour: number | undefined): number | undefined => (hour === undefined ? undefined : hour * 60)

function hourOf(word: string, when: string | undefined): number | undefined {
  const hour = englishNumber(word)
  if (hour === undefined || hour > 23) return undefined
  if (when === undefined) return likelyHour(hour)
  const isAm = /^(?:a|in the (?:early )?morning)/i.test(when)
  if (hour > 12) return isAm ? undefined : hour
  return isAm ? hour % 12 : (hour % 12) + (/night/i.test(when) && hour === 12 ? 0 : 12)
}

/** Days and times in an English text. What is hard is read here; chrono-node has the rest. */
export async function englishWhens(text: string, now: Now, setting: Setting): Promise<{ days: When[]; times: When[] }> {
  const isEvening = /\b(?:tonight|evening|night)\b/i.test(text)
  const times = firstOf(clock, text, (make, match) => {
    const minutes = make(match)
    if (minutes === undefined) return undefined
    const isBare = /^(?:at|around|about|by|@) |^[1-9]\d?:\d{2}$/i.test(match[0])
    const later = isBare && isEvening && minutes < 720 ? 720 : 0
    return { minutes: (minutes + later + 1440) % 1440, certain: true }
  })
  const days = firstOf(own, text, (make, match) => {
    const day = make(match, now)
    return day === undefined ? undefined : { day, certain: true }
  }).filter((one) => !times.some((time) => overlaps(one, time)))
  const inside = inHours(text, now)
  const left = without(text, [...times, ...days, ...inside])
  for (const one of await byChrono(left, setting)) (one.day === undefined ? times : days).push(one)
  return { days: [...days, ...inside], times }
}

function firstOf<M>(
  patterns: readonly (readonly [RegExp, M])[],
  text: string,
  make: (by: M, match: RegExpMatchArray) => Omit<When, 'start' | 'end'> | undefined,
): When[] {
  const found: When[] = []
  for (const [pattern, by] of patterns) {
    for (const match of text.matchAll(pattern)) {
      const span = { start: match.index, end: match.index + match[0].length }
      if (found.some((other) => overlaps(span, other))) continue
      const made = make(by, match)
      if (made) found.push({ ...made, ...span })
    }
  }
  return found
}

const relative = new RegExp(
  `\\b(?:in (half an|an?|a couple of|${englishDigits})(?: and a (half))? (hours?|minutes?|mins?)|(half an|an?|a couple of|${englishDigits}) (hours?|minutes?|mins?) from now)\\b( and a half)?`,
  'gi',
)

/** `in two hours`: the day and the time at once. */
function inHours(text: string, { today, minutes }: Now): When[] {
  return [...text.matchAll(relative)].map((match) => {
    const said = (match[1] ?? match[4])!.toLowerCase()
    const isHours = /^h/i.test((match[3] ?? match[5])!)
    const n = said === 'half an' ? 0.5 : /^an?$/.test(said) ? 1 : said === 'a couple of' ? 2 : englishNumber(said)!
    const all = minutes + Math.round((n + (match[2] || match[6] ? 0.5 : 0)) * (isHours ? 60 : 1))
    const span = { start: match.index, end: match.index + match[0].length }
    return { day: today + Math.floor(all / 1440), minutes: all % 1440, certain: true, ...span }
  })
}

let loaded: Promise<{ us: Chrono; gb: Chrono }> | undefined
const load = () =>
  (loaded ??= import('chrono-node/en').then(
    ({ casual, GB }) => ({ us: casual, gb: GB }) as unknown as { us: Chrono; gb: Chrono },
  ))

/** Only what could be a date is worth the loading and the reading. */
const mayBeDate =
  /\d|day|week|month|year|tonight|tomorrow|today|morning|afternoon|evening|night|now|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mon|tue|wed|thu|fri|sat|sun|later|ago/i
/** Words that are more often something else, where nothing of a date stands beside them, and what is no day at all. */
const noDate =
  /^(?:sat|sun|mar|may|wed|mon|dec|jan|second|now|\d{1,4}|\d+\.\d+|(?:this|the|last|past|next) second|(?:mar|may|sat|sun) \d{1,4}|\d{1,2} ?(?:sec|min|s|m|h)\w*)$/i

async function byChrono(text: string, setting: Setting): Promise<When[]> {
  if (!mayBeDate.test(text)) return []
  const { us, gb } = await load()
  const isBritish = /^en-(?:GB|AU|NZ|IE|IN|ZA)\b/i.test(setting.locale ?? '')
  const reference = { instant: new Date(setting.now), timezone: offsetAt(setting.now, setting.timeZone) }
  const results = (isBritish ? gb : us).parse(text, reference, { forwardDate: true })
  return results.flatMap((result) => {
    const { index, start, end } = result
    const word = result.text.trim()
    const isMarched = /^(?:mar|may|sat|sun)\b/i.test(word) && /^(?:mar|may|sat|sun) \d{1,2}$/i.test(word)
    const isCounted =
      isMarched &&
      /^\s+(?!at|on|from|to|in|and|or|please)[a-z]/i.test(text.slice(index + result.text.length)) &&
      !/^[A-Z]/.test(word)
    const hasTime = /^\s*(?:at|,|@)?\s*·/.test(text.slice(index + result.text.length))
    if ((noDate.test(word) && !isMarched && !hasTime) || isCounted) return []
    // Of a range each end is a day of its own.
    const middle = end ? result.text.search(/\s*(?:-|–|~|\bto\b|\buntil\b|\btill\b|\bthrough\b)\s*/i) : -1
    const cut = middle > 0 ? index + middle : index + result.text.length
    // “The day” is none, and only looks like the beginning of a range in “the day to Monday”.
    const isNone = /^(?:the )?(?:day|time|date)$/i.test(result.text.slice(0, Math.max(middle, 0)))
    const one = isNone ? [] : componentsOf(start, { start: index, end: cut })
    const rest =
      end && middle > 0
        ? componentsOf(end, {
            start: cut + (/^\s*\S+\s*/.exec(text.slice(cut))?.[0].length ?? 0),
            end: index + result.text.length,
          })
        : []
    return [...one, ...rest]
  })
}

function componentsOf(at: Components, span: { start: number; end: number }): When[] {
  const hasDay = at.isCertain('day') || at.isCertain('weekday') || at.isCertain('month')
  const day = hasDay ? dayOf(at.get('year')!, at.get('month')!, at.get('day')!) : undefined
  const hour = at.get('hour')
  const hasTime = hour !== null && at.isCertain('hour')
  const minutes = hasTime
    ? (at.isCertain('meridiem') ? hour : likelyHour(hour)) * 60 + (at.get('minute') ?? 0)
    : undefined
  if (day === undefined && minutes === undefined) return []
  return [{ ...span, ...(day !== undefined && { day }), ...(minutes !== undefined && { minutes }), certain: true }]
}
