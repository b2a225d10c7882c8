import { type Language, languageOf } from '../../lib/language.ts'
import type { Slot } from '../../model/slot.ts'
import { shownPhone } from './contacts.ts'
import { choicesOf } from './names-of.ts'

/** A value as people read it. */
export function shownValue(
  slot: Slot,
  { value, currency }: { value: string; currency?: string | undefined },
  language: Language,
): string {
  if (slot.list) {
    const items = (JSON.parse(value) as string[]).map((one) =>
      shownValue({ ...slot, list: false }, { value: one, currency }, language),
    )
    return new Intl.ListFormat(language, { type: 'conjunction' }).format(items)
  }
  switch (slot.type) {
    case 'number':
      return new Intl.NumberFormat(language, { maximumFractionDigits: 10 }).format(Number(value))
    case 'money':
      return amount(Number(value), currency ?? slot.currency, language)
    case 'date':
      return dayFormat(language).format(Date.parse(value))
    case 'datetime':
      // As the wall shows it: its zone is the scenario's.
      return momentFormat(language).format(Date.parse(`${value.slice(0, 16)}Z`))
    case 'duration':
      return duration(value, language)
    case 'choice':
      return shownChoice(slot, value, language)
    case 'phone':
      return shownPhone(value, slot.country)
    case 'yesno':
      return { en: { yes: 'yes', no: 'no' }, ja: { yes: 'はい', no: 'いいえ' } }[language][
        value === 'yes' ? 'yes' : 'no'
      ]
    default:
      return value
  }
}

/** What may be chosen, by the first of its names that is written in the person's language, where it has one. */
export function shownChoice(slot: Slot, value: string, language: Language): string {
  const names = choicesOf(slot).find((choice) => choice.value === value)?.names ?? []
  return names.find((name) => languageOf(undefined, name) === language) ?? value
}

function amount(n: number, currency: string | undefined, language: Language): string {
  if (!currency) return new Intl.NumberFormat(language, { maximumFractionDigits: 2 }).format(n)
  return new Intl.NumberFormat(language, { style: 'currency', currency, trailingZeroDisplay: 'stripIfInteger' }).format(
    n,
  )
}

const formats = new Map<string, Intl.DateTimeFormat>()
function format(language: Language, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${language} ${options.timeStyle ?? options.hour}`
  const known = formats.get(key) ?? new Intl.DateTimeFormat(language, { timeZone: 'UTC', ...options })
  formats.set(key, known)
  return known
}
const day = { weekday: 'short', year: 'numeric', month: 'short', day: 'numeric' } as const
const dayFormat = (language: Language) => format(language, day)
const momentFormat = (language: Language) =>
  format(language, { ...day, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })

const units = {
  en: { Y: 'year', M: 'month', W: 'week', D: 'day', h: 'hour', m: 'minute', s: 'second' },
  ja: { Y: '年', M: 'か月', W: '週間', D: '日', h: '時間', m: '分', s: '秒' },
} as const

function duration(value: string, language: Language): string {
  const [, date = '', time = ''] = /^P([^T]*)T?(.*)$/.exec(value) ?? []
  const parts = [...date.matchAll(/(\d+)([YMWD])/g), ...time.toLowerCase().matchAll(/(\d+)([hms])/g)]
  if (language === 'ja') return parts.map(([, n, unit]) => `${n}${units.ja[unit as keyof typeof units.ja]}`).join('')
  return parts.map(([, n, unit]) => `${n} ${units.en[unit as keyof typeof units.en]}${n === '1' ? '' : 's'}`).join(' ')
}
