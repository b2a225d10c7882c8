import { type Found, findAll, longest } from './found.ts'
import { englishDigits, englishNumber, findNumbers, japaneseDigits, japaneseNumber } from './numbers.ts'

/** How currencies are written and called, by their ISO 4217 codes. */
const names: Readonly<Record<string, string>> = {
  $: 'USD',
  us$: 'USD',
  a$: 'AUD',
  c$: 'CAD',
  '€': 'EUR',
  '£': 'GBP',
  '¥': 'JPY',
  '₩': 'KRW',
  '₹': 'INR',
  dollar: 'USD',
  buck: 'USD',
  euro: 'EUR',
  pound: 'GBP',
  quid: 'GBP',
  yen: 'JPY',
  franc: 'CHF',
  yuan: 'CNY',
  won: 'KRW',
  rupee: 'INR',
  円: 'JPY',
  えん: 'JPY',
  ドル: 'USD',
  ユーロ: 'EUR',
  ポンド: 'GBP',
  元: 'CNY',
  ウォン: 'KRW',
  フラン: 'CHF',
}
const codes = 'USD|EUR|GBP|JPY|CHF|CNY|KRW|INR|AUD|CAD|NZD|SEK|NOK|DKK|SGD|HKD|PLN|CZK|BRL|MXN'
const symbol = '(?:US\\$|A\\$|C\\$|[$€£¥₩₹])'
const called = '(?:dollars?|bucks?|euros?|pounds?|quid|yen|francs?|yuan|won|rupees?)'

/** With a comma before the cents, as much of Europe writes it. */
const amount = `(?:\\d{1,3}(?:\\.\\d{3})*,\\d{2}(?!\\d)|${englishDigits})`
const before = new RegExp(`(?<![\\w$])(?<sign>-)?(?<c>${symbol}|(?:${codes})(?![A-Za-z]))\\s?(?<n>${amount})`, 'giu')
const after = new RegExp(
  `(?<![\\w.,$])(?<sign>-)?(?<n>${amount})\\s?(?<c>[$€£¥]|(?:${codes}|${called})(?![A-Za-z]))(?: and (?<cents>\\d{1,2}) cents?)?`,
  'giu',
)
const japanese = new RegExp(
  `(?<![0-9.,])(?<sign>[-−]|マイナス)?(?<n>${japaneseDigits})(?<c>円|えん|ドル|ユーロ|ポンド|元|ウォン|フラン)(?:(?<cents>\\d{1,2})(?:セント|ペンス))?`,
  'gu',
)

/** Amounts of money, with what they are of where it was said. Bare numbers are among them, and not certain. */
export function findMoney(text: string): Found[] {
  const named = longest([
    ...findAll(text, before, ({ sign, c, n }) => made(sign, englishAmount(n!), c!)),
    ...findAll(text, after, ({ sign, c, n, cents }) => made(sign, englishAmount(n!, cents), c!)),
    ...findAll(text, japanese, ({ sign, c, n, cents }) => {
      const whole = japaneseNumber(n!)
      return made(sign, whole === undefined ? undefined : Number((whole + Number(cents ?? 0) / 100).toFixed(4)), c!)
    }),
  ])
  const bare = findNumbers(text).map((number) => ({ ...number, certain: false }))
  return longest([...named, ...bare])
}

function made(sign: string | undefined, n: number | undefined, name: string): Omit<Found, 'start' | 'end'> | undefined {
  if (n === undefined || Number.isNaN(n)) return undefined
  const key = name.toLowerCase()
  const currency = names[key] ?? names[key.replace(/s$/, '')] ?? name.toUpperCase()
  return { value: String(sign ? -n : n), currency, certain: true }
}

function englishAmount(text: string, cents?: string): number | undefined {
  const isContinental = /^\d{1,3}(?:\.\d{3})*,\d{2}$/.test(text)
  const n = isContinental ? Number(text.replaceAll('.', '').replace(',', '.')) : englishNumber(text)
  return n === undefined ? undefined : Number((n + Number(cents ?? 0) / 100).toFixed(4))
}
