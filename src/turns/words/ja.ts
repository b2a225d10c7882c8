import type { en as english } from './en.ts'

export const ja: typeof english = {
  restarted: '回答の途中で再起動しました。申し訳ありません。',
  stale: 'このメッセージを受け取った時に停止していました。今お答えしましょうか?',
  somethingWentWrong: '問題が発生しました。もう一度お試しください。',
  agentGone: 'このエージェントはもう存在しません。',
  paused: '現在すべての回答を一時停止しています。しばらくしてからもう一度お試しください。',
  shuttingDown: 'サービスを再起動しています。少し待ってからもう一度お試しください。',
  queueFull: 'このユーザーの未回答のメッセージが多すぎます。回答を待ってからもう一度お試しください。',
  capReached: 'プランの今月の会話数の上限に達しました。翌月1日(UTC)から再び利用できます。',
  budgetReached: (whose, when) => `${whose}が上限に達しました。${when}再び回答できます。`,
  budgetOf: {
    person: 'あなたの利用枠',
    role: 'あなたのロールの利用枠',
    channel: 'このチャンネルの利用枠',
    key: 'このキーの利用枠',
    server: 'このワークスペースの利用枠',
    tool: 'このツールの利用枠',
    agent: 'このエージェントの利用枠',
    account: 'ここでの利用枠',
  },
  inSeconds: (seconds) => `${seconds}秒後に`,
  fromTime: (time) => `${time} から`,
  priceUnknown: (model) =>
    `金額の上限が設定されていますが、${model} の価格が登録されていないため、利用できません。管理者にお知らせください。`,
}
