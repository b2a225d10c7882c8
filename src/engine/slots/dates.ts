import { languageOf } from '../../lib/language.ts'
import { isoDay, isoMoment, isoTime, type When, wallClock } from './calendar.ts'
import { englishWhens } from './dates-en.ts'
import { japaneseDays, japaneseTimes } from './dates-ja.ts'
import { type Found, overlaps, type Setting } from './found.ts'

/** What may stand between a day and its time: `Tuesday, at 3`, `明日の3時`. */
const joins = /^[\s,、の·]*(?:at|on|around|about|by|from|[(（][月火水木金土日][)）])?[\s,、の]*$/iu

/** Days, times, and days with a time, in a text of either language. */
export async function findWhens(text: string, setting: Setting): Promise<When[]> {
  const now = wallClock(setting)
  const mayBeJapanese = setting.language === 'ja' || languageOf(undefined, text) === 'ja'
  const japanese = mayBeJapanese
    ? { days: japaneseDays(text, now), times: japaneseTimes(text, now) }
    : { days: [], times: [] }
  const isLatin = /[a-z]/i.test(text) || japanese.days.length === 0
  const english = isLatin ? await englishWhens(text, now, setting) : { days: [], times: [] }
  const free = (of: When[], than: When[]) => of.filter((one) => !than.some((other) => overlaps(one, other)))
  const times = [...japanese.times, ...free(english.times, [...japanese.times, ...japanese.days])]
  const days = [...japanese.days, ...free(english.days, japanese.days)]
  return merged(
    text,
    days,
    free(
      times,
      days.filter(({ minutes }) => minutes !== undefined),
    ),
  )
}

/** Puts days and times together that stand beside each other, in either order. */
function merged(text: string, days: readonly When[], times: readonly When[]): When[] {
  const left = [...times]
  const whole = days.map((day): When => {
    if (day.minutes !== undefined && day.day !== undefined) return day
    const near = left.find((time) => overlaps(day, time) || joins.test(between(text, day, time)))
    if (!near) return day
    left.splice(left.indexOf(near), 1)
    const { start, end } = { start: Math.min(day.start, near.start), end: Math.max(day.end, near.end) }
    const on = near.day ?? day.day! + (near.daysOn ?? 0)
    return { ...near, ...day, start, end, day: on, minutes: near.minutes! }
  })
  return [...whole, ...left].sort((a, b) => a.start - b.start)
}

const between = (text: string, a: When, b: When): string =>
  text.slice(Math.min(a.end, b.end), Math.max(a.start, b.start))

/** As a slot of this type holds it. A day alone is no moment yet, and a moment is a day, and a time, too. */
export function whenAs(type: 'date' | 'time' | 'datetime', found: readonly When[], setting: Setting): Found[] {
  return found.flatMap((when) => {
    const { day, minutes, start, end, certain } = when
    if (type === 'date') return day === undefined ? [] : [{ start, end, certain, value: isoDay(day) }]
    if (type === 'time') return minutes === undefined ? [] : [{ start, end, certain, value: isoTime(minutes) }]
    if (day !== undefined && minutes !== undefined) {
      return [{ start, end, certain, value: isoMoment(day, minutes, setting.timeZone) }]
    }
    if (minutes === undefined) return []
    // A time alone is the next moment at which the clock shows it.
    const { today, minutes: now } = wallClock(setting)
    return [{ start, end, certain, value: isoMoment(minutes > now ? today : today + 1, minutes, setting.timeZone) }]
  })
}
