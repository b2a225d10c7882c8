import type { Found } from './found.ts'

const all =
  /(?:全部で|全員で|みんなで|皆で|合わせて|あわせて|合計(?:で|は)?|総勢|計|\b(?:a total of|in total|altogether))[\s、,]*$/iu
const inAll =
  /^\s*(?:(?:people|persons|guests|of us)[\s,]*)?(?:in total|in all|all together|altogether|total)\b|^\s*(?:です|で|になります)?[\s、]*(?:全部|全員|合計)(?:です|で)/iu
const partsFollow = /うち|内訳|\b(?:incl(?:uding|\.)|of (?:them|us|which|whom))/iu
const isPart = /^\s*(?:of (?:them|us|which|whom)|are|is)\b/iu
const partPrecedes = /^\s*(?:を|も)?(?:含む|含めて?|ふくむ|ふくめて?|入れて|いれて|込みで?|足して)[\s、]*$/u

/** Whether a number of a text is that of all, beside one that is a part of it: 「全部で5人、うち子供2人」, “5 people, including 2 children”. */
export function isTotal(text: string, numbers: readonly Found[], i: number): boolean {
  const [before, one, next] = [numbers[i - 1], numbers[i]!, numbers[i + 1]]
  if (all.test(text.slice(0, one.start)) || inAll.test(text.slice(one.end))) return true
  if (before && partPrecedes.test(text.slice(before.end, one.start))) return true
  return (
    next !== undefined &&
    (partsFollow.test(text.slice(one.end, next.start)) ||
      (/[,、;(（]\s*$/u.test(text.slice(one.end, next.start)) && isPart.test(text.slice(next.end))))
  )
}

const countsAll =
  /人数|合計|総数|総勢|全員|全体|\b(?:people|persons?|guests?|party|total|headcount|attendees|participants|pax|visitors)\b/iu
const countsPart = /大人|おとな|成人|子|幼児|\b(?:adult|child|kid|infant|senior|student)/iu

/** Whether what a slot is called says that it counts all, and not some. */
export const isForAll = (nouns: readonly string[]): boolean =>
  nouns.some((noun) => countsAll.test(noun)) && !nouns.some((noun) => countsPart.test(noun))
