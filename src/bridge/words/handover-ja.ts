import { plain } from '../../lib/quoting.ts'
import type { handoverEn } from './handover-en.ts'

export const handoverJa: typeof handoverEn = {
  take: '担当する',
  isTaken: (name: string) => `担当: ${name}`,
  back: 'エージェントに戻す',
  close: '完了する',
  leave: 'エージェントに戻る',
  declined: '承知しました。何も引き継いでいません。',
  passed:
    '引き継ぎました。担当者が決まりしだい、ここでそのまま話せます。それまでに書いた内容も担当者に届きます。その間、私は返答しません。',
  passedOutside: (opens: string) =>
    `引き継ぎました。担当者は${opens}から対応します。それまでに書いた内容も担当者に届きます。その間、私は返答しません。`,
  taken: (name: string) => `${name}が担当します。ここに書いた内容は担当者に届き、返事もここに届きます。`,
  handedBack: (name: string) => `${name}から引き継ぎ、また私がお答えします。これまでの内容は把握しています。`,
  solved: (name: string) => `${name}がこの件を完了しました。ほかにご用があれば、また私がお答えします。`,
  left: 'また私がお答えします。これまでの内容は把握しています。',
  late: 'まだ対応できる担当者がいません。書いた内容はお預かりしていて、担当者に再度知らせました。もう一度書く必要はありません。',
  cannot:
    '担当チームに連絡できなかったため、何も引き継いでいません。管理者には知らせました。時間をおいて試すか、別の方法で担当チームにご連絡ください。',
  gone: 'ここからは担当チームに連絡できなくなったため、また私がお答えします。管理者には知らせました。',
  wants: (person: string, agent: string, place: string) =>
    `**${person}** さんが担当者との会話を希望しています（${agent}、${place}）。`,
  why: {
    wish: '本人の希望です。',
    scenario: 'シナリオが担当者への引き継ぎで終わりました。',
    thumb: '回答に低評価が付きました。',
    unanswered: 'エージェントが続けて回答できませんでした。',
  },
  direct: (platform: string) => `${platform} のダイレクトメッセージ`,
  channel: (platform: string) => `${platform} のチャンネル`,
  summary: '**要約:**',
  waiting: '_担当者を待っています。「担当する」を押した人が、このメッセージのスレッドで本人と話します。_',
  takenBy: (name: string) =>
    `_${name}が担当しています。このスレッドに書いた内容は本人に届き、本人の返事もここに届きます。同僚の名前を挙げた書き込みは届きません。_`,
  ended: {
    declined: '_完了しました。_',
    left: '_完了: 本人がエージェントに戻りました。_',
    back: '_エージェントに戻しました。_',
    solved: '_完了しました。_',
    refused: '_完了しました。_',
    gone: '_完了しました。_',
    expired: '_完了しました。_',
  },
  theyLeft: '_本人がエージェントに戻りました。ここに書いた内容は、もう本人に届きません。_',
  backHere: (name) => `_${name}がエージェントに戻しました。ここに書いた内容は、もう本人には届きません。_`,
  closedHere: (name) => `_${name}がこの件を完了しました。ここに書いた内容は、もう本人には届きません。_`,
  stillWaiting: (name: string) => `_${name} さんが「担当する」を押す人をまだ待っています。_`,
  takeFirst: 'まだ担当者が決まっていないため、ここに書いた内容は本人に届きません。先に「担当する」を押してください。',
  already: (name: string) => `${name}がすでに担当しています。スレッドにはあなたも書き込めます。`,
  over: 'この件は終わっています。もう何も届きません。',
  ownerNote: (agent: string, channel: string, why: string) =>
    `担当者と話したい人がいましたが、${agent} は \`handover\` の設定にある \`${channel}\` に投稿できませんでした（${why}）。投稿を許可するか、別のチャンネルを設定してください。`,
  noChannel: 'その場所に私がインストールされていないか、チャンネルの指定がプラットフォームの形式ではありません',
  from: (name: string, text: string) => `**${name}:** ${text}`,
  suggested: '_私ならこう答えます。見えているのは担当チームだけで、送ると本人に届きます。_',
  send: '送る',
  perhapsAgain: '_送信中に中断したため、すでに届いている可能性があります。_',
  somebody: '担当者',
  notTaken: (name: string) => `_${plain(name)} は届けられませんでした。この場所では受け取れません。_`,
  lost: {
    large: (names: string) =>
      `_${plain(names, 300)} は届けられませんでした。1 件のメッセージで送れるのは合計 1 MB までです。_`,
    many: (names: string) =>
      `_${plain(names, 300)} は届けられませんでした。1 件のメッセージで送れるファイルは 3 個までです。_`,
    unfetched: (names: string) => `_${plain(names, 300)} は取得できなかったため、届けられませんでした。_`,
    hidden: (_names: string) =>
      '_添付ファイルがありましたが、どのファイルか確認できなかったため、届けられませんでした。_',
  },
}
