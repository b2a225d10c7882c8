/** What Japanese questions end with that says nothing of what they ask about: 「…とは何ですか」, 「…について教えてください」, 「…の方法」. */
const ends = [
  /(?:の(?:こと|意味))?(?:を|について|に関して|が|は)?(?:もう少し|もっと|詳しく|くわしく)?(?:教えて|知りたい|説明して)(?:ください|下さい|ほしい|欲しい|もらえますか|いただけますか|くれますか|のです|んです|です|が|けど|の|ね)*$/u,
  /(?:とは|って)(?:何|なん|なに|どういうもの|どんなもの|どういう意味)?(?:のこと|なの)?(?:ですか|でしょうか|です|か)?$/u,
  /(?<=[a-z0-9])(?:は|の意味は)(?:何|なん)(?:ですか|でしょうか|か)?$/iu,
  /の?(?:方法|やり方|仕方|しかた|手順)(?:は|を|が)?(?:何|なん)?(?:ですか|でしょうか)?$/u,
  /(?<=\p{sc=Han})[きぎしちにびみりえけげせてねべめれい]?方(?:は|を|が)?$/u,
  /(?<=[a-z0-9ー\p{sc=Han}\p{sc=Kana}])[はが](?:必要|要る|いる|要りますか|いりますか)(?:なの|なん)?(?:ですか|でしょうか|か)?$/iu,
]

/** In UTF-16 units: what is left must still name something. */
const least = 2

/** A question without what only asks, so that no passage need hold it. */
export function withoutAsking(text: string): string {
  const whole = text.normalize('NFKC').replace(/[\s?。、!]+$/u, '')
  const left = ends.reduce((rest, end) => rest.replace(end, '').trimEnd(), whole)
  return left !== whole && left.length >= least ? left : text
}
