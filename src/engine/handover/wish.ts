/** More words than these are about something, in which a person may stand as well. */
const longest = 80

/** Whoever helps: “a human”, “somebody from support”, “your team”. */
const who =
  '(?:an? |the |some |your |one of your )?(?:real |actual |live |human )*(?:human(?: being)?|person|people|operator|representative|support(?: (?:team|staff|agent|person))?|staff(?: member)?|team(?: member)?|human agent|live agent|someone|somebody|colleague)(?: (?:from|of|in) (?:the |your )?(?:support|team|staff)(?: team)?)?'
const polite = '(?:,? ?(?:please|now|instead|thanks|thank you))*'
const begins = '(?:(?:please|ok|okay|hey|hi|hello|no|sorry)[,.! ]+)*'
const wants =
  "(?:(?:can|could|may|might) (?:i|you|we) |i (?:want|need|wish|have)(?: to)? |i(?:'d| would) (?:like|prefer|rather)(?: to)? |let me |is it possible to |how (?:can|do) i )?"
const reach =
  '(?:please )?(?:talk|speak|chat|write)(?: to| with)|(?:please )?(?:get|connect|transfer|hand|pass|put|forward|escalate|switch)(?: (?:me|this|it|us))?(?: over| through| on)?(?: to| with)?|(?:please )?(?:call|contact|reach)'

const english = [
  new RegExp(`^${begins}${wants}(?:${reach}) ${who}${polite}$`),
  // Nothing but that: “a human please”, “human agent”, “I need a real person”.
  new RegExp(
    `^${begins}(?:i (?:want|need)(?: to have)? |i(?:'d| would) like |give me )?(?:an? )?(?:real |actual |live )*(?:human(?: being)?|human agent|live agent|human operator|operator|real person|actual person|live person|person|representative|human support)${polite}$`,
  ),
]

const someone =
  '(?:人間|ヒト|人|有人|オペレーター?|オペレータ|担当者?|担当の(?:方|人|者)|係の?(?:方|人|者)|係員|スタッフ|サポート(?:の(?:方|人))?|窓口|誰か|だれか)(?:の(?:方|人|オペレーター|担当者?|スタッフ))?(?:さん)?'
const japanese = [
  new RegExp(
    `^(?:すみません|あの|いや|もう)?(?:直接)?${someone}(?:と|に|へ|を)(?:直接)?(?:話|はな|会話|相談|チャット|つな|繋|代わ|替わ|かわ|変わ|交代|取り次|とりつ|連絡|呼|よ|お願い|おねがい|転送|引き継|引継|回し|まわし|問い合わせ)[^がは？]*$`,
  ),
  new RegExp(`^(?:すみません)?${someone}(?:で|対応)?(?:を|で)?(?:お願い|おねがい|希望|ください|下さい)[^がは]*$`),
  /^(?:有人|人間)(?:の)?(?:対応|サポート|チャット|窓口)?(?:に|を|へ|で)?(?:してほしい|希望)?$/,
]

/** Whether somebody wants to talk with a person, and says nothing else: “a human please”, 「人と話したい」. */
export function wantsPerson(utterance: string): boolean {
  if (utterance.length > longest) return false
  const said = utterance
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[’‘]/g, "'")
    .replace(/\s+/g, ' ')
    .replace(/[\s.!?。!？、…~〜ー]+$/u, (end) => (end.startsWith('ー') ? 'ー' : ''))
    .trim()
  const close = said.replace(/[\s、,。]/g, '')
  return english.some((one) => one.test(said)) || japanese.some((one) => one.test(close))
}
