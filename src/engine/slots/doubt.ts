import { type Found, without } from './found.ts'
import { englishDigits, japaneseNumerals } from './numbers.ts'

const either = '(?:か、?|または|もしくは|ないし|それとも|\\bor\\b)'
const range = '(?:[-~〜/]|から|\\bto\\b)'
const list = '(?:[,、・&+]|と|や|\\band\\b|\\bplus\\b)'
const times = '(?:[×x*]|掛ける|かける)'
const adverb = '(?:(?:maybe|perhaps|either|on|at|the)\\s+)*'

const between = (...joints: readonly string[]): RegExp => new RegExp(`^\\s*(?:${joints.join('|')})\\s*$`, 'iu')

const sameKind = between(either, range, list, times)
const beforeUnit = between('', either, range, list, times)
const beforeSymbol = between(either, range, times)
const behindAmount = between(either, range, times, '(?:玉|札|硬貨|コイン)[をがはで、]?')
const piecesBehind = new RegExp(`^[${japaneseNumerals}]+(?:[枚個本つ回口冊袋箱点束]|セット)`, 'u')

const startsWithNumber = new RegExp(`^(?:[${japaneseNumerals}]|${englishDigits})`, 'iu')
/** Without a counter of its own. */
const endsWithNumber = new RegExp(`[${japaneseNumerals}a-z]$`, 'iu')
const startsWithCurrency = /^(?:[A-Z]{0,2}[$€£¥₩₹]|[A-Z]{3}\b)/u

/** What counts roughly (数千), and numerals, also those that are not read. */
const numeralBefore = new RegExp(
  `(?:(?<!\\p{sc=Han})[数何幾](?=[十百千万億].?$)|[${japaneseNumerals}陸漆捌玖](?=.$))`,
  'u',
)

/**
 * Amounts without those that may be another one: where a number stands directly before or beside it (数千円, 「二、三千円」, “20 or 30
 * dollars”, 「500円玉2枚」), whoever said it is asked again.
 */
export function clearAmounts(text: string, found: readonly Found[]): Found[] {
  return found.filter((one, i) => {
    if (numeralBefore.test(text.slice(0, one.start + 1)) && one.start > 0) return false
    const [before, after] = [found[i - 1], found[i + 1]]
    return !(before && areRivals(text, before, one)) && !(after && areRivals(text, one, after))
  })
}

function areRivals(text: string, first: Found, second: Found): boolean {
  const joint = text.slice(first.end, second.start)
  if (first.certain === second.certain) return first.value !== second.value && sameKind.test(joint)
  const said = text.slice(second.start)
  if (!second.certain) return behindAmount.test(joint) || (joint.trim() === '' && piecesBehind.test(said))
  // A unit behind the second is the first one's too: “2, 3 thousand yen”.
  const joints = startsWithCurrency.test(said) ? beforeSymbol : beforeUnit
  return endsWithNumber.test(text.slice(first.start, first.end)) && joints.test(joint)
}

const takenBack = /(?:いや|いえ|やっぱり|じゃなく|ではなく|間違|\b(?:no|sorry|wait|i mean|i meant|actually|rather)\b)/iu
const takenBackAloud =
  /(?:いや|いえ|やっぱり|じゃなく|ではなく|間違|\b(?:sorry|wait|i mean|i meant|actually|scratch that|make that|no(?=,? (?:sorry|wait|make|actually|rather))))/iu

/** Values without those that were taken back: “40 to Ben, no wait, 50 to Carl”. */
export const stillMeant = <T extends Found>(text: string, found: readonly T[]): T[] =>
  found.filter((one, i) => {
    const next = found[i + 1]
    return !next || next.value === one.value || !takenBackAloud.test(text.slice(one.end, next.start))
  })

const eitherNumber = between(either, range, list)

/** Numbers without those that were taken back (「4人、いや5人」), and without those of which another is meant as well: 「3人か4人」, 「5、6人」. */
export function clearNumbers(text: string, found: readonly Found[]): Found[] {
  const joint = (a: Found, b: Found) => text.slice(a.end, b.start)
  const left = found.filter((one, i) => !(found[i + 1] && takenBack.test(joint(one, found[i + 1]!))))
  const areTwo = (a: Found | undefined, b: Found | undefined) =>
    a !== undefined && b !== undefined && a.value !== b.value && eitherNumber.test(joint(a, b))
  return left.filter((one, i) => !areTwo(left[i - 1], one) && !areTwo(one, left[i + 1]))
}

const takesBackNext = new RegExp(`^\\s*[a-z]*[\\s,.、。;-]*${takenBack.source}[\\s,、]*$`, 'iu')

/** Whether of two numbers with this between them the second is about the same as the first: 「2、3人」, 「4人、いや5人」. */
export const areAboutOne = (joint: string): boolean => eitherNumber.test(joint) || takesBackNext.test(joint)

const part = '(?:の?(?:午前|午後|朝|昼|夕方|夜)中?)?'
const daysApart = new RegExp(`^[\\s,、]*${part}(?:${either}|でも|と|や|\\band\\b)[\\s,、]*${adverb}\\s*$`, 'iu')
const numberBefore = new RegExp(
  `(?:[${japaneseNumerals}]|${englishDigits})\\s*(?:${either}|[、・~〜-]|から)\\s*${adverb}$`,
  'iu',
)
const numberBehind = new RegExp(
  `^(?:\\s*${either}\\s*${adverb}(?:[${japaneseNumerals}]|${englishDigits})|[~〜-]\\d{1,2}(?![\\d/-]))`,
  'iu',
)
const until =
  /^\s*(?:から|より|まで|[-~〜]|\b(?:to|until|till|through|thru)\b)[\s,、の]*(?:(?:about|around|at|on)\s+)*$/iu
const moved = /変更|変え|かえ|ずら|移し|延期|早め|遅ら|\b(?:move|change|reschedule|switch|shift|postpone|push)/iu

/** How days and times are told apart that stand beside each other. */
export interface Apart {
  /** Another slot may take where a range ends. */
  hasEnd: boolean
  /** What the slot holds: 「月曜から火曜に」 moves it. */
  held?: string | undefined
}

/**
 * Days and times without those beside which another one stands as good: 「火曜か水曜」, “at 3 or 4”, 「3、4時」; and without both ends of a
 * range, where nothing but one of them could be taken: 「15時から17時」.
 */
export function clearWhens<T extends Found>(text: string, said: readonly T[], { hasEnd, held }: Apart): T[] {
  const all = said.toSorted((a, b) => a.start - b.start)
  const isRange = (a: T | undefined, b: T | undefined) =>
    a !== undefined && b !== undefined && a.value !== b.value && until.test(text.slice(a.end, b.start))
  const isMove = (a: T | undefined) => a !== undefined && (a.value === held || moved.test(text))
  const found = hasEnd
    ? said
    : said.filter((one) => {
        const i = all.indexOf(one)
        if (isRange(one, all[i + 1])) return false
        return !isRange(all[i - 1], one) || isMove(all[i - 1])
      })
  const sorted = found.toSorted((a, b) => a.start - b.start)
  const areTwo = (a: Found, b: Found) => a.value !== b.value && daysApart.test(text.slice(a.end, b.start))
  return found.filter((one) => {
    const i = sorted.indexOf(one)
    const [before, after] = [sorted[i - 1], sorted[i + 1]]
    if ((before && areTwo(before, one)) || (after && areTwo(one, after))) return false
    const others = without(
      text,
      said.filter((other) => other !== one),
    )
    return (
      !(startsWithNumber.test(text.slice(one.start)) && numberBefore.test(others.slice(0, one.start))) &&
      !numberBehind.test(others.slice(one.end))
    )
  })
}

const partOfWhen = '(?:[時分日曜頃ろ半月末\\d]|[ap]\\.?m\\.?|day|noon)'
const severalWhens = new RegExp(
  `${partOfWhen}\\s*(?:から|より|か|または|[~〜、]|-(?=\\d)|\\b(?:to|until|till|through|or)\\b)\\s*\\S{0,8}?(?:\\d|[一二三四五六七八九十]時|[月火水木金土日]曜|day\\b|noon)`,
  'iu',
)

/** Whether a text seems to name several days or times. */
export const namesSeveralWhens = (text: string): boolean => severalWhens.test(text)
