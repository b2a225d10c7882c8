import { plain } from '../../../../lib/quoting.ts'
import type { proposing as en } from '../en/proposing.ts'

export const proposing: typeof en = {
  byModel: 'このようにしてはどうでしょうか。',
  byTemplate: '考えるモデルがないので、ひな形から作りました。',
  prompt: 'プロンプト:',
  opening: '最初のことば:',
  rules: 'ルール:',
  nothingYet: 'まだ何も作っていません。作ったあとで、どれも変えられます。',
  make: '作る',
  look: '下書きを見る',
  made: (id, name) =>
    `**${plain(name)}** \`${id}\` を、名前とプロンプトで作りました。最初のことばとルールは下書きにあります。`,
  tried: '下書きに聞いてみました。',
  right: (ask, rule) => `- ✔ ${plain(ask)} → ルール ${rule}`,
  otherwise: (ask, rule) => `- ✘ ${plain(ask)} → ルール ${rule} ではありません。そのルールに言い方を足してください`,
  publishIt: (id) =>
    `よければ下書きを公開してください。使う場所を決めるまで、どこでも答えません: \`/agent use ${id}\`。`,
}
