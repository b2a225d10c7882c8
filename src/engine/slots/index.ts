import type { SlotType } from '../../model/slot.ts'
import { bareWhen } from './bare-when.ts'
import { dayIn, isoDay, isoMoment, minutesOf, type When, wallClock } from './calendar.ts'
import { findEmails, findPhones, findUrls } from './contacts.ts'
import { countedFor, findZeros } from './counts.ts'
import { type Cues, findOnes, nounsOf, readCues } from './cues.ts'
import { findWhens, whenAs } from './dates.ts'
import { clearWhens, stillMeant } from './doubt.ts'
import { findDurations } from './durations.ts'
import { type Found, overlaps, readable, type Setting, type Span, without } from './found.ts'
import { findMoney } from './money.ts'
import { answeredName, findNames, nameInstead, wholeName } from './names.ts'
import { choicesOf, cuesOf, textsOf } from './names-of.ts'
import { findNumbers } from './numbers.ts'
import { findChoices, isQuestion, isRefused } from './phrases.ts'
import { findShifts, holdsWhen, moved, type Shift } from './shifts.ts'
import { readWhole } from './unread.ts'
import type { Wanted } from './wanted.ts'
import { echoed, yesOrNo } from './yes-no.ts'

export interface Filled extends Span {
  name: string
  value: string
  currency?: string
  /** Only the day of a moment was said. */
  isHalf?: boolean
}

export interface Listening extends Setting {
  /** Finds an expression of RE2 syntax. */
  findRegex(source: string, text: string): { text: string } | undefined
  /** The names of the files that came with what was said. */
  files?: readonly string[]
}

interface Candidate extends Filled {
  score: number
}

/**
 * What of the slots is said in a text: each span of it fills one slot, and each slot is filled once. What says its kind by itself, or has
 * a slot's own words beside it, fills a slot wherever it is said; anything else only the one that was asked for, or an amount that
 * no other slot could mean.
 */
export async function fillSlots(said: string, wanted: readonly Wanted[], setting: Listening): Promise<Filled[]> {
  const text = readable(said)
  const kinds = new Set(wanted.map(({ slot }) => slot.type))
  const found = await spansOf(text, kinds, wanted, setting)
  const cues = readCues(text, wanted, (type) => pooled(type, text, found, setting))
  const candidates = wanted
    .flatMap((one) => candidatesOf(one, text, found, { all: wanted, cues, setting }))
    .filter((one) => !isAnswerToName(one, text, wanted, cues))
  const taken = chosen(candidates, wanted)
  const open = wanted.filter(({ isAsked, name }) => isAsked && !taken.some((it) => it.name === name))
  const asked = open.find(({ slot }) => slot.type === 'name') ?? open.find(({ slot }) => slot.type === 'text')
  const whole = asked && answered(asked, said, taken, setting)
  return whole ? [...taken, whole] : taken
}

/** Asked for a name, “it's Tanaka” is the name, and no doctor of that name is chosen anew, unless words of that slot say so. */
function isAnswerToName({ name, start, end }: Candidate, text: string, wanted: readonly Wanted[], cues: Cues): boolean {
  const { slot, held } = wanted.find((one) => one.name === name)!
  if (slot.type !== 'choice' || held === undefined || !wanted.some((one) => one.isAsked && one.slot.type === 'name'))
    return false
  const put = wanted.map((one) => (one.slot.type === 'name' ? nameInstead(text, one.held) : undefined)).find(Boolean)
  const answer = put ?? (takesBack.test(text) ? undefined : answeredName(text))
  return answer !== undefined && overlaps(answer, { start, end }) && !cues.isCued({ start, end }, { name, slot })
}

const takesBack = /^(?:no|actually|sorry|wait)\b|^(?:いや|いえ|やっぱ)/iu

interface Spans {
  whens: When[]
  shifts: readonly Shift[]
  of: Partial<Record<SlotType, Found[]>>
}

async function spansOf(
  text: string,
  kinds: ReadonlySet<SlotType>,
  wanted: readonly Wanted[],
  setting: Listening,
): Promise<Spans> {
  const has = (...types: SlotType[]) => types.some((type) => kinds.has(type))
  const country =
    wanted.find(({ slot }) => slot.type === 'phone')?.slot.country ?? (setting.language === 'ja' ? 'JP' : 'US')
  const email = has('email', 'url') ? findEmails(text) : []
  const phone = has('phone', 'number', 'money') ? await findPhones(text, country) : []
  // What a day or a time is made of is no number.
  const wantsWhen = has('date', 'time', 'datetime')
  const readsNumbers = has('number', 'money', 'duration')
  const said = wantsWhen ? findShifts(text) : []
  // Where nothing is held, the next day is tomorrow.
  const shifts = holdsWhen(wanted) ? said : said.filter(({ isDayBeside }) => !isDayBeside)
  const whens = wantsWhen || readsNumbers ? await findWhens(without(text, shifts), setting) : []
  const open = whens.filter((one) => !isRefused(text, one))
  const durations = has('duration', 'number', 'money') ? findDurations(text) : []
  return {
    whens: wantsWhen ? apart(readWhole(text, open), email) : [],
    shifts,
    of: {
      email,
      phone: apart(phone, email),
      url: apart(has('url') ? findUrls(text) : [], email),
      duration: apart(has('duration') ? durations : [], [...phone, ...shifts]),
      money: apart(has('money') ? findMoney(text) : [], [...phone, ...whens, ...shifts, ...sure(durations)]),
      number: apart(has('number') ? numbersOf(text, wanted) : [], [...phone, ...whens, ...shifts, ...sure(durations)]),
    },
  }
}

/** “A child” is a number where one is asked for, or said beside: “I would like to book a room” counts none. */
function numbersOf(text: string, wanted: readonly Wanted[]): Found[] {
  const found = findNumbers(text)
  const counted = wanted.filter(({ slot }) => slot.type === 'number')
  const isCounted = found.length > 0 || counted.some(({ isAsked }) => isAsked)
  return isCounted ? [...found, ...findOnes(text, counted)] : found
}

/** What of a text might be a value of a type, whatever slot it is for. */
function pooled(type: SlotType, text: string, { of, whens, shifts }: Spans, setting: Setting): readonly Found[] {
  if (type === 'date' || type === 'time' || type === 'datetime')
    return [
      ...whenAs(type, whens, setting),
      ...shifts.map(({ start, end }) => ({ start, end, value: '', certain: true })),
    ]
  return [...(of[type] ?? []), ...(type === 'number' ? findZeros(text) : [])]
}

const sure = (found: readonly Found[]): Found[] => found.filter(({ certain }) => certain)
const apart = <T extends Span>(found: readonly T[], taken: readonly Span[]): T[] =>
  found.filter((one) => !taken.some((other) => overlaps(one, other)))

interface Heard {
  all: readonly Wanted[]
  cues: Cues
  setting: Listening
}

function candidatesOf(wanted: Wanted, text: string, spans: Spans, { all, cues, setting }: Heard): Candidate[] {
  const { name, slot, isAsked } = wanted
  const others = all.filter((other) => other.name !== name)
  const isCued = (found: Span) => cues.isCued(found, wanted)
  const rank = (found: Found): number => {
    const isOwn = isCued(found)
    const isOthers = others.some((other) => cues.isCued(found, other))
    return (
      (isOwn ? 100 : 0) -
      (isOthers && !isOwn ? 60 : 0) +
      (isAsked ? 50 : 0) +
      (found.certain ? 20 : 0) -
      (wanted.held === undefined ? 0 : 10)
    )
  }
  const as = (found: readonly (Found & { isHalf?: boolean })[]): Candidate[] =>
    found
      .filter((one) => !cues.isOthers(one, wanted))
      .map((one) => ({
        name,
        value: one.value,
        start: one.start,
        end: one.end,
        score: rank(one),
        ...(one.currency && { currency: one.currency }),
        ...(one.isHalf && { isHalf: true }),
      }))
  const open = (found: readonly Found[]) =>
    found.filter((one) => (one.certain || isAsked || isCued(one)) && !isRefused(text, one))
  const clear = (found: readonly Found[]) =>
    slot.list ? found : clearWhens(text, found, { hasEnd: hasEnd(wanted, found, others, cues), held: wanted.held })
  const shifted = moved(wanted, { ...spans, all, cues, setting })
  if (shifted) return as(shifted)
  switch (slot.type) {
    case 'email':
    case 'phone':
    case 'url':
    case 'duration':
      return as(open(spans.of[slot.type] ?? []))
    case 'money':
    case 'number': {
      const alone = !others.some(
        (other) => ['number', 'money'].includes(other.slot.type) && (other.isAsked || other.held === undefined),
      )
      const said = (spans.of[slot.type] ?? []).filter((one) => !isRefused(text, one))
      const found = countedFor(wanted, text, { said, all, cues })
      return as(
        found.filter(
          (one) =>
            isAsked || isCued(one) || (slot.type === 'money' && one.certain) || (alone && wanted.held === undefined),
        ),
      )
    }
    case 'date': {
      const days = [...whenAs('date', spans.whens, setting), ...bareWhen(slot.type, wanted, text, setting)]
      return as(open(clear(slot.past ? days.map((day) => lastOne(day, text, setting)) : days)))
    }
    case 'time':
      return as(
        open(clear([...whenAs(slot.type, spans.whens, setting), ...bareWhen(slot.type, wanted, text, setting)])),
      )
    case 'datetime':
      return as(open(clear([...moments(wanted, spans.whens, setting), ...bareWhen(slot.type, wanted, text, setting)])))
    case 'choice': {
      const hits = findChoices(text, choicesOf(slot), { isShown: isAsked }).filter((one) => !one.refused)
      const isOne = slot.list || new Set(hits.map(({ value }) => value)).size === 1
      return isOne ? as(hits.filter(({ certain }) => certain || isAsked)) : as(hits.filter(isCued))
    }
    case 'yesno': {
      const answer = isAsked ? (yesOrNo(text) ?? echoed(text, textsOf(slot.ask), textsOf(slot.label))) : undefined
      return answer
        ? as([{ value: answer, start: 0, end: (/^[^,.!;。、！]*/.exec(text)?.[0] ?? text).length, certain: true }])
        : []
    }
    case 'name':
      return as(
        stillMeant(
          text,
          findNames(text, cuesOf(name, slot), nounsOf(wanted))
            .filter((one) => !isRefused(text, one))
            .toSorted((a, b) => a.start - b.start),
        ).map((one) => (isAsked ? wholeName(text, one) : one)),
      )
    case 'pattern': {
      const hit = setting.findRegex(slot.pattern!, text)
      const start = hit ? text.indexOf(hit.text) : -1
      return hit && hit.text !== '' && start >= 0
        ? as([{ value: hit.text, start, end: start + hit.text.length, certain: true }])
        : []
    }
    case 'file':
      return takesFiles(wanted, all)
        ? as((setting.files ?? []).map((value) => ({ value, start: 0, end: 0, certain: true })))
        : []
    case 'text':
      return []
  }
}

/** Whether another slot may be where a range ends that begins with this one: it is empty, or words beside a value are its own. */
function hasEnd({ slot }: Wanted, found: readonly Found[], others: readonly Wanted[], cues: Cues): boolean {
  return others.some(
    (other) =>
      areAlike(slot.type, other.slot.type) &&
      (other.held === undefined || other.isAsked || found.some((one) => cues.isCued(one, other))),
  )
}

/** A day and a time are parts of a moment, and not of each other. */
const areAlike = (a: SlotType, b: SlotType): boolean => {
  const types = ['date', 'time', 'datetime']
  return a === b ? types.includes(a) : types.includes(a) && types.includes(b) && [a, b].includes('datetime')
}

/** Files that come are meant for the slot that was asked for, else for the first that has none yet. */
function takesFiles({ name }: Wanted, all: readonly Wanted[]): boolean {
  const files = all.filter(({ slot }) => slot.type === 'file')
  const meant = files.find(({ isAsked }) => isAsked) ?? files.find(({ held }) => held === undefined)
  return meant?.name === name
}

/** Moments; one of which only a half is said takes the other from what the slot holds. */
function moments(
  { held, day, isAsked }: Wanted,
  whens: readonly When[],
  setting: Setting,
): (Found & { isHalf?: boolean })[] {
  return whens.flatMap((when) => {
    const { day: saidDay, minutes, start, end } = when
    const base = { start, end, certain: true }
    const heldDay = day ?? held?.slice(0, 10)
    if (saidDay !== undefined && minutes === undefined) {
      const kept = held === undefined ? undefined : minutesOf(held)
      if (kept !== undefined) return [{ ...base, value: isoMoment(saidDay, kept, setting.timeZone) }]
      return [{ ...base, value: isoDay(saidDay), isHalf: true }]
    }
    if (saidDay === undefined && heldDay !== undefined) {
      return [{ ...base, value: isoMoment(dayIn(heldDay), minutes!, setting.timeZone) }]
    }
    return whenAs('datetime', [when], setting).filter(() => saidDay !== undefined || isAsked || held === undefined)
  })
}

/** “Since Monday” is the last one, where only what has been will do. */
function lastOne(found: Found, text: string, setting: Setting): Found {
  const isWeekday = /\b(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\b|曜/i.test(text.slice(found.start, found.end))
  const day = dayIn(found.value)
  const { today } = wallClock(setting)
  return isWeekday && day > today && day <= today + 7 ? { ...found, value: isoDay(day - 7) } : found
}

/** The best for each slot, so that no two share a span. A list takes all that are left. */
function chosen(candidates: readonly Candidate[], wanted: readonly Wanted[]): Filled[] {
  const taken: Candidate[] = []
  const isList = (name: string) => wanted.find((one) => one.name === name)!.slot.list === true
  for (const one of candidates.toSorted((a, b) => b.score - a.score || a.start - b.start)) {
    if (
      taken.some(
        (other) => (overlaps(one, other) && one.end > one.start) || (other.name === one.name && !isList(one.name)),
      )
    )
      continue
    taken.push(one)
  }
  return wanted.flatMap(({ name }) => {
    const own = taken.filter((one) => one.name === name).sort((a, b) => a.start - b.start)
    const [first] = own
    if (!first) return []
    const { score: _, ...filled } = first
    if (!isList(name)) return [filled]
    const values = [...new Set(own.map(({ value }) => value))]
    return [{ ...filled, value: JSON.stringify(values), end: own.at(-1)!.end }]
  })
}

/** What was asked for in words of one's own: a text, or a name. */
function answered(
  { name, slot, held }: Wanted,
  said: string,
  taken: readonly Filled[],
  { language }: Setting,
): Filled | undefined {
  const whole = { name, start: 0, end: said.length }
  if (slot.type !== 'text' && slot.type !== 'name') return undefined
  if (slot.type === 'text') {
    if (isQuestion(said) || said.trim() === '') return undefined
    return { ...whole, value: slot.list ? JSON.stringify(itemsOf(said)) : said.trim() }
  }
  if (slot.list) {
    const names = itemsOf(said).flatMap((item) => answeredName(item)?.value ?? [])
    return names.length > 0 && !isQuestion(said) ? { ...whole, value: JSON.stringify(names) } : undefined
  }
  const text = readable(said)
  const instead = nameInstead(text, held)
  if (instead) return { name, value: instead.value, start: instead.start, end: instead.end }
  const clauses = [...text.matchAll(/[^,;、。!?！？]+/gu)].filter(
    ({ index, 0: clause }) => !taken.some((one) => overlaps(one, { start: index, end: index + clause.length })),
  )
  for (const clause of taken.length === 0 && !isQuestion(said) ? [{ 0: text, index: 0 }, ...clauses] : clauses) {
    if (isQuestion(clause[0]) || (language === 'en' && /^\s*and\s+(?:what|when|how|do|is|are|can)\b/i.test(clause[0])))
      continue
    const found = answeredName(
      clause[0].trim().replace(/^(?:(?:[Aa]nd|[Yy]es|[Ss]orry|[Oo]h)\s+(?=\S)|[Nn]o\s+(?=\p{Lu}))/u, ''),
    )
    if (found) return { name, value: found.value, start: clause.index, end: clause.index + clause[0].length }
  }
  return undefined
}

/** `a, b and c`, `aとb`. */
const itemsOf = (said: string): string[] =>
  said
    .split(/\s*(?:,|、|;|\n|・|\band\b|&|(?<=[\p{sc=Han}\p{sc=Kana}ー])と)\s*/iu)
    .map((item) => item.trim())
    .filter((item) => item !== '')
