import { plain } from '../../lib/quoting.ts'
import type { timersEn } from './timers-en.ts'

const every = (minutes: number): string => {
  if (minutes < 60) return `${minutes}分ごとに`
  return minutes === 1440 ? '1日1回' : `${minutes / 60}時間ごとに`
}

export const timersJa: typeof timersEn = {
  willRemind: (when, text) => (text === '' ? `${when}にお知らせします。` : `${when}にお知らせします: ${text}`),
  whenToRemind: 'いつお知らせしましょうか。「明日9時にベンへの電話を思い出させて」のように、一文でお伝えください。',
  pastReminder: (when) => `${when}はもう過ぎています。これからの時刻をお伝えください。`,
  onceOnly:
    '繰り返しのお知らせはお受けできず、お知らせは一度だけです。「明日9時にベンへの電話を思い出させて」のように、一つの日時でお伝えください。定期的なお知らせは、管理者が `/agent schedule add` で設定できます。',
  farReminder: '一年より先のお知らせはできません。もう少し近い日時をお伝えください。',
  noReminders:
    'リマインダーが有効になっていないため、お知らせできません。管理者が設定の `reminders: true` で有効にできます。',
  reminder: (text) => (text === '' ? '⏰ お知らせの時間です。' : `⏰ お知らせ: ${text}`),
  watching: (what, minutes, until) =>
    `👀 「${plain(what, 300)}」: ${until}まで${every(minutes)}確認し、条件を満たしたらここでお知らせします。`,
  stopLooking: '見張りをやめて',
  howToStopLooking: '「見張りをやめて」と言うと、確認をやめます。',
  stoppedLooking: '承知しました。確認をやめました。',
  watchTooOften: (minutes) => `確認の間隔は最短で${minutes}分です。`,
  watchTooLong: (days) => `確認を続けられるのは最長で${days}日間です。`,
  tooManyWatches: (most) =>
    `すでに${most}件を確認しており、お一人あたりの上限に達しています。依頼した会話で「見張りをやめて」と言うと減らせます。`,
  come: (what, text) => `🔔 お知らせのご依頼: 「${plain(what, 300)}」\n\n${text}`,
  notCome: (what) => `⏳ 「${plain(what, 300)}」は期限までに起こりませんでした。確認を終わります。`,
  watchFailed: (what, tool, times) =>
    `⚠️ 「${plain(what, 300)}」を確認できませんでした。${plain(tool)} が${times}回続けて失敗したため、確認を終わります。`,
  watchOff: (what, tool) =>
    `⚠️ 「${plain(what, 300)}」の確認を終わります。${plain(tool)} を自動で呼び出すことができなくなりました。`,
  late: (when) => `_${when}のお知らせでした。その時刻にお送りできず、申し訳ありません。_`,
  missed: (count) => `_停止していた間の${count}件は省きました。_`,
  stop: 'このお知らせを止める',
  goOn: 'お知らせを再開する',
  howToStop: '_こちらからお送りしたメッセージです。「このお知らせを止める」と言うと、ここには送らなくなります。_',
  stopped: '承知しました。こちらからはもうお送りしません。「お知らせを再開する」と言うと元に戻ります。',
  goesOn: '承知しました。お知らせを再開します。',
}
