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
  noTurn: '説明できる回答がありません。まだ会話がないか、古すぎます。',
  notAnswer: 'そのターンはありません。',
  notYours: 'それは他の人への回答です。自分への回答の理由だけを表示できます(エージェントの管理者は誰のものでも可)。',
}
