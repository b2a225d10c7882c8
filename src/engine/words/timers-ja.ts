import type { timersEn } from './timers-en.ts'

export const timersJa: typeof timersEn = {
  willRemind: (when, text) => (text === '' ? `${when}にお知らせします。` : `${when}にお知らせします: ${text}`),
  whenToRemind: 'いつお知らせしましょうか。「明日9時にベンへの電話を思い出させて」のように、一文でお伝えください。',
  pastReminder: (when) => `${when}はもう過ぎています。これからの時刻をお伝えください。`,
  onceOnly:
    '繰り返しのお知らせはお受けできず、お知らせは一度だけです。「明日9時にベンへの電話を思い出させて」のように、一つの日時でお伝えください。定期的なお知らせは、管理者が `/agent schedule add` で設定できます。',
  farReminder: '一年より先のお知らせはできません。もう少し近い日時をお伝えください。',
  reminder: (text) => (text === '' ? '⏰ お知らせの時間です。' : `⏰ お知らせ: ${text}`),
  late: (when) => `_${when}のお知らせでした。その時刻にお送りできず、申し訳ありません。_`,
  missed: (count) => `_停止していた間の${count}件は省きました。_`,
  stop: 'このお知らせを止める',
  goOn: 'お知らせを再開する',
  howToStop: '_こちらからお送りしたメッセージです。「このお知らせを止める」と言うと、ここには送らなくなります。_',
  stopped: '承知しました。こちらからはもうお送りしません。「お知らせを再開する」と言うと元に戻ります。',
  goesOn: '承知しました。お知らせを再開します。',
}
