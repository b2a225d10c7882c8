import { dayIn, isoDay, isoMoment, wallClock } from './calendar.ts'
import { whenAs } from './dates.ts'
import type { Found, Setting } from './found.ts'

const before =
  "(?:(?:on|the|day|it's|its|say|maybe|make it|at|around|about|by|えっと|ええと|じゃあ|では|うーん|@)[\\s、,]*)*"
const behind =
  '(?:\\s*(?:please|thanks|thank you|ok|okay|is (?:fine|good|ok)|works|instead|時?(?:ごろ|頃)|で|に|です|お願いします|いいです|いいよ|ください))*'
const numberAlone = new RegExp(`^[\\s,.、]*(${before})(\\d{1,2})${behind}[\\s.!,。、！]*$`, 'iu')

/** A number alone, where a day or a time was asked for: what is counted (`2名`, `3 kids`) is neither, and `at 5` is no day. */
export function bareWhen(
  type: 'date' | 'time' | 'datetime',
  { isAsked, day }: { isAsked: boolean; day?: string | undefined },
  text: string,
  setting: Setting,
): Found[] {
  const match = numberAlone.exec(text)
  if (!isAsked || !match) return []
  const [, words = '', figures = ''] = match
  const n = Number(figures)
  const start = text.indexOf(figures)
  const span = { start, end: start + figures.length, certain: false }
  const isTime = /\b(?:at|around|about|by)\b|@/i.test(words) || /時|ごろ|頃/.test(text)
  if (type === 'date')
    return !isTime && n >= 1 && n <= 31 ? nextDate(n, setting).map((value) => ({ ...span, value })) : []
  if (n > 23) return []
  const minutes = (n >= 1 && n <= 6 ? n + 12 : n) * 60
  if (type === 'time') return whenAs('time', [{ ...span, minutes }], setting)
  return day === undefined ? [] : [{ ...span, value: isoMoment(dayIn(day), minutes, setting.timeZone) }]
}

function nextDate(date: number, setting: Setting): string[] {
  const { today } = wallClock(setting)
  for (let day = today; day < today + 62; day++) if (Number(isoDay(day).slice(8)) === date) return [isoDay(day)]
  return []
}
