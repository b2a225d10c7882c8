import type { en } from './en.ts'

export const ja: typeof en = {
  addYes: (label) => `実行するには --yes を付けてください:${label}`,
  now: (value) => `(現在は ${value})`,
  path: 'パス',
  usage: {
    noForm: (command) => `\`parley agent ${command}\` にはフォームがないため、--set と --file は使えません。`,
    noFileForm: 'このフォームではファイルを渡せません。',
    noField: (name, names) => `${name} という項目はありません。項目は次のとおりです:${names}`,
    noButton: (label, labels) =>
      `${label} というボタンはありません${labels === '' ? '' : `(あるのは ${labels})`}。ここまでの操作は実行済みです。`,
  },
}
