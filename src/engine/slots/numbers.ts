import { type Found, findAll, longest } from './found.ts'

const digits: Readonly<Record<string, number>> = {
  〇: 0,
  零: 0,
  一: 1,
  二: 2,
  三: 3,
  四: 4,
  五: 5,
  六: 6,
  七: 7,
  八: 8,
  九: 9,
  // As cheques and receipts write them, so that nobody adds a stroke.
  壱: 1,
  壹: 1,
  弐: 2,
  貳: 2,
  参: 3,
  參: 3,
  肆: 4,
  伍: 5,
}
const places: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1000, 拾: 10, 佰: 100, 仟: 1000, 阡: 1000 }
const myriads: Readonly<Record<string, number>> = { 万: 1e4, 億: 1e8, 兆: 1e12, 萬: 1e4 }

/** What numbers are written with, for classes of expressions. */
export const japaneseNumerals = `0-9${[digits, places, myriads].flatMap(Object.keys).join('')}`

/** A number in digits or kanji, at the beginning of something that is counted: for expressions. */
export const japaneseDigits = `[${japaneseNumerals}](?:(?:[,.${japaneseNumerals}]|点(?=[〇零一二三四五六七八九]))*[${japaneseNumerals}])?`

/** One of two or three, as 二三千 and `2,3千`: no commas stand before anything but three figures, and no two digits before a place. */
const severalNumbers =
  /,(?!\d{3}(?!\d))|[一二三四五六七八九]{2}[十百千]|(?:一二|二三|三四|四五|五六|六七|七八|八九)[万億兆]/u

/** `二千`, `1万5千`, `1.5万`, `二〇二六`, `1,500`; undefined of what is none, or may be several. */
export function japaneseNumber(text: string): number | undefined {
  if (severalNumbers.test(text)) return undefined
  let total = 0
  let section = 0
  let current = ''
  for (const character of text.replaceAll(',', '').replace('点', '.')) {
    const place = places[character]
    const myriad = myriads[character]
    if (/[0-9.]/.test(character)) current += character
    else if (character in digits) current += digits[character]
    else if (place) {
      section += (current === '' ? 1 : Number(current)) * place
      current = ''
    } else if (myriad) {
      total += (section + Number(current) || 1) * myriad
      section = 0
      current = ''
    } else return undefined
  }
  const sum = total + section + Number(current)
  return text !== '' && Number.isFinite(sum) ? clean(sum) : undefined
}

/** Sums of decimals without what binary fractions leave behind. */
const clean = (n: number): number => Number(n.toPrecision(15))

const words: Readonly<Record<string, number>> = {
  zero: 0,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  thirteen: 13,
  fourteen: 14,
  fifteen: 15,
  sixteen: 16,
  seventeen: 17,
  eighteen: 18,
  nineteen: 19,
  twenty: 20,
  thirty: 30,
  forty: 40,
  fourty: 40,
  fifty: 50,
  sixty: 60,
  seventy: 70,
  eighty: 80,
  ninety: 90,
}
const scales: Readonly<Record<string, number>> = {
  hundred: 100,
  dozen: 12,
  grand: 1000,
  thousand: 1000,
  k: 1000,
  million: 1e6,
  billion: 1e9,
}

const figure = '(?:\\d{1,3}(?:,\\d{3})+(?:\\.\\d+)?|\\d+(?:\\.\\d+)?)'
const unit = Object.keys(words).join('|')
const scale = '(?:hundred|dozen|thousand|million|billion)s?'
const word = `(?:${unit}|${scale})`

/** A number in words, as `two hundred and fifty`, `a dozen`, `half a million`, `two and a half`: for expressions. */
const englishWords = `(?:half a (?:million|thousand|grand|billion|dozen)|(?:an? (?:couple(?: of)?|${scale})|${word})(?:[ -](?:and )?${word})*(?: and a (?:half|quarter))?)`

/** A number in digits or English words: for expressions. */
export const englishDigits = `(?:${figure}(?:k\\b| ?(?:thousand|million|billion|grand)\\b)?(?: and a (?:half|quarter))?|${englishWords}(?![a-z]))`

/** `1,500.50`, `5k`, `1.5 million`, `two hundred and fifty`, `a dozen`, `two and a half`. */
export function englishNumber(text: string): number | undefined {
  const said = text.toLowerCase().replaceAll(',', '')
  if (said.startsWith('half a ')) return (scales[said.slice(7)] ?? Number.NaN) / 2
  let extra = 0
  const whole = said.replace(/ and a (half|quarter)$/, (_, part: string) => {
    extra = part === 'half' ? 0.5 : 0.25
    return ''
  })
  let total = 0
  let current: number | undefined
  for (const [token] of whole.matchAll(/\d+(?:\.\d+)?|[a-z]+/g)) {
    const by = scales[token] ?? scales[token.replace(/s$/, '')]
    if (/^\d/.test(token)) current = Number(token)
    else if (token in words) {
      // “Forty-two fifty” may be 42.50 or 4,250.
      if (current !== undefined && !goesBehind(words[token]!, current)) return Number.NaN
      current = (current ?? 0) + words[token]!
    } else if (token === 'couple') current = 2
    else if (by === 100 || by === 12) current = (current ?? 1) * by
    else if (by) {
      total += (current ?? 1) * by
      current = undefined
    }
  }
  return clean(total + (current ?? 0) + extra)
}

/** “Five” makes one number with “twenty” and “two hundred” before it; “fifty” only with hundreds. */
const goesBehind = (n: number, before: number): boolean =>
  before % 100 === 0 || (n < 10 && before % 10 === 0 && before % 100 >= 20)

/** “The first one” counts nothing. */
const pointsAt =
  /\b(?:the|this|that|which|first|second|third|fourth|fifth|last|latter|next|other|another|same|right|wrong)\s$/iu

const counters = '(?:つ|個|人|名|枚|本|回|冊|台|杯|件|泊|歳|才|階|通|匹|袋|箱|点)'
const japanesePattern = new RegExp(
  `(?<![0-9.,])(?<sign>[-−+]|マイナス)?(?<n>${japaneseDigits})(?<counter>${counters})?`,
  'gu',
)
const englishPattern = new RegExp(
  `(?<![\\w.,:/#-])(?<sign>[-−+]|minus )?(?<n>${englishDigits})(?![\\d:/]|[.,]\\d|-\\d|%?\\w*(?:st|nd|rd|th)\\b)`,
  'giu',
)

/** つ is counted with readings of its own. */
const counted = ['ひとつ', 'ふたつ', 'みっつ', 'よっつ', 'いつつ', 'むっつ', 'ななつ', 'やっつ', 'ここのつ']
const countedPattern = new RegExp(`(?:${counted.join('|')})|[一二](?=人)|ひとり|ふたり`, 'gu')

/** Numbers of a text. One in words of which other things are made too (`one`, 千 in 千葉) is certain only where something is counted. */
export function findNumbers(text: string): Found[] {
  const signed = (sign: string | undefined, n: number | undefined) =>
    n === undefined || Number.isNaN(n) ? undefined : String(sign && sign !== '+' ? -n : n)
  const japanese = findAll(text, japanesePattern, ({ sign, n, counter }) => {
    const value = signed(sign, japaneseNumber(n!))
    const isFigure = /^[0-9]/.test(n!)
    // 参 and 拾 alone begin other words.
    const isWord = counter === undefined && /^[壱壹弐貳参參肆伍拾佰仟阡萬]$/u.test(n!)
    return value === undefined || isWord ? undefined : { value, certain: isFigure || counter !== undefined }
  })
  const english = findAll(text, englishPattern, ({ sign, n }, { index }) => {
    const value = signed(sign, englishNumber(n!))
    const isOne = n!.toLowerCase() === 'one'
    return value === undefined || (isOne && pointsAt.test(text.slice(0, index)))
      ? undefined
      : { value, certain: !isOne }
  })
  const read = findAll(text, countedPattern, (_, [said]) => {
    const place = counted.indexOf(said)
    const value = place >= 0 ? place + 1 : said === 'ひとり' || said === '一' ? 1 : 2
    return { value: String(value), certain: true }
  })
  return longest([...english, ...japanese, ...read])
}
