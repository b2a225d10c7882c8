import type { Cues } from './cues.ts'
import { clearAmounts, clearNumbers, stillMeant } from './doubt.ts'
import { type Found, findAll, longest } from './found.ts'
import type { Wanted } from './wanted.ts'

interface Said {
  /** What is not refused. */
  said: readonly Found[]
  all: readonly Wanted[]
  cues: Cues
}

/** What may be meant as a number or an amount; of numbers, where no other slot could take the second one. */
export function countedFor(wanted: Wanted, text: string, { said, all, cues }: Said): readonly Found[] {
  if (wanted.slot.list) return said
  if (wanted.slot.type === 'money') return amounts(wanted, text, { said, all, cues })
  const own = said.filter((one) => cues.isCued(one, wanted))
  const none = zerosFor(wanted, text, { said, all, cues })
  if (own.length + none.length > 0) return [...clearNumbers(text, own), ...none]
  const open = all.filter((one) => one.slot.type === 'number' && (one.isAsked || one.held === undefined))
  return open.length > 1 ? said : clearNumbers(text, said)
}

/** Of more amounts that are said than slots have room for, none but what a slot's own words point to. */
function amounts(wanted: Wanted, text: string, { said, all, cues }: Said): Found[] {
  const others = said.filter(({ value }) => value !== wanted.held)
  const found = stillMeant(text, others.length > 0 ? others : said)
  const open = all.filter((one) => one.slot.type === 'money' && (one.isAsked || one.held === undefined))
  const named = new Set(found.filter(({ certain }) => certain).map(({ value }) => value))
  const clear = named.size > Math.max(open.length, 1) ? [] : clearAmounts(text, found)
  return found.filter(
    (one) => (clear.includes(one) || cues.isCued(one, wanted)) && (one.certain || !isOfThings(text, one)),
  )
}

/** What is counted by such words is no money: 「3箱」, 「椅子を3脚」. */
const thingsJa =
  /^(?:[つ個人名枚本回冊台杯件泊歳才階通匹袋箱脚足着頭羽束缶瓶巻組丁粒膳軒皿株番号度倍割%]|ダース|セット|ケース|パック|ロール|ページ|キロ|グラム|リットル|メートル|パーセント|[かヶケカヵ](?:月|所|国)|時間|週間?|日間?|か?月|[km]?[gm](?![a-z])|[cm][ml](?![a-z]))/iu
const thingsEn =
  /^\s*(?:%|(?:\p{Ll}+\s+)?(?:people|children|men|women|(?!(?:this|is|was|as|us|plus|minus|thanks|yes|perhaps|always|has|does|units?|cents|pence|times|gross|less)\b)\p{Ll}{2,}(?<!s)s)(?![\p{L}'’]))/u
const particleEn =
  /^\s*(?:to|for|from|at|on|in|by|and|or|please|instead|then|per|each|with|of|is|no|not|i|we|as|if|but)\b/iu

/** Whether a number counts something else than money. */
function isOfThings(text: string, { start, end }: Found): boolean {
  const rest = text.slice(end)
  const said = text.slice(start, end).replace(/^[-+]?[0-9.,]+/u, '')
  return thingsJa.test(said.slice(-1)) || thingsJa.test(rest) || (!particleEn.test(rest) && thingsEn.test(rest))
}

const nobody = '(?:誰|だれ|[一1]人|ひとり|[一1]つ|ひとつ|[一1]名|[一1]個|何)も'
const isNotJa = '(?:い(?:ない|ません)|おりません)'
const nothingJa = `(?:ゼロ|ぜろ|零(?![一-龠])|なし|無し|${isNotJa})`
const nothingAtAll = '(?:ないです|ありません|ございません)'
const zeros = new RegExp(
  `${nobody}(?:${isNotJa}|ない|なし|無し|ありません)|(?<![ぁ-んァ-ヶー一-龠])${nothingJa}|(?<=[はがも])${nothingJa}|(?<=\\p{sc=Han}|[ァ-ヶ]|ども)(?:なし|無し|ゼロ)|(?<=^|[、,。\\s]|特に|とくに)(?:なし|${nothingAtAll})|\\b(?:do(?: not|n['’]?t) have any|none|nobody|no one|no|without(?: any)?)(?=[\\s.,;!]|$)`,
  'giu',
)

/** Words that say that there are none, in an answer or beside what there might be. */
export const findZeros = (text: string): Found[] =>
  longest(findAll(text, zeros, () => ({ value: '0', certain: false })))

const alone = new RegExp(
  `^[\\s、,]*(?:(?:いいえ|いえ|いや|no|nope)[、,。.\\s]+)?(?:${nobody})?(?:今回は)?(?:[\\p{sc=Han}\\p{sc=Kana}\\p{sc=Hira}ー]{1,10}(?<![てで])(?:は|が|も))?(?:ゼロ|ぜろ|零|なし|無し|${isNotJa}|(?<=も)(?:ない|ありません)|(?<=^|[、,。\\s])(?:特に|とくに)?(?:なし|${nothingAtAll}))(?:です|だ)?(?:けど)?[\\s。.!！、ねよ]*$`,
  'iu',
)
const noThing =
  /^(?:idea|ideas|problems?|thanks|thank|way|clue|matter|worr(?:y|ies)|questions?|changes?|plans?|need|comment|more|please|limits?|preference|sorry|wait|really|not)\b/iu
const aloneEn =
  /^(?:(?:no|nope|oh|well)[,.]\s+)?(?:(?:i|we|there)(?:['’](?:m|ve|s|re)| am| have| are| is|) (?:got )?)?(?:(?<=(?:i|we) )do(?: not|n['’]?t) have any|none|nobody|no one|nil|(?:no|without(?: any)?) (?<what>\p{L}+(?:s|children|people)|children|people))(?: (?:please|thanks|at all|this time|for now|of them|yet))*[\s.!]*$/iu

/** None, where somebody says so of this slot: by its own words, or as the whole answer to its question. */
function zerosFor(wanted: Wanted, text: string, { said, cues }: Said): Found[] {
  const found = findZeros(text)
  const own = found.filter((one) => cues.isCued(one, wanted))
  if (own.length > 0 || !wanted.isAsked || said.length > 1) return own
  const english = aloneEn.exec(text)
  const isWhole = alone.test(text) || (english !== null && !noThing.test(english.groups?.['what'] ?? ''))
  return isWhole ? found.filter((one) => !cues.isOthers(one, wanted)).slice(-1) : []
}
