import type { en } from './en.ts'

export const ja: typeof en = {
  labels: { version: 'バージョン', data: 'データ', platforms: '接続先', model: 'モデル', agents: 'エージェント' },
  sqlite: (folder) => `${folder} (SQLite)`,
  postgres: (folder) => `PostgreSQL。キーとファイルは ${folder}`,
  noPlatform: 'なし。`parley init` でつなげます',
  noModel: 'なし。エージェントは、書かれた答えと、知っていることを答えます',
  noAgent: 'なし。`/agent create` か、config/agents のフォルダーで作れます',
  noPlayground: 'プレイグラウンドは閉じています。API は /api にあり、/readyz が状態を伝えます。',
  agents: (count, names) => `${count} 個: ${names}`,
  doctor: {
    noPlatform: (all) => `どこにも接続していません。接続できるのは ${all} です。`,
    waits: (name, since, decide) => `${name} は ${since} から承認を待っています。${decide} で決めてください。`,
    decide: (approve) => `\`${approve}\` または \`refuse\``,
    refuses: (count, since, detail) =>
      `${since} から ${count} 回、回答を拒否しています(${detail})。そこで尋ねた人には、本人だけに伝えています。アプリに書き込みを許可してください。`,
    damaged: (damage) =>
      `ファイルが壊れています(${damage})。Parley を止め、コピーを取ってから、最新のバックアップを復元してください(docs/backup.md)。`,
    writes: 'PostgreSQL に書き込めます。',
    isWhole: (folder) => `${folder} のファイルは正常で、書き込めます。`,
    isFull: (folder) =>
      `${folder} のファイルは正常ですが、ディスクがいっぱいです。書き込めるのはログに残る空きまでで、そのあとはメッセージを受け取れません。`,
    takesNothing: (why) => `書き込めません(${why})。壊れていないかは \`parley verify\` で確認できます。`,
    paused: (account, since, why) =>
      `${account === undefined ? 'すべて' : `アカウント ${account} `}が ${since} から一時停止しています${why === null ? '' : `(${why})`}。\`${account === undefined ? 'parley resume' : '/agent resume'}\`${account === undefined ? '' : '(チャット)'}で再開します。`,
    answers: (who) => `${who} は応答しています。`,
    free: (size, folder) => `${folder} のあるディスクの空きは ${size} です。`,
    makeRoom:
      '空きを作るか、PARLEY_DATA をより大きなディスクに移してください。データベースがいっぱいになると、メッセージを受け取れません。',
    freeUnknown: (why) => `空き容量を確認できません(${why})。`,
    modelAnswers: (model, provider, ms) =>
      `モデルを指定しないエージェントには ${provider} の ${model} が答えます。${ms} ms で応答を始めました。`,
    noModel:
      'モデルに接続していません。エージェントは書かれた回答だけを返します。詳しくは docs/models.md を参照してください。',
    modelFails: (why) => `${why} キーとアドレスを確認してください。詳しくは docs/models.md を参照してください。`,
    embeds: (model, numbers) => `${model} は意味を ${numbers} 個の数で表します。`,
    embedsNothing: (why) =>
      `${why}。PARLEY_EMBEDDINGS_BASE_URL、_MODEL、_API_KEY が正しく設定されるまで、ナレッジは言葉だけで検索されます。`,
    leadsHere: (url) => `${url} で Parley が応答しています。`,
    leadsNowhere: (url) => `${url} で応答するものがありません。Parley を起動してから、もう一度確認してください。`,
    leadsElsewhere: (url) =>
      `Parley は動いていますが、ここから ${url} を開いても届きません。PUBLIC_URL、名前のアドレス、前段のプロキシを確認してください。`,
  },
}
