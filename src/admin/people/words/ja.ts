import type { en } from './en.ts'

export const ja: typeof en = {
  pageTitle: 'あなたについて保存されている内容',
  pageAbout: (people, account, at) => `${people}（アカウント ${account}）、${at} 時点。`,
  elsewhere: 'エージェント以外',
  nothing: '保存されている内容はありません。',
  sections: {
    state: '状態',
    facts: '覚えている事実と要約',
    conversations: '会話',
    turns: '回答',
    files: 'ファイル',
    waiting: '待機中、または回答したばかりのメッセージ',
    timers: 'タイマーとリマインダー',
    calls: '他のサービスへの呼び出し',
    opinions: '回答への評価',
    connections: 'エージェントがあなたの名前で使えるサービス',
    approvals: '今後の呼び出しを承認済みのツール',
    said: 'エージェントがいる場所での発言',
  },
}
