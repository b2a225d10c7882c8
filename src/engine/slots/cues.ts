import { escaped } from '../../lib/escaped.ts'
import type { Slot, SlotType } from '../../model/slot.ts'
import { areAboutOne } from './doubt.ts'
import { type Found, findAll, longest, overlaps, type Span } from './found.ts'
import { titleBehind } from './names.ts'
import { cuesOf, textsOf } from './names-of.ts'
import { englishDigits, japaneseNumerals } from './numbers.ts'
import { isForAll, isTotal } from './totals.ts'

/** Of a slot, what its words are. */
interface Named {
  name: string
  slot: Slot
}

const isAscii = (cue: string): boolean => /^[\x20-\x7e]+$/.test(cue)

/** English words that stand before what they are about, and say nothing of what stands before them. */
const preposition =
  /(?:^|[ '])(?:to|from|for|with|by|at|on|in|of|as|is|am|m|are|be|until|till|through|since|before|after|starting|see|pay)$/iu
/** Japanese particles and units, which say nothing of what stands behind them. */
const particle =
  /(?:から|より|まで|迄|までに|以降|以後|宛て?に?|あて|行き)$|^(?:[にへとでをがはの]|発|着|円|えん|ドル|ユーロ|ポンド|元|[つ個人名枚本回冊台杯件泊歳才階匹袋箱点]|名様|人前|時間|分|秒|日間?|週間?|[かヶ]月|年)$/u

/** What a slot is called: by its cues, its label and its name. Such a noun stands before its value as well as behind it. */
export function nounsOf({ name, slot }: Named): string[] {
  const called = textsOf(slot.label)
  const own = [slot.cues ?? []].flat().filter((cue) => !preposition.test(cue) && !particle.test(cue))
  const names = [...called, name.replaceAll('_', ' ')].filter((one) => isNoun(one))
  return [...new Set([...own, ...names])]
}

/** Short ones are more often a part of something else. */
const isNoun = (name: string): boolean =>
  !preposition.test(name) && !particle.test(name) && [...name].length >= (isAscii(name) ? 3 : 2)

const joinsJa =
  /^[\s:=,、・「]*(?:の(?:人数|数|ほう|方)?|だけ|とも)?(?:は|が|を|も|って)?[\s:=,、]*(?:やっぱり?|やはり|全部で|全員で|合計で?|約|だいたい|たった)?[\s、]*$/u
const joinsEn =
  /^(?:\s*(?:[:=,-]|\b(?:is|are|was|to|should|will|be|the|an?|now|about|only|just|actually|instead)\b))*\s*$/iu
const countsJa = /^\s*[のがは]\s*$/u
const countsEn =
  /^\s+(?:(?:more|other|little|small|young|single|(?:of (?:the|them|us|which|whom)(?: (?:are|is))?|are|is)(?: the)?) )?$/iu

/** Whether a value is said to be a slot's. */
export type IsCued = (found: Span, one: Named) => boolean
export interface Cues {
  isCued: IsCued
  /** Whether it is said to be another slot's of the same kind. */
  isOthers: IsCued
}

/** Types whose values are the same in a text whatever slot they are for. */
const readBySpan = new Set<SlotType>([
  'number',
  'money',
  'date',
  'time',
  'datetime',
  'duration',
  'email',
  'phone',
  'url',
])

const kindOf = (type: SlotType): SlotType => (type === 'money' ? 'number' : type)

/**
 * Whose the values of a text are by the words beside them. A noun belongs to one value: 「大人2人と子供1人」 is read from left to right,
 * and so is “2 adults and 1 child”.
 */
export function readCues(text: string, slots: readonly Named[], foundOf: (type: SlotType) => readonly Found[]): Cues {
  const owners = new Map<SlotType, ReadonlyMap<number, string>>()
  const ownersIn = (type: SlotType): ReadonlyMap<number, string> => {
    const kind = kindOf(type)
    if (!owners.has(kind)) {
      const alike = slots.filter(({ slot }) => kindOf(slot.type) === kind)
      const found = [...new Set(alike.map(({ slot }) => slot.type))].flatMap(foundOf)
      const values = longest(found)
      const owned = ownersOf(text, values, alike)
      // What a particle or a unit tells of is about nothing else.
      const free = values.filter((one) => !alike.some((slot) => hasCue(text, one, wordsBeside(slot))))
      owners.set(kind, kind === 'number' ? withNeighbours(text, free, withTotals(text, values, owned, alike)) : owned)
    }
    return owners.get(kind)!
  }
  return {
    isCued(found, one) {
      return hasCue(text, found, wordsBeside(one)) || ownersIn(one.slot.type).get(found.start) === one.name
    },
    isOthers(found, { name, slot }) {
      const owner = ownersIn(slot.type).get(found.start)
      return owner !== undefined && owner !== name
    },
  }
}

/** Its cues that say by themselves on which side of them its value stands. */
function wordsBeside({ name, slot }: Named): readonly string[] {
  const cues = cuesOf(name, slot)
  return readBySpan.has(slot.type) ? cues.filter((cue) => preposition.test(cue) || particle.test(cue)) : cues
}

const areNumbers = new RegExp(`[${japaneseNumerals}]|^(?:${englishDigits}|an?$)`, 'iu')

/** Each value's slot, by the place where the value begins. */
function ownersOf(text: string, values: readonly Found[], slots: readonly Named[]): Map<number, string> {
  const owners = new Map<number, string>()
  const said = slots.flatMap((one) => nounsOf(one).flatMap((noun) => nounsIn(text, noun, one.name)))
  // What two slots are called tells them apart from nothing.
  const isShared = (noun: Noun) =>
    said.some(({ name, start, end }) => name !== noun.name && start === noun.start && end === noun.end)
  const nouns = longest(said).filter((noun) => !isShared(noun) && !values.some((value) => overlaps(noun, value)))
  for (const noun of nouns) {
    const value = valueBeside(
      text,
      noun,
      values.filter(({ start }) => !owners.has(start)),
    )
    if (value) owners.set(value.start, noun.name)
  }
  return owners
}

/** A number that is put beside another one, or in its place, is about the same: 「大人2か3人」, “4 adults, no, 5”. */
function withNeighbours(
  text: string,
  values: readonly Found[],
  owned: ReadonlyMap<number, string>,
): Map<number, string> {
  const owners = new Map(owned)
  const numbers = values.filter(({ start, end }) => areNumbers.test(text.slice(start, end)))
  for (const [i, one] of numbers.entries()) {
    const next = numbers[i + 1]
    if (!next || !areAboutOne(text.slice(one.end, next.start))) continue
    const owner = owners.get(one.start) ?? owners.get(next.start)
    if (owner === undefined) continue
    for (const { start } of [one, next]) if (!owners.has(start)) owners.set(start, owner)
  }
  return owners
}

/** A number of all is for the slot that counts all; where there is none, it is no other's, whose own number was not said. */
function withTotals(
  text: string,
  values: readonly Found[],
  owned: ReadonlyMap<number, string>,
  slots: readonly Named[],
): Map<number, string> {
  const owners = new Map(owned)
  const numbers = values.filter(({ start, end }) => areNumbers.test(text.slice(start, end)))
  const forAll = slots.filter((one) => isForAll(nounsOf(one)) && ![...owned.values()].includes(one.name))
  for (const [i, { start }] of numbers.entries()) {
    if (owners.has(start) || !isTotal(text, numbers, i)) continue
    if (forAll.length === 1) owners.set(start, forAll[0]!.name)
    else if (owned.size > 0) owners.set(start, nobodys)
  }
  return owners
}

/** No slot has this name. */
const nobodys = ''

interface Noun extends Span {
  name: string
  isEnglish: boolean
}

/** English ones in the plural, too. */
const sourceOf = (noun: string): string =>
  isAscii(noun) ? `(?<![\\p{L}\\p{N}])${escaped(noun.replace(/s$/i, ''))}s?(?![\\p{L}\\p{N}])` : escaped(noun)

/** “a child” is one, where children are counted. */
export function findOnes(text: string, slots: readonly Named[]): Found[] {
  const nouns = slots.flatMap(nounsOf).filter(isAscii)
  if (nouns.length === 0) return []
  const ones = new RegExp(
    `(?<![\\p{L}\\p{N}])an?(?= (?:(?:little|small|young|single|\\p{L}+-year-old) )?(?:${nouns.map(sourceOf).join('|')}))`,
    'giu',
  )
  return findAll(text, ones, () => ({ value: '1', certain: false }))
}

function nounsIn(text: string, noun: string, name: string): Noun[] {
  const isEnglish = isAscii(noun)
  const pattern = new RegExp(sourceOf(noun), 'giu')
  return [...text.matchAll(pattern)].map(({ index, 0: said }) => ({
    name,
    isEnglish,
    start: index,
    end: index + said.length,
  }))
}

/** Japanese says a noun before its number, or behind it with の; English behind it, or before it as forms do. */
function valueBeside(text: string, noun: Noun, values: readonly Found[]): Found | undefined {
  const before = values.findLast(({ end }) => end <= noun.start)
  const after = values.find(({ start }) => start >= noun.end)
  const isBehind = (joint: RegExp) => before !== undefined && joint.test(text.slice(before.end, noun.start))
  const joins = noun.isEnglish ? joinsEn : joinsJa
  if (isBehind(noun.isEnglish ? countsEn : countsJa)) return before
  if (after && joins.test(text.slice(noun.end, after.start))) return after
  return !noun.isEnglish && before?.end === noun.start ? before : undefined
}

/** A word before it, or a particle behind it, that is a slot's own. */
function hasCue(text: string, { start, end }: Span, cues: readonly string[]): boolean {
  const before = text.slice(0, start).toLowerCase()
  const after = text.slice(end).replace(titleBehind, '')
  return cues.some((cue) => {
    if (!isAscii(cue)) return after.startsWith(cue) || text.slice(start, end).endsWith(cue)
    const said = before.trimEnd().replace(/ (?:the|an?)$/, '')
    return said.endsWith(cue.toLowerCase()) && !/[\p{L}\p{N}]$/u.test(said.slice(0, -cue.length))
  })
}
