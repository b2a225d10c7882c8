import type { handoverEn } from './handover-en.ts'

export const handoverJa: typeof handoverEn = {
  button: '担当者と話す',
  intro: (agent: string) => `${agent}の担当チームの人に引き継ぐことができます。担当者に見せるのは次の内容だけです。`,
  summary: '**要約:**',
  who: { user: 'あなた', assistant: '私' },
  outside: (opens: string) =>
    `いまは担当者が不在です。${opens}から対応します。いま引き継いだ内容は、それまでお預かりします。`,
  onward: 'それ以後に書いた内容と送ったファイルも、担当者に届きます。',
  question: '引き継いでもよろしいですか？',
  agree: 'はい、引き継ぐ',
  decline: 'いいえ、やめておく',
}
