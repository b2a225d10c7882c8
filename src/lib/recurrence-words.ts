/** Days of the week as cron counts them, by how they begin. */
const english: readonly (readonly [RegExp, string])[] = [
  [/^sun/, '0'],
  [/^mon/, '1'],
  [/^tue/, '2'],
  [/^wed/, '3'],
  [/^thu/, '4'],
  [/^fri/, '5'],
  [/^sat/, '6'],
  [/^(?:weekday|working day|workday)/, '1-5'],
  [/^weekend/, '0,6'],
  [/^(?:day|morning)/, '*'],
]
const japanese = '日月火水木金土'
const day =
  '(?:(?:sun|mon|tues|wednes|thurs|fri|satur)day|(?:sun|mon|tue|wed|thu|fri|sat)|weekday|working day|workday|weekend|day|morning)s?'
const list = new RegExp(
  `^(?:every|each|on)?\\s*(?<days>${day}(?:(?:\\s*,\\s*|\\s+and\\s+)${day})*)(?:\\s+at\\s+(?<h>\\d{1,2})(?:[:.](?<m>[0-5]\\d))?\\s*(?<half>am|pm)?)?$`,
)
const often = /^every\s+(?<n>\d{1,2}\s+)?(?<unit>minute|hour)s?$/
const weekly =
  /^(?<which>毎日|毎朝|毎晩|平日|毎週(?<days>[日月火水木金土](?:[、・,]?[日月火水木金土])*)曜?日?)の?(?<part>朝|午前|昼|午後|夕方|夜)?の?(?:(?<h>\d{1,2})(?:時(?:(?<half>半)|(?<m>[0-5]?\d)分)?|:(?<c>[0-5]\d)))?に?$/
const oftenJa = /^(?:毎時|(?<n>\d{1,2})(?<unit>分|時間)(?:ごと|毎|おき)に?)$/

/**
 * Five fields of cron, as they are or in words: `every Monday at 9`, `weekdays at 8:30`, `every 15 minutes`, 「毎週月曜日の9時」. Without a
 * time of day it is nine in the morning. Undefined: neither.
 */
export function ruleOf(said: string): string | undefined {
  const text = said.normalize('NFKC').trim().toLowerCase().replace(/\s+/g, ' ')
  if (/^[\d*][\d*,/-]*(?: [\da-z*?#][\da-z*,/#-]*){4}$/.test(text)) return text
  return inEnglish(text) ?? inJapanese(text.replaceAll(' ', ''))
}

function inEnglish(text: string): string | undefined {
  const every = often.exec(text)?.groups
  if (every) return everySo(Number(every['n'] ?? 1), every['unit'] === 'hour')
  const groups = list.exec(text === 'daily' ? 'every day' : text.replace(/^daily at/, 'every day at'))?.groups
  if (!groups) return undefined
  const { days, h, m, half } = groups
  const hour = Number(h ?? 9)
  const isTwelve = half !== undefined && hour >= 1 && hour <= 12
  if (half !== undefined && !isTwelve) return undefined
  const numbers = days!.split(/\s*,\s*|\s+and\s+/).map((one) => english.find(([begin]) => begin.test(one))![1])
  return at(isTwelve ? (hour % 12) + (half === 'pm' ? 12 : 0) : hour, Number(m ?? 0), numbers)
}

function inJapanese(text: string): string | undefined {
  const every = oftenJa.exec(text)?.groups
  if (every) return everySo(Number(every['n'] ?? 1), every['unit'] !== '分')
  const groups = weekly.exec(text)?.groups
  if (!groups) return undefined
  const { which, days, part, h, m, c, half } = groups
  const numbers = days
    ? [...days].flatMap((one) => (japanese.includes(one) ? [String(japanese.indexOf(one))] : []))
    : [which === '平日' ? '1-5' : '*']
  const isNight = part === '夜' || which === '毎晩'
  // Nobody is told at which hour of an evening that is.
  if (h === undefined && part !== undefined && part !== '朝') return undefined
  if (h === undefined && which === '毎晩') return undefined
  const hour = Number(h ?? 9)
  const isLate = part === '午後' || part === '夕方' || (part === '昼' && hour < 5) || (isNight && hour >= 5)
  return at(hourOf(hour, isLate, isNight), half ? 30 : Number(m ?? c ?? 0), numbers)
}

/** 「夜12時」 is midnight, and 「夜1時」 comes after it. */
function hourOf(hour: number, isLate: boolean, isNight: boolean): number {
  if (isNight && hour === 12) return 0
  return isLate && hour < 12 ? hour + 12 : hour
}

function at(hour: number, minute: number, days: readonly string[]): string | undefined {
  if (hour > 23) return undefined
  return `${minute} ${hour} * * ${days.includes('*') ? '*' : [...new Set(days)].join(',')}`
}

function everySo(n: number, isHours: boolean): string | undefined {
  if (isHours) return n >= 1 && n <= 23 ? (n === 1 ? '0 * * * *' : `0 */${n} * * *`) : undefined
  return n >= 1 && n <= 59 ? `*/${n} * * * *` : undefined
}
