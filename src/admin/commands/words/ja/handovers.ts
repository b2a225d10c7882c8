import { moment } from '../../../../lib/moment.ts'
import type { handovers as english } from '../en/handovers.ts'

export const handovers: typeof english = {
  none: 'まだ担当者に引き継がれた会話はありません。',
  all: (agent: string) => `${agent} から担当者に引き継がれた会話（新しい順）:`,
  standing: { asked: '確認中', agreed: '送信中', waiting: '**待機中**', taken: '対応中', closed: '完了' },
  ended: {
    declined: '本人が辞退',
    left: '本人がエージェントに戻った',
    back: 'エージェントに戻した',
    solved: '完了',
    refused: '投稿できなかった',
    gone: 'チャンネルがなくなった',
    expired: '期限切れ',
  },
  why: {
    wish: '本人の希望',
    scenario: 'シナリオから',
    thumb: '低評価のあと',
    unanswered: '回答できない質問が続いたため',
  },
  since: (at: number) => `${moment(at)} に開始`,
  unknown: (list: string) =>
    `ここで操作できる引き継ぎはありません。カードのあるチャンネルで使うか、\`${list}\` にある ID を付けてください。`,
  done: {
    take: (id: string) => `\`${id}\` の担当になりました。カードのスレッドに書き込んでください。`,
    back: (id: string) => `\`${id}\` をエージェントに戻しました。`,
    close: (id: string) => `\`${id}\` を完了しました。`,
  },
  notHere: 'この操作には相手のいるプラットフォームが必要です。Parley の実行中に、チャットで使ってください。',
}
