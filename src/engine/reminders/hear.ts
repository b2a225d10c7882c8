import { findWhens, whenAs } from '../slots/dates.ts'
import { durationSeconds, findDurations } from '../slots/durations.ts'
import { readable, type Setting, type Span } from '../slots/found.ts'

/** A wish to be reminded. `due` in milliseconds since the epoch; absent: no time was said. */
export interface Wish {
  text: string
  due?: number
  /** It is to come again and again, which a reminder does not. */
  repeats?: true
}

const again = /\b(?:every|each|daily|weekly|monthly)\b|毎(?:日|朝|晩|夜|週|月|年|回)|[おに]きに|ごとに/i

const english =
  /^\W*(?:(?:hey|hi|please|could you|can you|would you|will you|pls|kindly)[\s,]+)*remind me\b[\s,:]*(?<rest>.*)$/isu
const japanese =
  /^(?<rest>.*?)(?:を|って|と|のを|のことを|ように)?(?:思い出させて|リマインド(?:して)?|忘れないように(?:言って|教えて))(?:ください|下さい|ほしい|欲しい|くれる|くれますか|ね|よ)*[。.!！?？\s]*$/su

/** What a wish says of when, where only a day is named. */
const morningMinutes = 9 * 60

/** “Remind me tomorrow at 9 to call Ben”, 「明日9時にベンに電話するのを思い出させて」. Undefined: it is no such wish. */
export async function hearWish(said: string, setting: Setting): Promise<Wish | undefined> {
  const text = readable(said).trim()
  const rest = (english.exec(text) ?? japanese.exec(text))?.groups?.['rest']
  if (rest === undefined) return undefined
  if (again.test(rest)) return { text: trimmed(rest), repeats: true }
  const found = await whenOf(rest, setting)
  if (!found) return { text: trimmed(rest) }
  return { text: trimmed(`${rest.slice(0, found.start)} ${rest.slice(found.end)}`), due: found.due }
}

/** The moment that a text names: a day and a time, a time, how long from now, or a day alone, which is its morning. */
export async function whenOf(text: string, setting: Setting): Promise<(Span & { due: number }) | undefined> {
  const later = fromNow(text, setting.now)
  if (later) return later
  const whens = await findWhens(text, setting)
  const [moment] = whenAs('datetime', whens, setting)
  if (moment) return { start: moment.start, end: moment.end, due: Date.parse(moment.value) }
  const [day] = whens
  if (day?.day === undefined) return undefined
  const [date] = whenAs('datetime', [{ ...day, minutes: morningMinutes }], setting)
  return date && { start: day.start, end: day.end, due: Date.parse(date.value) }
}

/** `in 10 minutes`, `10分後に`. */
function fromNow(text: string, now: number): (Span & { due: number }) | undefined {
  for (const { start, end, value } of findDurations(text.replaceAll('後', '間'))) {
    const before = /(?:\bin|\bafter)\s+$/i.exec(text.slice(0, start))
    const behind =
      /^\s*(?:from now|later|後)/i.exec(text.slice(end)) ?? (/後$/.test(text.slice(start, end)) ? [''] : null)
    const seconds = durationSeconds(value)
    if (seconds === undefined || !(before || behind)) continue
    return { start: start - (before?.[0].length ?? 0), end: end + (behind?.[0].length ?? 0), due: now + seconds * 1000 }
  }
  return undefined
}

/** What is left when the time is taken out of it. */
function trimmed(rest: string): string {
  return rest
    .trim()
    .replace(/^(?:[,、:：。]|に|は|の|で|\s)+/u, '')
    .replace(/^(?:to|that|about|of)\s+/i, '')
    .replace(/(?:\s+(?:on|at|by|in|to|,))+$/i, '')
    .replace(/[\s.。!！]+$/u, '')
    .replace(/\s{2,}/g, ' ')
}
