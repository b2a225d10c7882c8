import type { en } from '../en/index.ts'

export const me: (typeof en)['me'] = {
  kept: (uid) => `あなた（\`${uid}\`）について、ここに保存されている内容：`,
  nothing: (uid) => `あなた（\`${uid}\`）について、ここに保存されている内容はありません。`,
  elsewhere: 'エージェント以外',
  comma: '、',
  counts: {
    state: (count) => `状態の値 ${count} 件`,
    facts: (count) => `事実と要約 ${count} 行`,
    conversations: (count) => `覚えているメッセージ ${count} 件`,
    turns: (count) => `回答 ${count} 件`,
    files: (count) => `ファイル ${count} 件`,
    waiting: (count) => `待機中、または回答したばかりのメッセージ ${count} 件`,
    timers: (count) => `タイマーとリマインダー ${count} 件`,
    calls: (count) => `他のサービスへの呼び出し ${count} 件`,
    opinions: (count) => `回答への評価 ${count} 件`,
    connections: (count) => `接続したサービス ${count} 件`,
    approvals: (count) => `継続中の承認 ${count} 件`,
    said: (count) => `チャンネルでの発言 ${count} 件`,
  },
  keptFor: (days) => `（会話の保管期間は ${days} 日）`,
  limits: (count) =>
    count === 0
      ? 'あなただけの上限は設定されていません。書いた量と使った量は最長 62 日間数えられます。'
      : `あなただけの上限が ${count} 件設定されています。書いた量と使った量は最長 62 日間数えられます。`,
  roles: (roles) => `あなたはここで${roles}です。そのロールと、そのロールで行ったことは残ります。`,
  links: (uids) =>
    uids.length === 0
      ? 'あなたのアカウントは他のアカウントと連携していません。`/agent link` で連携できます。'
      : `${uids.map((uid) => `\`${uid}\``).join('、')} と同じ人として連携しており、上の内容はすべてを合わせたものです。\`/agent unlink\` で解除できます。`,
  isPaused: '一時停止中です。再開するまで、書いた内容は保存も回答もされません。',
  export: 'ページで書き出す',
  exportJson: 'JSON で書き出す',
  facts: '私についての事実…',
  connections: '与えた許可…',
  forget: '忘れる…',
  forgetNow: '今すぐ忘れる',
  pause: '一時停止',
  resume: '再開',
  exported:
    'あなたについて保存されているすべての内容です。他の人の内容は含まれません。ファイルは他の人に渡さないでください。',
  forgetsAll:
    'ここのすべてのエージェントが保存しているあなたの内容（状態、事実、要約、会話、回答、ファイル、待機中のもの、チャンネルでの発言）をすべて消します。元に戻せません。このプラットフォーム上のメッセージ、オーナーや管理者として行ったこと、オーナーが設定した上限やブロックは残ります。',
  forgetsAgent: (agent) =>
    `\`${agent}\` が保存しているあなたの内容（状態、事実、要約、会話、回答、ファイル、待機中のもの）をすべて消します。元に戻せません。他のエージェントの内容は残ります。`,
  forgotten: (rows, receipt, isLeft) =>
    `完了しました。${rows} 件を消しました。控えは \`${receipt}\` です。記録に残るのはこの控えだけで、あなたの名前は残りません。${isLeft ? 'データベースのファイルに残る写しは、明日までに上書きされます。' : ''}一時停止しないかぎり、これから書く内容はまた保存されます。`,
  paused:
    '一時停止しました。これから書く内容は、どのエージェントにも保存も回答もされません。これまでの内容は、忘れるまで残ります。再開するには「再開」を押すか、`/agent me` を使ってください。',
  resumed: '再開しました。これから書く内容は保存され、回答されます。',
  noFacts: 'あなたについての事実を記録しているエージェントはありません。',
  factsTitle: 'あなたについての事実',
  factsListed:
    'あなたの発言からエージェントが記録した内容です。一つ選び、正しい内容を書いてください。空のままなら忘れます：',
  whichFact: 'どれ',
  newText: '正しい内容（空なら忘れる）',
  change: '変更',
  factGone: 'その記録はもうありません。',
  factForgotten: '忘れました。',
  factChanged: '変更しました。',
}
