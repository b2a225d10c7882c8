import { isQuestion } from './phrases.ts'

const no =
  /^(?:(?:oh|um|well|sorry|hmm),? )*(?:no|nope|nah|na|nay|negative|not (?:really|now|yet|at all|quite|today)|no,? (?:thanks|thank you|way)|absolutely not|of course not|certainly not|don'?t|do not|i (?:don'?t|do not|won'?t|will not|would rather not|'d rather not)(?: think so| want (?:to|that|it)?)?|never|rather not|that'?s (?:not right|wrong|incorrect)|wrong|incorrect)\b/iu
const yes =
  /^(?:(?:oh|um|well|hmm|and|ok(?:ay)?,? then),? )*(?:y|yes|yep|yeah|yea|yup|ya|aye|sure|certainly|definitely|absolutely|of course|ok|okay|okey|k|right|correct|exactly|indeed|please(?: do(?: (?:it|so|that))?)?(?=[\s.!,]*(?:$|[,.!]))|please,? go ahead|go ahead|do it|sounds good|fine|that'?s (?:right|correct|fine|it)|i (?:do|am|would|will|agree|confirm)|confirm(?:ed)?|affirmative|why not|by all means|perfect|great|(?:looks|all) good|👍)(?![\p{L}\p{N}])/iu
const ambiguous =
  /^(?:no problem|no worries|yes and no|maybe|perhaps|not sure|i(?:'?m| am) not sure|i don'?t know|大丈夫(?:です)?|結構(?:です)?|いいです|けっこう(?:です)?|どうかな|たぶん|多分)[\s.!。！]*$/iu
const pauseJa = '(?:あ、|えっと、|えーと、)?'
const noJa = new RegExp(
  `^${pauseJa}(?:いいえ|いえ(?!す)|ううん(?!、?と)|いや|違い(?!な|あり|ござ)|違う|ちがう|ちがい(?!な|あり|ござ)|だめ|ダメ|駄目|不要|いりません|いらない|結構です。?いりません|やめ|しません|しない|ありません|ないです|いません|そうじゃな|そうではな|ノー|間違(?!いは?(?:な|あり|ござ))|合って(?:い?ません|い?ない)|あって(?:い?ません|い?ない)|正しく(?:な|あり)|お願いしま?せん|確定しない)`,
  'u',
)
/** 「間違いない」 and 「問題ありません」 deny a fault, and agree. */
const faultless = '(?:間違い|まちがい|問題|異論|異存)は?(?:な(?:い|し)|ありません|ございません)'
const yesJa = new RegExp(
  `^${pauseJa}(?:はい|ええ(?!と)|うん(?!ざり)|そう(?:です|だよ|だね|。|$)|お願い|おねがい|いいよ|いいですよ|了解|OK|ok|オッケー|オーケー|もちろん|その通り|そのとおり|合ってい|あってい|合って(?:る|ます)|正しい|イエス|いえす|ぜひ|承知|あります|います|確定|それで(?:お願い|いい|結構|大丈夫|OK|$)|${faultless})`,
  'u',
)

/** What takes back, puts off or denies, wherever it stands: no agreement holds it. */
const denial =
  /\b(?:not|no|nope|never|cannot|\w+n['’]?t|wait|later|stop|cancel|rather|wrong|except|unsure|nothing|forget)\b|ない|なく|ません|ぬ(?=[。、]|$)|じゃ(?!あ)|(?:ちょっと|少し)?待っ|あとで|後で|やめ|止め|取り消|キャンセル|違|ちがい|ちがう|困|だめ|ダメ|駄目|嫌|いや/iu
const faultlessAnywhere = new RegExp(
  `${faultless}(?:です)?|(?:構|かま)(?:い(?:は)?ません|わない)|違い(?:ない|ありません)`,
  'gu',
)
const isDenied = (text: string): boolean => denial.test(text.replace(faultlessAnywhere, ''))

const tidied = (text: string): string => text.normalize('NFKC').trim().replace(/[’]/g, "'")

/** Whether a text may mean yes as well as no: `no problem`, `大丈夫です`. */
export const mayBeEither = (text: string): boolean => ambiguous.test(tidied(text))

/**
 * Yes or no, from how a text begins; undefined where it says neither, may say both (`no problem`, `大丈夫です`), or where what begins
 * like a yes is denied or asked in the same breath: `それでよくない`, `ok wait`, `yes?`.
 */
export function yesOrNo(text: string): 'yes' | 'no' | undefined {
  const said = tidied(text)
  if (mayBeEither(said)) return undefined
  if (no.test(said) || noJa.test(said)) return 'no'
  if (yes.test(said) || yesJa.test(said)) {
    const [clause = ''] = /^[^,.!?;。、！？]*[?？]?/u.exec(said) ?? []
    return isDenied(clause) || isQuestion(clause) ? undefined : 'yes'
  }
  if (/^(?:👎|✖️?|❌|×|バツ)$/u.test(said)) return 'no'
  return /^(?:👍|✅|○|〇|◯|マル)$/u.test(said) ? 'yes' : undefined
}

const polite =
  'oh|um|well|hmm|and|then|now|please|thanks|thank you(?: very much| so much)?|cheers|では|じゃあ|それでは|ありがとう(?:ございます)?|どうぞ|よろしく(?:お願い(?:します|いたします|致します))?|あ|えっと|えーと'
const it = '(?:it|this|that|everything|all)'
const agreed = [
  'y|yes|yep|yeah|yea|yup|ya|aye|sure(?: thing)?|certainly|definitely|absolutely|of course|ok|okay|okey|k|right|correct|exactly|indeed|affirmative|why not|by all means|perfect|great|good|fine|👍|✅|○|〇|◯|マル',
  `please do(?: (?:it|so|that))?|go ahead|proceed|(?:do|send|book|submit|confirm) ${it}|confirm(?:ed)?|sounds (?:good|right|great|fine)|(?:looks|all) (?:good|right|correct|fine)`,
  `(?:${it}(?: is|'s| looks) )?(?:all )?(?:right|correct|fine|good|great|perfect|it)|it is|that's all|i(?:'m| am) sure|i (?:do|am|will|agree|confirm)`,
  'はい|は[ーぁ]い|ええ|うん|そう(?:です|だよ|だね)?|(?:お願い|おねがい)(?:します|いたします|致します)?|いい(?:です)?よ|(?:OK|ok|オッケー|オーケー)(?:です|だよ)?|もちろん(?:です)?|(?:その通り|そのとおり)(?:です)?|(?:合って|あって)い?(?:る|ます)|正しい(?:です)?|イエス|いえす|ぜひ|承知(?:しました)?|了解(?:です|しました)?',
  `それで(?:お願い(?:します|いたします|致します)|(?:いい|結構|大丈夫|OK)(?:です)?|進めてください)|確定(?:です|します|する|してください)?|(?:送って|進めて|予約して|送信して|実行して)(?:ください|下さい)?|${faultless}(?:です)?|(?:構い|かまい)ません`,
].join('|')
const pause = '[\\s,.!;。、！~ー]*'
const agreement = new RegExp(
  `^${pause}(?:(?:${polite})(?![a-z])${pause})*(?:${agreed})(?![a-z])(?:[ねよわ]${pause})?(?:${pause}(?:${agreed}|(?<=(?:はい|ええ|うん).*)(?:いい|大丈夫|結構)です|${polite})(?![a-z])[ねよわ]?)*${pause}$`,
  'iu',
)

/** Whether the whole of a text agrees, and says nothing besides: what somebody is asked to confirm is done on no less. */
export const agrees = (text: string): boolean =>
  text.length <= longestYes && agreement.test(tidied(text)) && !mayBeEither(text)
/** In UTF-16 units: whoever writes more says more than yes. */
const longestYes = 40

/** Whether a text begins like an answer to a yes-or-no question, or denies something. */
export function soundsLikeYesOrNo(text: string): boolean {
  const said = tidied(text)
  return [no, noJa, yes, yesJa, ambiguous].some((one) => one.test(said)) || isDenied(said)
}

/** What a question of yes or no asks whether it is so: 「初めて」 of 「初めてですか？」, “first visit” of “Is it your first visit?”. */
function predicatesOf(question: string): string[] {
  const said = tidied(question)
  const japanese = /([^。！!?、]+?)(?:です|でしょう|なの?)?か[。?\s]*$/u.exec(said)?.[1]
  if (japanese !== undefined) return [japanese, japanese.replace(/^.*[はがも]/u, '')].filter(Boolean).map(inKana)
  const english = /^(?:is|are|was|were) (?:it|this|that|you|they) (?:your |my |the |an? )?(.+?)\s*[?]*$/iu.exec(
    said,
  )?.[1]
  return english === undefined ? [] : [english.toLowerCase(), english.toLowerCase().replace(/^(first)\b.*/u, '$1')]
}

/** People write it either way. */
const inKana = (text: string): string => text.replaceAll('初めて', 'はじめて')
const isSo =
  /^(?:(?:です|だ|なん(?:です|だ)|になります|の.{1,8}です|の)?(?:よ|ね|けど|が)?|time|one|visit)[\s。.!！]*$/u
const isNotSo = /^(?:(?:じゃ|では|で)は?(?:な|あり)|くな|ない)/u
const ordinal =
  /^(?:[2-9]|1\d|[二三四五六七八九十何])(?:回|度)目|^(?:second|third|fourth|fifth|last|2nd|3rd|[4-9]th)\b/iu
const firstOnly = /^(?:はじめて|初診|初回|first\b)/iu

/**
 * Yes, where what a question asks is said of oneself (“初めてです”), no where it is denied (「初めてじゃないです」, 「参加しません」) or another
 * place in the row is said than the first that was asked for (「2回目です」). `names` are what else it is called.
 */
export function echoed(
  text: string,
  questions: readonly string[],
  names: readonly string[] = [],
): 'yes' | 'no' | undefined {
  if (isQuestion(text)) return undefined
  const said = inKana(tidied(text))
    .replace(
      /^(?:it['’]?s|it is|this is|that['’]?s|i am|i['’]m|we are)\s+(?:not\s+(?:my |our |the |an? )?|(?:my |our |the |an? ))?/iu,
      (it) => (/\bnot\b/iu.test(it) ? '\u0000' : ''),
    )
    .toLowerCase()
  const isDeniedFirst = said.startsWith('\u0000')
  const bare = said.replace('\u0000', '')
  const predicates = [...questions.flatMap(predicatesOf), ...names.map((name) => inKana(name.toLowerCase()))]
  for (const predicate of predicates.toSorted((a, b) => b.length - a.length)) {
    const denied = predicate.replace(/ます$/u, 'ません')
    if (denied !== predicate && bare.startsWith(denied)) return 'no'
    if (!bare.startsWith(predicate)) continue
    const rest = bare.slice(predicate.length).trimStart()
    if (isNotSo.test(rest)) return 'no'
    if (isSo.test(rest)) return isDeniedFirst ? 'no' : 'yes'
  }
  return predicates.some((one) => firstOnly.test(one)) && ordinal.test(bare) && !isDeniedFirst ? 'no' : undefined
}
