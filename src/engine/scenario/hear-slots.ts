import { tidy } from '../../lib/phrases.ts'
import type { ScenarioNode } from '../../model/scenario.ts'
import type { AnswerDraft } from '../draft.ts'
import { namesPeriod } from '../slots/dates-ja.ts'
import { namesSeveralWhens } from '../slots/doubt.ts'
import { readable } from '../slots/found.ts'
import { nameInstead } from '../slots/names.ts'
import { isQuestion, isRefused, placesOf } from '../slots/phrases.ts'
import { shownValue } from '../slots/shown.ts'
import { namesEnglishPeriod } from '../slots/unread.ts'
import type { Wanted } from '../slots/wanted.ts'
import { slotSentences } from '../words/index.ts'
import type { Decide } from './decide.ts'
import { type ReadSlots, readSlots, traceSlots, withSlots } from './fill-slots.ts'
import { correct, onward } from './onward.ts'
import type { ScenarioParts } from './parts.ts'
import { questionOf } from './questions.ts'
import type { Reaction } from './reaction.ts'
import { nodeOf, type RunningScenario } from './running.ts'
import { slotsByModel } from './slots-by-model.ts'
import { labelOf, slotOf } from './slots-known.ts'
import type { Walk } from './walk.ts'

const marks =
  /^(?:no|nope|sorry|wait|oops|actually|hang on|hold on|correction|i mean|i meant|rather|not)\b|\b(?:i (?:didn['’]?t )?meant?|instead|make (?:it|that)|change|rather than|should(?: have)? be(?:en)?|was supposed to be|actually|correct (?:it|that)|(?:is|are|was|looks) (?:all )?(?:wrong|incorrect|not (?:right|correct)))\b|^(?:いや|いえ|やっぱり|やっぱ|間違|まちがえ|訂正|違う|違い)|(?:じゃなくて|ではなく|に変更|を変更|に変えて|を変えて|変えたい|の間違い|に訂正|やっぱり|[がは]違|[がは]間違)/iu

/** So short is what says no, or yes, and nothing besides, in UTF-16 units. */
const bareNo = 10

/** What a person says of slots at any node that waits: an answer, several at once, or a correction in passing. */
export async function hearSlots(
  at: RunningScenario,
  parts: ScenarioParts,
  decide: Decide,
  walk: Walk,
): Promise<Reaction | undefined> {
  const { draft } = parts
  if (!at.scenario.slots) return undefined
  const node = nodeOf(at.scenario, at.node)!
  const { answer: said, question } = inClauses(draft.request.utterance)
  // Somebody who wants something else says it in words that start it.
  if (said === '' && (!isRequest(question) || decide.hasRule() || decide.startsOther(at))) return undefined
  const text = said === '' ? question : said
  const isMarked = marks.test(text) && Object.keys(at.run.slots).length > 0
  const asked = at.run.asking
  const free = asked !== undefined && ['text', 'name'].includes(slotOf(at, asked)!.type)
  if (free && !isMarked && ((isQuestion(draft.request.utterance) && said === '') || decide.startsOther(at)))
    return undefined

  const wanted = wantedAt(at)
  const found = await readSlots(at, draft, text, wanted, 'said')
  // What answers the question corrects nothing: “no, it is my second”, asked whether it is the first visit.
  if (isMarked && !answersAsked(at, found)) {
    const corrected = await correction(at, parts, text, () => decide.hasRule() || decide.startsOther(at))
    if (typeof corrected === 'string') return empty(at, draft, walk, corrected)
    if (corrected) return change(at, draft, walk, corrected, 'correction')
  }
  // Of an answer with a question behind it the question is what a rule has an answer to.
  const isOthers = question === '' && (decide.hasRule() || decide.startsOther(at))
  const isElsewhere = asked === undefined || said === '' || isOthers
  const read = hasNews(at, found) || isElsewhere ? found : await slotsByModel(at, parts, text, wanted)
  if (!hasNews(at, read)) return undefined
  if (isOption(draft, node, at)) return undefined
  return change(at, draft, walk, read, 'slots')
}

/** Whether the slot that was asked for is among what was read. A text takes whatever is said, so that it tells nothing. */
function answersAsked(at: RunningScenario, { values, faults, days }: ReadSlots): boolean {
  const { asking } = at.run
  if (asking === undefined || slotOf(at, asking)!.type === 'text') return false
  return Object.hasOwn(values, asking) || Object.hasOwn(days, asking) || faults.some(({ name }) => name === asking)
}

/** What is corrected, or the slot that is meant to be asked anew; undefined where it is neither. */
async function correction(
  at: RunningScenario,
  parts: ScenarioParts,
  text: string,
  isOthers: () => boolean,
): Promise<ReadSlots | string | undefined> {
  const { draft } = parts
  const alone = namedAlone(at, draft, text)
  if (alone !== undefined) return alone
  const open = correctable(at, draft, text)
  const read = await readSlots(at, draft, text, open, 'said')
  if (hasNews(at, read)) return read
  const emptied = emptiedBy(at, draft, text)
  if (emptied) return emptied
  // “Make it a pony”, said of what is asked to be confirmed; a bare “no” corrects nothing.
  if (at.run.asking !== undefined || text.length <= bareNo || isOthers()) return undefined
  const meant = await slotsByModel(at, parts, text, open)
  return hasNews(at, meant) ? meant : undefined
}

/** An answer, and a question behind it: “red, and when do you close?”. */
export function inClauses(utterance: string): { answer: string; question: string } {
  const text = utterance.normalize('NFKC')
  const parts = text
    .split(
      /(?<=[.!?。！？])\s*|[,、;]\s*(?:and|but|also|oh|by the way|ところで|あと|それと)?\s+?(?=\S)|[、]\s*|,\s*|\s+(?:and|but)\s+(?=(?:what|when|where|who|why|how|do you|does|is there|are there|can i|can you|could you)\b)/iu,
    )
    .filter((part) => part.trim() !== '')
  const firstAsked = parts.findIndex((part) => isQuestion(part))
  if (firstAsked < 0) return { answer: text, question: '' }
  const at = text.indexOf(parts[firstAsked]!)
  const rest = parts.slice(firstAsked + 1)
  const lastAsked = firstAsked + 1 + rest.findLastIndex((part) => isQuestion(part))
  const end = text.indexOf(parts[lastAsked]!, at) + parts[lastAsked]!.length
  const answer = `${text.slice(0, at)} ${text.slice(end)}`
    .trim()
    .replace(/[\s,、;]*(?:and|but|also|oh|by the way|ところで|あと|それと)?[\s,、;]*$/iu, '')
  return {
    answer,
    question: text
      .slice(at, end)
      .replace(/^(?:and|but|also)\s+/i, '')
      .trim(),
  }
}

/** A question that is a wish: “could I come on Tuesday?”, “how about 3?”, 「水曜は空いていますか」. */
export const isRequest = (text: string): boolean =>
  /^(?:(?:and|so|hi|hey|ok(?:ay)?),? )?(?:(?:can|could|may|would|shall) (?:i|you|we|it)|how about|what about|is .+ (?:ok|okay|fine|possible|free|available)|maybe|do you have)\b/iu.test(
    text.trim(),
  ) ||
  /(?:空いて|可能|できます|でき|いけます|大丈夫|どうです|お願いでき|[てで](?:もらえ|いただけ|頂け|くれ)ま).*(?:か|かな)?[?。]?$/u.test(
    text,
  )

/** A press, or the whole of what is written on an option, is that option. */
function isOption(draft: AnswerDraft, node: ScenarioNode, at: RunningScenario): boolean {
  return (
    node.options !== undefined &&
    questionOf(draft, node, at).choices.some((text) => tidy(text) === tidy(draft.request.utterance))
  )
}

/** All slots: the one that was asked for, those that are open, and those that may be said anew. */
function wantedAt({ scenario, run }: RunningScenario): Wanted[] {
  const all = Object.entries(scenario.slots ?? {})
  const isFree = run.asking !== undefined && scenario.slots![run.asking]?.type === 'text'
  return all
    .filter(([name]) => !isFree || name === run.asking)
    .map(([name, slot]) => ({
      name,
      slot,
      isAsked: name === run.asking,
      held: run.slots[name]?.value,
      day: run.days?.[name],
    }))
}

/** Of a correction: the slots that are named in it, else the last ones that were filled, as far as it says by itself what it corrects. */
function correctable(at: RunningScenario, draft: AnswerDraft, text: string): Wanted[] {
  const order = [...at.run.trail.flatMap(({ filled = [] }) => filled)].reverse()
  const names = Object.keys(at.run.slots).sort((a, b) => place(order, a) - place(order, b))
  const named = namesIn(at, draft, text)
  return (named.length > 0 ? named : names)
    .filter((name) => named.length > 0 || slotOf(at, name)!.type !== 'text')
    .map((name) => ({
      name,
      slot: slotOf(at, name)!,
      isAsked: named.length > 0 || isMeant(at, name, text),
      held: at.run.slots[name]?.value,
    }))
}

/**
 * Whether a slot that a correction does not name may be what it means: an amount by its number alone, a name that is put right
 * (“not Ben, Carl”), or one that is all that is said of a summary (“sorry, Carl”). Anything else says of what kind it is.
 */
function isMeant(at: RunningScenario, name: string, text: string): boolean {
  const { type } = slotOf(at, name)!
  if (type === 'name')
    return (
      mentionsHeld(at, name, text) ||
      nameInstead(readable(text), at.run.slots[name]?.value) !== undefined ||
      (at.run.asking === undefined && isNameAlone(text))
    )
  return type === 'money' || type === 'number'
}

const aroundCorrection =
  /^(?:(?:(?:no|nope|sorry|wait|oops|actually|hang on|hold on|correction|i meant?|rather|make (?:it|that))(?![a-z])|いや|いえ|やっぱり?|間違えた|違う|違います|訂正)[\s,.、。!]*)+|[\s,]*(?:instead|please)?[\s.!。！]*$/giu
const nameAlone =
  /^(?:\p{Lu}[\p{L}\p{M}'’.-]*(?: \p{Lu}[\p{L}\p{M}'’.-]*){0,3}|[\p{sc=Han}\p{sc=Kana}ー・]{1,12}(?:さん|様|さま|くん|ちゃん)?(?:に|へ|で|です)*)$/u
const isNameAlone = (text: string): boolean => nameAlone.test(text.replace(aroundCorrection, ''))

const place = (order: readonly string[], name: string): number =>
  order.includes(name) ? order.indexOf(name) : order.length

/** Slots that are called by what people call them. */
function namesIn(at: RunningScenario, draft: AnswerDraft, text: string): string[] {
  return Object.keys(at.scenario.slots ?? {}).filter((name) => {
    const label = labelOf(at, name, draft)
    return label.length > 2 || !/^[a-z]+$/i.test(label) ? placesOf(label, text).length > 0 : false
  })
}

const changeAlone = [
  /^(?:(?:no|sorry|wait|hm+|but)[,. ]+)*(?:the |my |that )?(?<what>[^,.!?]+?) (?:is|was|looks) (?:all )?(?:wrong|incorrect|not (?:right|correct))[\s.!]*$/iu,
  /(?:^|[、,\s])(?<what>[^、,\s]+?)[がは](?:違|ちが|間違|まちが)(?:っ|い|う|え)?(?:て|た)?(?:る|いる|います|ます|です|いです)?[。.!！よね]*$/u,
  /\b(?:change|correct|edit|fix|update) (?:the |my |that |this )?(?<what>[^,.!?]+?)(?:,? please)?[\s.!?]*$/iu,
  /(?:^|[、,\s])(?<what>[^、,\s]+?)(?:を|の)(?:変更|変え|かえ|訂正|直し|修正)(?:し|さ|す)?(?:て|たい|せて|る|ます)?(?:たい|ください|下さい|ほしい|欲しい|です|んですが|お願いします)*[。.!！?？]*$/u,
] as const

/** What people call values of a type, where the slot itself has another name. */
const everydayNames: Partial<Record<string, RegExp>> = {
  date: /^(?:day|date|日|日付|日にち)$/iu,
  datetime: /^(?:day|date|time|日|日付|日にち|日時|時間)$/iu,
  time: /^(?:time|hour|時間|時刻)$/iu,
  name: /^(?:name|person|名前|お名前)$/iu,
  money: /^(?:amount|sum|price|金額)$/iu,
  number: /^(?:number|amount|数|数字)$/iu,
  email: /^(?:e-?mail|address|メール|メールアドレス)$/iu,
  phone: /^(?:phone|number|電話|電話番号)$/iu,
}

/** “Change the day”, 「日付を変えたい」: a slot is named, and no value; the name itself may look like one. */
function namedAlone(at: RunningScenario, draft: AnswerDraft, text: string): string | undefined {
  const what = changeAlone.map((form) => form.exec(text)?.groups?.['what']).find((one) => one !== undefined)
  if (what === undefined) return undefined
  const filled = Object.keys(at.run.slots).filter((name) => slotOf(at, name))
  const named = filled.filter((name) => [labelOf(at, name, draft), name].some((one) => tidy(one) === tidy(what)))
  const meant =
    named.length > 0 ? named : filled.filter((name) => everydayNames[slotOf(at, name)!.type]?.test(what.trim()))
  return meant.length === 1 ? meant[0] : undefined
}

/** “Change the recipient”, “I didn't mean Ben”: what is meant to be asked anew. */
function emptiedBy(at: RunningScenario, draft: AnswerDraft, text: string): string | undefined {
  const named = namesIn(at, draft, text).filter((name) => Object.hasOwn(at.run.slots, name))
  if (named[0] !== undefined) return named[0]
  return Object.keys(at.run.slots).find((name) => slotOf(at, name) && mentionsHeld(at, name, text))
}

/** Whether what a slot holds is refused: “not Ben”, 「ベンじゃなくて」. */
function mentionsHeld(at: RunningScenario, name: string, text: string): boolean {
  const value = at.run.slots[name]!
  const texts = [value.value, shownValue(slotOf(at, name)!, value, at.language)]
  return texts.some((one) => placesOf(one, text).some((span) => isRefused(text, span)))
}

/** Whether anything was said that is not known already. */
function hasNews({ run }: RunningScenario, { values, faults, days }: ReadSlots): boolean {
  const isNew = Object.entries(values).some(([name, { value, currency }]) => {
    const held = run.slots[name]
    return name === run.asking || held?.value !== value || (currency !== undefined && held.currency !== currency)
  })
  return isNew || faults.length > 0 || Object.entries(days).some(([name, day]) => run.days?.[name] !== day)
}

async function change(
  at: RunningScenario,
  draft: AnswerDraft,
  walk: Walk,
  read: ReadSlots,
  why: string,
): Promise<Reaction> {
  walk.because(at, why)
  traceSlots(draft, read, at.run.slots)
  const [wrong] = read.faults
  const { reprompt } = at.scenario.policy
  if (wrong && reprompt && at.reprompts >= reprompt.max)
    return { took: await walk.go(at, reprompt.goto, 'reprompt limit') }
  const next = withSlots(at, read)
  const corrected = Object.keys(read.values).filter(
    (name) => at.run.slots[name] !== undefined && at.run.slots[name].value !== read.values[name]!.value,
  )
  for (const name of corrected)
    walk.note(next, slotSentences[at.language].noted(labelOf(at, name, draft), `#{${name}}`))
  if (wrong) {
    walk.note(next, faultText(next, wrong))
    const asking = { ...next, run: { ...next.run, asking: wrong.name } }
    return { took: { ...walk.ask(asking), reprompts: at.reprompts + 1 } }
  }
  if (corrected.length > 0) return { took: await correct(walk, draft, next, corrected) }
  return { took: await onward(walk, next) }
}

/** A slot is asked for anew, and what depended on it too. */
export async function empty(at: RunningScenario, draft: AnswerDraft, walk: Walk, name: string): Promise<Reaction> {
  walk.because(at, 'correction')
  const { [name]: _, ...slots } = at.run.slots
  const next = { ...at, run: { ...at.run, slots } }
  const { fill } = nodeOf(at.scenario, at.node)!
  const isAskedElsewhere = at.run.trail.some(({ node }) =>
    [nodeOf(at.scenario, node)?.fill ?? []].flat().includes(name),
  )
  if (isAskedElsewhere || fill !== undefined) return { took: await correct(walk, draft, next, [name]) }
  return { took: walk.ask({ ...next, run: { ...next.run, asking: name } }) }
}

/** Why a value will not do: the author's words, else ours. */
export function faultText(at: RunningScenario, { name, fault }: ReadSlots['faults'][number]) {
  const slot = slotOf(at, name)!
  if (slot.invalid !== undefined) return slot.invalid
  const shown = (bound: string | number | undefined) =>
    bound === undefined
      ? ''
      : slot.type === 'text' || /\D/.test(String(bound))
        ? String(bound)
        : shownValue({ ...slot, list: false }, { value: String(bound) }, at.language)
  const { min, max, currency = '' } = slot
  return slotSentences[at.language].fault(fault, { min: shown(min), max: shown(max), currency })
}

/** What is said where a slot's question was answered with nothing that could fill it. */
export function hintOf(
  at: RunningScenario,
  draft: AnswerDraft,
): string | NonNullable<ReturnType<typeof slotOf>>['invalid'] | undefined {
  const { asking } = at.run
  const slot = asking === undefined ? undefined : slotOf(at, asking)
  if (!slot) return undefined
  const { utterance } = draft.request
  if (['date', 'datetime'].includes(slot.type) && (namesPeriod(utterance) || namesEnglishPeriod(utterance)))
    return slotSentences[at.language].whichDay
  if (['date', 'time', 'datetime'].includes(slot.type) && namesSeveralWhens(readable(utterance)))
    return slotSentences[at.language].oneWhen
  // In the slot's own currency: any other one is refused.
  const amount = slot.currency && shownValue(slot, { value: slot.currency === 'JPY' ? '2000' : '40' }, at.language)
  return slot.invalid ?? slotSentences[at.language].notUnderstood(slot.type, labelOf(at, asking!, draft), amount)
}
