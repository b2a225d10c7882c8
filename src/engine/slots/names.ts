import { escaped } from '../../lib/escaped.ts'
import { type Found, findAll, overlaps, type Span } from './found.ts'

/** Words that no name begins with, or that end one. */
const stop =
  /^(?:the|a|an|my|our|your|his|her|their|this|that|it|me|you|him|us|them|and|or|but|at|on|in|for|from|to|with|by|please|tomorrow|today|tonight|yesterday|now|next|last|monday|tuesday|wednesday|thursday|friday|saturday|sunday|instead|right|not|no|yes|some|any|money|as|of|if|is|was|are|be|do|make|send|transfer|pay|change|book|later|soon|morning|evening|afternoon|noon|when|what|how|why|who|where|which|i|we|about|again|too|also|dollars?|euros?|pounds?|yen|bucks?|half|quarter|someone|somebody|cancel|stop|back|go|start)$/i

const english = `[\\p{Lu}\\p{Ll}][\\p{L}\\p{M}'’.-]*`
const titles = /^(?:mr|mrs|ms|miss|dr|prof|sir)\.?$/i

/** Whom people call by a title that is no name's: お母さん, お客様, 奥様. */
const kin = '(?:[おご]\\p{sc=Han}{1,3}|祖?母|祖?父|兄|姉|奥|皆|旦那|娘|息子|弟|妹|孫)'
/** Behind a single character 君, 氏 and 先生 make another word: 彼氏. */
const title = 'さん|様|さま|くん|ちゃん|(?<!(?:^|\\P{sc=Han})\\p{sc=Han})(?:君|氏|先生)'

/** What stands behind the name of a person who is spoken of politely. */
export const titleBehind = /^(?:さん|様|さま|くん|君|ちゃん|氏|先生)/

/**
 * A name behind one of some words (`to Ben Miller`), or, in Japanese, before one of some particles (`ベンさんに`); and one behind what it is
 * the name of (`recipient: Carl`, 「宛先はカール」).
 */
export function findNames(text: string, cues: readonly string[], nouns: readonly string[] = []): Found[] {
  const before = cues.filter((cue) => /^[\x20-\x7e]+$/.test(cue))
  const behind = cues.filter((cue) => !/^[\x20-\x7e]+$/.test(cue))
  const found: Found[] = []
  for (const cue of before) {
    const pattern = new RegExp(
      `(?<![\\p{L}\\p{N}])${escaped(cue)}\\s+(?<rest>${english}(?:[ \\t]+${english}){0,4})`,
      'giu',
    )
    for (const match of text.matchAll(pattern)) {
      // “To my sister Dora”.
      const rest = match.groups!['rest']!.replace(/^(?:my|our|his|her|their)\s+(?:\p{Ll}+\s+){1,2}(?=\p{Lu})/u, '')
      const start = match.index + match[0].length - rest.length
      const name = nameAt(rest)
      if (name) found.push({ value: tidyName(name), start, end: start + name.length, certain: true })
    }
  }
  for (const particle of behind) {
    const pattern = new RegExp(
      `(?<name>(?<kin>${kin}(?:さん|様|さま|ちゃん))|(?:[\\p{sc=Han}]{1,6}?|[\\p{sc=Kana}ー・]{2,16}|[A-Z][\\p{L}'’-]*(?: [A-Z][\\p{L}'’-]*)*))(?<title>${title})?${escaped(particle)}`,
      'gu',
    )
    found.push(
      ...findAll(text, pattern, ({ name, kin: called, title: titled }) =>
        titled || !noJapaneseName.test(name!) ? { value: name!, certain: (titled ?? called) !== undefined } : undefined,
      ).map((one) => ({ ...one, end: one.start + one.value.length })),
    )
  }
  return [
    ...found,
    ...nouns.flatMap((noun) => namesBehind(text, noun)).filter((one) => !found.some((it) => overlaps(it, one))),
  ]
}

const called = /(?:[\p{sc=Han}]{1,6}|[\p{sc=Kana}ー・]{2,16}|[A-Z][\p{L}'’-]*(?: [A-Z][\p{L}'’-]*)*)/u.source
const joint = String.raw`(?:\s*(?:[:=]|\b(?:is|was|to|be|should|must|will|now|actually)\b))*\s+`

/** English names without a cue are known by their capitals, Japanese ones by what stands behind them. */
function namesBehind(text: string, noun: string): Found[] {
  if (/^[\x20-\x7e]+$/.test(noun)) {
    const anyCase = escaped(noun).replace(/[a-z]/gi, (letter) => `[${letter.toLowerCase()}${letter.toUpperCase()}]`)
    const pattern = new RegExp(
      `(?<![\\p{L}\\p{N}])${anyCase}${joint}(?<rest>\\p{Lu}[\\p{L}'’.-]*(?: \\p{Lu}[\\p{L}'’.-]*){0,3})`,
      'gu',
    )
    return [...text.matchAll(pattern)].flatMap((match) => {
      const name = nameAt(match.groups!['rest']!)
      const start = match.index + match[0].length - match.groups!['rest']!.length
      return name ? [{ value: name, start, end: start + name.length, certain: true }] : []
    })
  }
  const pattern = new RegExp(
    `${escaped(noun)}(?:は|を|が|も|[:：])\\s*(?<name>${called})(?=(?:${title})?(?:に|へ|で(?!き)|です|だ|と?お願い|[、。,.!！\\s]|$))`,
    'gu',
  )
  return [...text.matchAll(pattern)].flatMap((match) => {
    const name = match.groups!['name']!
    const start = match.index + match[0].length - name.length
    return answeredName(name) && !noJapaneseName.test(name)
      ? [{ value: name, start, end: start + name.length, certain: true }]
      : []
  })
}

/** As many words of a text as look like one name: all that begin with a capital, else one alone. */
function nameAt(text: string): string | undefined {
  const words = text.split(/[ \t]+/)
  const taken: string[] = []
  for (const word of words) {
    const bare = word.replace(/[.]+$/, '')
    if (stop.test(bare) && !titles.test(bare)) break
    if (taken.length > 0 && !/^\p{Lu}/u.test(word) && !titles.test(taken.at(-1)!)) break
    taken.push(word)
    if (!/^\p{Lu}/u.test(word) && !titles.test(bare)) break
  }
  if (taken.length === 0) return undefined
  const length = words.slice(0, taken.length).reduce((sum, word) => sum + word.length, 0)
  return text.slice(0, text.indexOf(taken.at(-1)!, length - taken.at(-1)!.length) + taken.at(-1)!.length)
}

/** What people say while they think, or in place of an answer. */
const filler =
  /^(?:y|n|yeah|yep|yup|nope|ok|okay|sure|wait|sorry|oh|hm+|um+|uh|er|hello|hi|hey|thanks|thank|dunno|none|nothing|nobody|maybe|whatever|nevermind|meant|mean|actually|はい|いいえ|いや|うん|ええ)$/i

const aside = /^(?:(?:hi|hello|hey|ok(?:ay)?|oh|well|um+|uh|er|yes|sure|so|no|sorry|wait|actually)[,.!]+\s*)+/iu
const lead =
  /^(?:(?:hi|hello|hey|ok(?:ay)?|oh|well|um|er|yes|sure|so|no|sorry|actually)\s+)*(?:(?:my|the|his|her|their|its)\s+(?:full\s+|first\s+|last\s+)?names?(?:\s+is|['’]s)|(?:it(?:\s+is|['’]s)|this\s+is|that(?:\s+is|['’]s|\s+would\s+be))(?:\s+(?:for|to))?|i(?:\s+am|['’]m)|(?:you\s+can\s+)?call\s+me|make\s+it|i\s+meant|to|for|with|name:)\s+/iu
const tail =
  /(?:[,.]?\s*(?:please|thanks|thank you|instead|i (?:think|guess|believe|suppose)|probably))*[\s.!,。、！]*$/iu
const leadJa =
  /^(?:(?:はい|え[ーえ]*っ?と[ーぉ]?|あの[ーう]?|う[ーん]+と?|んー|いや|いえ|やっぱり)[、,。\s]*)*(?:私の|わたしの|僕の|俺の)?(?:名前は|氏名は|なまえは|私は|わたしは|僕は|相手は|宛先は)?、?/u
const tailJa = new RegExp(
  `(?:(?<!^${kin})(?:さん|様|さま|君|くん|ちゃん|氏))?(?:に|へ|で|を|宛て?)?(?:(?:です|でございます|と申します|といいます|と言います|だよ|だ|お願いします|おねがいします|してください)(?:けれ?ども?|が|ね|よ)?)?[。、！!.]*$`,
  'u',
)
/** What is said in place of a name by somebody who knows or tells none, or means one that was said before. */
const noName =
  /^(?:skip|pass|same|(?:the|that|this|those) [\p{Ll} ]+|(?:the )?same (?:as|one|person|again).*|as (?:before|usual|always).*|not? .*|let .*|someone .*|whoever .*)$/u
const noNameJa =
  /(?:ない|ません|ました|ます|たい|でした|ほしい|欲しい|かも|だろう|[っしせ]て|同じ|あとで|後で|また今度|誰|だれ|誰でも|だれでも|なんで|なぜ|どうして|パス|スキップ|未定|秘密|内緒|なし)$|^(?:(?:後|あと|なん|今度|まだ|前)$|前と|前回|さっきの|いつもの|それは|これは|同じ)/u

/** What was asked for, in what was answered: without what people say around it. */
export function answeredName(text: string): (Found & Span) | undefined {
  const said = text.replace(aside, '').replace(lead, '').replace(leadJa, '')
  const start = text.length - said.length
  const bare = said.replace(tail, '').replace(tailJa, '')
  const name = bare.trim()
  const words = name.split(/\s+/)
  if (
    name === '' ||
    !/\p{L}/u.test(name) ||
    words.length > 6 ||
    name.length > 80 ||
    /[?？:;@/\\<>{}]|\d{3,}/.test(name)
  )
    return undefined
  // “Make it a pony.”
  if (/^(?:an?|some|any) /.test(name)) return undefined
  if (/^\p{Ll}/u.test(name) && noName.test(name.toLowerCase())) return undefined
  if (/^(?:skip|pass|same)$/i.test(name) || noNameJa.test(name)) return undefined
  if (words.length <= 2 && words.every((word) => filler.test(word) || stop.test(word))) return undefined
  if (words.some((word) => isOfSentences.test(word))) return undefined
  if (/[。、]|(?:したい|ください|ですか|ますか|でしょうか)/u.test(name)) return undefined
  const from = start + bare.indexOf(name)
  return { value: tidyName(name), start: from, end: from + name.length, certain: false }
}

const putRightJa =
  /^(?:(?:いや|いえ|いいえ|すみません|違います|違う)[、,。\s]*)*(?:(?:名前|氏名|宛先|相手)は)?(?<old>[\p{sc=Han}\p{sc=Kana}\p{sc=Hira}ー・ ]{1,20}?)(?:さん|様|さま|君|くん|ちゃん)?(?:じゃなく|ではなく|でなく)て?[、,\s]*(?<name>.+)$/u

/** A name that is put right, or a part of it: 「花子じゃなくて華子です」 of 山田花子 makes 山田華子. */
export function nameInstead(text: string, held: string | undefined): Found | undefined {
  const match = held === undefined ? null : putRightJa.exec(text)
  const { old, name } = match?.groups ?? {}
  if (old === undefined || name === undefined || !held!.includes(old)) return undefined
  const found = answeredName(name)
  const start = text.length - name.length
  return (
    found && { ...found, value: held!.replace(old, found.value), start: start + found.start, end: start + found.end }
  )
}

const isOfSentences =
  /^(?:is|are|was|want|need|have|don'?t|not|can|cannot|please|what|when|where|how|why|send|book|cancel|think|looks|about)$/i

/** The whole of a name that was asked for, where only its beginning was found behind a cue: `to ben miller`. */
export function wholeName(text: string, found: Found): Found {
  const answer = answeredName(text)
  if (!answer || answer.start !== found.start || answer.end <= found.end) return found
  const more = text.slice(found.end, answer.end).trim().split(/\s+/)
  return more.some((word) => stop.test(word) || !/^\p{L}/u.test(word)) ? found : { ...answer, certain: found.certain }
}

/** Names that were typed without capitals are given them. */
const tidyName = (name: string): string =>
  /\p{Lu}/u.test(name)
    ? name
    : name.replace(/(^|[\s'-])(\p{Ll})/gu, (_, before: string, letter: string) => before + letter.toUpperCase())

const noJapaneseName =
  /^(?:今日|明日|明後日|本日|今週|来週|再来週|来月|今月|月曜|火曜|水曜|木曜|金曜|土曜|日曜|月曜日|火曜日|水曜日|木曜日|金曜日|土曜日|日曜日|午前|午後|正午|送金|振込|予約|代|他|別|次|先|前|後|円|ドル|時|分|日|月|年|キャンセル|変更|確認|間違|違|正|不明)$/u
