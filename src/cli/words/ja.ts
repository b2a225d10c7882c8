import type { en } from './en.ts'

export const ja: typeof en = {
  addYes: (label) => `実行するには --yes を付けてください:${label}`,
  canPress: (options) => `もう一度このコマンドに付けて実行すると押せます: ${options.join('、')}`,
  notInPlayground:
    'アカウントが別なので、プレイグラウンドからは見えません。プレイグラウンド用に作るには --account @playground を付けてください。',
  now: (value) => `(現在は ${value})`,
  path: 'パス',
  why: {
    which: 'どのターンかを ID で、または誰の最後のターンかを --agent で指定してください。',
    last: (most) => `--last は 1 から ${most} までの数にしてください。`,
    none: 'そのターンはありません。',
    noTurn: (id) => `ターン ${id} はありません。`,
  },
  isShared:
    'このデータベースは複数のプロセスで共有しているため、ここから話すとプロセスがもう 1 つ増えることになります。普段の場所でエージェントと話すか、PARLEY_DATA に自分のフォルダーを指定し、REDIS_URL、WORKERS、ROLES を外してください。',
  inUse: (folder) =>
    `データフォルダー ${folder} では、別の Parley が動いています。先に止めるか、普段の場所でエージェントと話すか、PARLEY_DATA に別のフォルダーを指定してください。`,
  noDatabase: (folder) =>
    `${folder} には何も保存されていません(parley.db がありません)。サーバーのフォルダーを PARLEY_DATA で、またはデータベースを DATABASE_URL で指定してください。`,
  more: (where) => `詳細: ${where}`,
  helpLists: '`parley help` でコマンドの一覧を表示できます。',
  usage: {
    noCommand: (typed, near) =>
      `\`parley ${typed}\` というコマンドはありません。${near === undefined ? '' : `${near} のことですか？`}`,
    wordMore: (typed, names) => `\`parley ${typed}\` の後にもう 1 語必要です: ${names}`,
    noForm: (command) => `\`parley agent ${command}\` にはフォームがないため、--set と --file は使えません。`,
    noFileForm: 'このフォームではファイルを渡せません。',
    noField: (name, names) => `${name} という項目はありません。項目は次のとおりです:${names}`,
    noButton: (label, labels) =>
      `${label} というボタンはありません${labels === '' ? '' : `(あるのは ${labels})`}。ここまでの操作は実行済みです。`,
  },
}
