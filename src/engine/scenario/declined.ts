import type { Match } from '../../model/scenario.ts'
import { maxReadable, type Span } from '../slots/found.ts'
import { placesOf } from '../slots/phrases.ts'
import { findText } from './regex.ts'

/** “I don't know how to” and “don't you” ask for it. */
const asks = String.raw`(?! (?:i|you|we|they|forget|know|understand|remember|have|see|think)\b)`
/** Somebody wants none of what stands behind it, or no more. */
const before = new RegExp(
  String.raw`(?:\b(?:do not|don['’]?t|did not|didn['’]?t)${asks}|(?<!\b(?:have|['’]ve) )\bnever(?! (?:had|been|done)\b)|\bwill not|\bwon['’]?t|\brather not|\bno longer (?:want|need)|\bcancel|\bcall off)(?=\s)(?:\s+[\w'’]+){0,4}?\s*$`,
  'iu',
)
const atFirst = new RegExp(String.raw`^(?:please |i |we )*(?:do not|don['’]?t|never)${asks}\b`, 'iu')
/** Japanese says so behind it: 「送金しないで」, 「予約を取り消したい」. */
const behind =
  /^(?:[をはのがにもで]?(?:し|す)?(?:ないで|たくな|たくあり|ません(?!か)|なくてい|なくて結構|るつもりはな|る気はな)|[のを]?(?:取り?消|キャンセル|取りやめ|中止))/u
const anywhere = /(?:(?:し|り|い|み|き|ち)たくな|しないで|るつもりはな|る気はな)/u
const clauseEnd = /[.!?;,。、！？]|\b(?:but|just|and)\b/giu

const clauseBefore = (text: string, end: number): string => text.slice(0, end).split(clauseEnd).at(-1)!

const isDeclinedAt = (text: string, { start, end }: Span): boolean =>
  before.test(clauseBefore(text, start)) || behind.test(text.slice(end))

/**
 * Whether somebody wants the contrary of what a start of a scenario listens for: “don't send money to Ben”, “cancel my appointment”.
 * Whole sentences that an author wrote mean what they say.
 */
export function isDeclined(match: Match, utterance: string): boolean {
  const text = utterance.normalize('NFKC').slice(0, maxReadable)
  if ('partial' in match) {
    const spans = [match.partial].flat().flatMap((phrase) => placesOf(phrase, text))
    return spans.length > 0 && spans.every((span) => isDeclinedAt(text, span))
  }
  if ('regex' in match) {
    const said = findText(match.regex, text)?.text ?? ''
    const start = said === '' ? -1 : text.indexOf(said)
    return start >= 0 && isDeclinedAt(text, { start, end: start + said.length })
  }
  return ('rule' in match || 'intent' in match) && (anywhere.test(text) || atFirst.test(text.trim()))
}
