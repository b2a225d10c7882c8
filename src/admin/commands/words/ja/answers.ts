import type { answers as en } from '../en/answers.ts'

export const answers: typeof en = {
  inConsole: 'コンソールで見る',
  fromDraft: (agent) => `\`${agent}\` の下書きの回答:`,
  fromLive: (agent) => `\`${agent}\`(下書きがないため公開中のもの)の回答:`,
  nothingSaid: '(回答なし)',
  options: '選択肢',
  why: '理由:',
  uncalled: (names) => {
    const list = names.map((name) => `\`${name.replaceAll('`', '')}\``).join(', ')
    return `テストでは呼び出していない Webhook: ${list}`
  },
  untouched: '記憶や状態は変更していません。',
  answeredBy: {
    server: '実行中のサーバーが答えました。',
    shell: '尋ねられるサーバーがここで動いていないため、このコマンド自身が、このシェルのモデルで答えました。',
  },
  replayedDraft: (agent: string, days: number) => `直近 ${days} 日間の発話に、\`${agent}\` の下書きで答えた結果です。`,
  replayedLive: (agent: string, days: number) =>
    `直近 ${days} 日間の発話に、\`${agent}\`(下書きがないため公開中のもの)で答えた結果です。`,
  replayed: (of: Record<'same' | 'different' | 'model' | 'unplayable', number>) =>
    `同じ答え ${of.same} 件、違う答え ${of.different} 件、モデルの答え ${of.model} 件(尋ねていません)、再生できないもの ${of.unplayable} 件。`,
  moreDifferent: (n: number) => `…ほか ${n} 件。`,
  replayedTests: (all: number, failed: number) =>
    `保存したテスト ${all} 件のうち ${all - failed} 件が保存時のとおりです。`,
  replayCut: 'ほかにもありますが、再生していません。日数を減らしてください。',
  replayDays: (most: number) => `\`days\` は 0 より大きく ${most} 以下にしてください。`,
  before: '以前',
  now: '今回',
  byModel: '(モデルが答えます)',
  unheard: '何も書き込まず、誰も呼び出さず、モデルにも尋ねていません。',
  noTurn: '説明できる回答がありません。まだ会話がないか、古すぎます。',
  notAnswer: 'そのターンはありません。',
  notYours: 'それは他の人への回答です。自分への回答の理由だけを表示できます(エージェントの管理者は誰のものでも可)。',
}
