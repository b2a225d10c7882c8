import { closest } from '../../lib/closest.ts'
import { normalise } from '../../lib/normalise.ts'
import { comparable, standsIn } from '../../lib/phrases.ts'
import type { Found, Span } from './found.ts'

/** Something that may be chosen, by any of its names. The first one is its own. */
export interface Choice {
  value: string
  names: readonly string[]
}

/** Words that refuse what stands behind them, at most four words later: `I don't want the red one`. */
const refusals =
  /(?:\b(?:do|does|did|would|will|should|can|could|is|was|am|are)(?:n['’]?t| not)|\bcannot|\bnever|\bnot|\bwithout|\brather not|\binstead of|\bno need|\bno longer|\bhates?|\bdislikes?|\bavoid)(?=\s)(?:\s+[\w'’]+){0,4}?\s*$/iu
const allBut =
  /\b(?:anything|everything|anyone|any(?: \w+)?|all|other) (?:but|than|except)(?: for)?(?: the| an?)?\s*$/iu
const forgets = /\b(?:do(?:n['’]?t| not)) forget (?:to )?(?:[\w'’]+\s+){0,2}$/iu
/** Japanese refuses behind what it refuses. */
const refusedBehind =
  /^(?:を|は|が|に|も|の方|のほう|で)?(?:し|す|やめ|なり|入れ|選び)?(?:たい(?:わけ|の)?(?:では|じゃ)?(?:な|あり)|ないで|たくな|たくあ|ません|ずに|なくてい|なくて結構|しなくて|不要|いらな|要らな|いりま|いや|嫌|(?:じゃ|では)(?:な|あり)|以外)/u
/** Clauses are refused on their own: `not now, just cancel`. */
const clauseEnd = /[.!?;,。、！？]|\b(?:but|just|please|and)\b/giu

/** Whether what stands at a place of a text is refused there. */
export function isRefused(text: string, { start, end }: Span): boolean {
  const before = text.slice(0, start).split(clauseEnd).at(-1)!
  if (forgets.test(before) || / since\s+$/i.test(before)) return false
  return refusals.test(before) || allBut.test(text.slice(0, start)) || refusedBehind.test(text.slice(end))
}

/** Where a phrase stands in a text, word by word; width, case and kana make no difference. */
export function placesOf(phrase: string, text: string): Span[] {
  const wanted = normalise(phrase)
  if (wanted === '') return plainPlaces(phrase, text)
  if (!standsIn(wanted, comparable(text))) return []
  // Normalising changes the length, so that places are found by words of the text itself.
  const starts = [...text.matchAll(/[\p{L}\p{N}]/gu)].map(({ index }) => index)
  const spans: Span[] = []
  for (const start of starts) {
    if (spans.at(-1) && start < spans.at(-1)!.end) continue
    const end = endOf(text, start, wanted)
    if (end !== undefined && standsAlone(text, start, end)) spans.push({ start, end })
  }
  return spans
}

function endOf(text: string, start: number, wanted: string): number | undefined {
  for (let end = start + 1; end <= Math.min(text.length, start + wanted.length * 2 + 4); end++) {
    const read = normalise(text.slice(start, end))
    if (read === wanted) {
      while (end < text.length && /\p{M}|ー/u.test(text[end]!) && normalise(text.slice(start, end + 1)) === wanted)
        end++
      return end
    }
    if (read !== '' && !wanted.startsWith(read)) return undefined
  }
  return undefined
}

const standsAlone = (text: string, start: number, end: number): boolean =>
  standsIn(
    normalise(text.slice(start, end)),
    comparable(`${text.slice(Math.max(0, start - 2), start)}${text.slice(start, end)}${text.slice(end, end + 2)}`),
  ) &&
  !(/[a-z0-9]$/iu.test(text.slice(0, start)) && /^[a-z0-9]/iu.test(text.slice(start))) &&
  !(/[a-z0-9]$/iu.test(text.slice(0, end)) && /^[a-z0-9]/iu.test(text.slice(end)))

function plainPlaces(phrase: string, text: string): Span[] {
  const at = phrase === '' ? -1 : text.indexOf(phrase)
  return at < 0 ? [] : [{ start: at, end: at + phrase.length }]
}

/** Below this many letters a word that is nearly another's is more often a word of its own: `to`, `do` and `on` for `no`. */
const leastSpelt = 4

/**
 * What is chosen in a text: by name, else by its place (`the second`) where places can be seen, else by a name with one slip. What is
 * refused there (`not red`) is left out, and a longer name goes before one that it holds.
 */
export function findChoices(
  text: string,
  choices: readonly Choice[],
  { isShown = false } = {},
): (Found & { refused: boolean })[] {
  const named = choices.flatMap(({ value, names }) =>
    names.flatMap((name) =>
      placesOf(name, text).map((span) => ({ ...span, value, certain: true, refused: isRefused(text, span) })),
    ),
  )
  const longestFirst = named.toSorted((a, b) => b.end - b.start - (a.end - a.start))
  const kept: typeof named = []
  for (const one of longestFirst) if (!kept.some((it) => one.start < it.end && it.start < one.end)) kept.push(one)
  if (kept.length > 0) return kept.sort((a, b) => a.start - b.start)
  const placed = isShown ? ordinalOf(text, choices.length) : undefined
  if (placed)
    return [{ ...placed, value: choices[placed.place]!.value, certain: false, refused: isRefused(text, placed) }]
  return misspelt(text, choices)
}

function misspelt(text: string, choices: readonly Choice[]): (Found & { refused: boolean })[] {
  const names = new Map(choices.flatMap(({ value, names }) => names.map((name) => [normalise(name), value] as const)))
  const candidates = [...names.keys()].filter((name) => name.length >= leastSpelt && !name.includes(' '))
  const near = [...text.matchAll(/[\p{L}\p{N}]+/gu)].flatMap((match) => {
    const word = normalise(match[0])
    if (word.length < leastSpelt) return []
    const hits = new Set(candidates.filter((name) => closest(word, [name], 1)).map((name) => names.get(name)!))
    const span = { start: match.index, end: match.index + match[0].length }
    return hits.size === 1 ? [{ ...span, value: [...hits][0]!, certain: false, refused: isRefused(text, span) }] : []
  })
  return new Set(near.map(({ value }) => value)).size === 1 ? near.slice(0, 1) : []
}

const ordinalWords = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth']
const kanji = '一二三四五六七八九十'
const cardinal = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

/** Which of some things that are shown is meant by its place: `the second`, `2nd`, `number 3`, `二番目`, `最後`, `#2`. */
export function ordinalOf(text: string, count: number): (Span & { place: number }) | undefined {
  const patterns: readonly (readonly [RegExp, (said: string) => number])[] = [
    [
      // “Give me a second” chooses nothing, nor does “at first”.
      /(?<!\b(?:a|one|another|per|at|my|your|last|for|in) )\b(?:the )?(first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth)(?: (?:one|option))?\b(?! (?:time|thing|of all))/iu,
      (it) => ordinalWords.indexOf(it.toLowerCase()),
    ],
    [/\b(?:the )?(\d{1,2})(?:st|nd|rd|th)\b(?: (?:one|option))?/iu, (it) => Number(it) - 1],
    [
      /(?:\b(?:number|option|no\.?) ?|#)(\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten)\b/iu,
      (it) => (/^\d/.test(it) ? Number(it) : cardinal.indexOf(it.toLowerCase()) + 1) - 1,
    ],
    [
      /(?<!\bat )\b(?:the )?(last|latter|bottom)(?: (?:one|option))?\b(?! (?:time|week|month|year|night))/iu,
      () => count - 1,
    ],
    [/\b(?:the )?(former|top)(?: (?:one|option))?\b/iu, () => 0],
    [
      /([0-9]{1,2}|[一二三四五六七八九十])(?:番目?|つ目|個目|つめ)/u,
      (it) => (kanji.includes(it) ? kanji.indexOf(it) : Number(it) - 1),
    ],
    [/(最初|一番上|いちばん上|前者)/u, () => 0],
    [/(最後|一番下|いちばん下|後者)/u, () => count - 1],
    [/^\s*([0-9]{1,2})\s*$/u, (it) => Number(it) - 1],
  ]
  for (const [pattern, place] of patterns) {
    const match = pattern.exec(text)
    const at = match ? place(match[1]!) : -1
    if (match && at >= 0 && at < count) return { place: at, start: match.index, end: match.index + match[0].length }
  }
  return undefined
}

/** Whether a text asks something. */
export function isQuestion(text: string): boolean {
  const said = text.normalize('NFKC').trim()
  if (/[?]\s*["'”』」)]*$/u.test(said)) return true
  if (/(?:ですか|ますか|でしょうか|ませんか|なのか|のか|かな|だっけ|教えて(?:ください)?|とは)[。.!！]*$/u.test(said))
    return true
  return /^(?:(?:and|but|so|hey|hi|sorry|also|ok(?:ay)?),? )*(?:what|when(?! (?:i|we|he|she|they|my|the) )|where(?! (?:i|we) )|who|whom|whose|which|why|how|is there|are there|can (?:i|you|we|one)|could (?:i|you|we)|do (?:i|you|we|they)|does|did|is (?:it|this|that|the|my)|are (?:you|they|we|the|these|those)|will (?:it|you|i|the)|would (?:it|you)|may i|should i|what's|who's|where's|how's)\b/iu.test(
    said,
  )
}
