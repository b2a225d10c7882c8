import { type Found, findAll, longest } from './found.ts'
import { englishDigits, englishNumber, japaneseDigits, japaneseNumber } from './numbers.ts'

/** ISO 8601 knows these, and nothing smaller or between. */
type Unit = 'Y' | 'M' | 'W' | 'D' | 'h' | 'm' | 's'

const english: readonly (readonly [RegExp, Unit])[] = [
  [/^y/, 'Y'],
  [/^mo/, 'M'],
  [/^w/, 'W'],
  [/^d/, 'D'],
  [/^h/, 'h'],
  [/^m/, 'm'],
  [/^s/, 's'],
]
const japanese: Readonly<Record<string, Unit>> = {
  年間: 'Y',
  年: 'Y',
  か月: 'M',
  ヶ月: 'M',
  ケ月: 'M',
  カ月: 'M',
  ヵ月: 'M',
  週間: 'W',
  日間: 'D',
  日: 'D',
  時間: 'h',
  分間: 'm',
  分: 'm',
  秒: 's',
  秒間: 's',
}
const seconds: Readonly<Record<Unit, number>> = {
  Y: 31_536_000,
  M: 2_592_000,
  W: 604_800,
  D: 86_400,
  h: 3600,
  m: 60,
  s: 1,
}

const unitWord = '(?:years?|yrs?|months?|weeks?|wks?|days?|hours?|hrs?|hr|h|minutes?|mins?|min|m|seconds?|secs?|s)'
const one = `(?:(?:half an?|an?|a couple of|${englishDigits})[ -]?${unitWord}\\b(?: and a (?:half|quarter))?)`
const englishPattern = new RegExp(
  `(?<![\\w.,$€£-])(?:\\d{1,3}h ?\\d{1,2}(?:m(?:in)?)?\\b|${one}(?:,? (?:and )?${one})*)`,
  'giu',
)
const japaneseUnit = '(?:年間|年|[かヶケカヵ]月|週間|日間|時間|分間|分|秒間|秒)'
const japanesePattern = new RegExp(
  `(?<![0-9.,月時])(?:(?:${japaneseDigits}(?:${japaneseUnit}半?|日(?!曜)))+|半日|半年|半時間|ふつか|みっか)(?!後|前|時|曜)`,
  'gu',
)
const clockPattern = /(?<![\d:])(?<h>\d{1,3}):(?<m>[0-5]\d)(?![\d:])/g

/** How long something takes: `2 hours and a half`, `1h30`, `half an hour`, `2時間半`, as ISO 8601 writes it (`PT2H30M`). */
export function findDurations(text: string): Found[] {
  return longest([
    ...findAll(text, englishPattern, (_, [said]) => made(englishSeconds(said))),
    ...findAll(text, japanesePattern, (_, [said]) => made(japaneseParts(said), !/^[^間半か-ヶ]*[年日分]$/u.test(said))),
    ...findAll(text, clockPattern, ({ h, m }) =>
      made(
        [
          ['h', Number(h)],
          ['m', Number(m)],
        ],
        false,
      ),
    ),
  ])
}

type Parts = (readonly [Unit, number])[]

function englishSeconds(said: string): Parts {
  const compact = /^(\d{1,3})h ?(\d{1,2})(?:m(?:in)?)?$/i.exec(said)
  if (compact)
    return [
      ['h', Number(compact[1])],
      ['m', Number(compact[2])],
    ]
  const parts: Parts = []
  const each = new RegExp(
    `(?<n>half an?|an?|a couple of|${englishDigits})[ -]?(?<u>${unitWord})\\b(?<more> and a (?:half|quarter))?`,
    'giu',
  )
  for (const { groups } of said.matchAll(each)) {
    const unit = english.find(([pattern]) => pattern.test(groups!['u']!.toLowerCase()))![1]
    const n = groups!['n']!.toLowerCase()
    const count = n.startsWith('half') ? 0.5 : n === 'a couple of' ? 2 : /^an?$/.test(n) ? 1 : englishNumber(n)!
    const more = groups!['more'] ? (groups!['more'].endsWith('half') ? 0.5 : 0.25) : 0
    parts.push([unit, count + more])
  }
  return parts
}

function japaneseParts(said: string): Parts {
  const whole: Readonly<Record<string, Parts>> = {
    半日: [['h', 12]],
    半年: [['M', 6]],
    半時間: [['m', 30]],
    ふつか: [['D', 2]],
    みっか: [['D', 3]],
  }
  if (whole[said]) return whole[said]
  const each = new RegExp(`(?<n>${japaneseDigits})(?<u>${japaneseUnit}|日)(?<half>半)?`, 'gu')
  return [...said.matchAll(each)].map(({ groups }) => {
    const n = japaneseNumber(groups!['n']!) ?? 0
    return [japanese[groups!['u']!]!, groups!['half'] ? n + 0.5 : n] as const
  })
}

function made(parts: Parts, certain = true): { value: string; certain: boolean } | undefined {
  if (parts.length === 0) return undefined
  // Whole months and years stay what they are, since they are of no one length; anything else is told in days, hours and so on.
  const isWhole = parts.every(([unit, n]) => Number.isInteger(n) || unit === 'h' || unit === 'm' || unit === 's')
  const calendar = isWhole ? parts.filter(([unit]) => unit === 'Y' || unit === 'M') : []
  let rest = Math.round(
    parts.reduce((sum, [unit, n]) => (calendar.some(([u]) => u === unit) ? sum : sum + n * seconds[unit]), 0),
  )
  const take = (unit: Unit) => {
    const n = Math.floor(rest / seconds[unit])
    rest -= n * seconds[unit]
    return n
  }
  const written = (n: number, letter: string) => (n > 0 ? `${n}${letter}` : '')
  const date = calendar.map(([unit, n]) => written(n, unit)).join('') + written(take('D'), 'D')
  const time = written(take('h'), 'H') + written(take('m'), 'M') + written(rest, 'S')
  if (date === '' && time === '') return undefined
  return { value: `P${date}${time && `T${time}`}`, certain }
}

/** An ISO 8601 duration in seconds, with 30 days to a month and 365 to a year; undefined of any other text. */
export function durationSeconds(value: string): number | undefined {
  const match = /^P(?=\d|T\d)(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/.exec(
    value,
  )
  if (!match) return undefined
  const units: Unit[] = ['Y', 'M', 'W', 'D', 'h', 'm', 's']
  return units.reduce((sum, unit, i) => sum + Number(match[i + 1] ?? 0) * seconds[unit], 0)
}
