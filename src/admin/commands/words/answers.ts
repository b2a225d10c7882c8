import type { Texts } from '../../../model/command.ts'

/** Of `test` and `why`. */

export const fromDraft = (agent: string): Texts => ({
  en: `The draft of \`${agent}\` would say:`,
  ja: `\`${agent}\` の下書きの回答:`,
})
export const fromLive = (agent: string): Texts => ({
  en: `\`${agent}\` (no draft, so what is live) would say:`,
  ja: `\`${agent}\`(下書きがないため公開中のもの)の回答:`,
})
export const nothingSaid: Texts = { en: '(nothing)', ja: '(回答なし)' }
export const options: Texts = { en: 'It would offer', ja: '選択肢' }
export const why: Texts = { en: 'Why:', ja: '理由:' }
export const uncalled = (names: readonly string[]): Texts => {
  const list = names.map((name) => `\`${name.replaceAll('`', '')}\``).join(', ')
  return {
    en: `Not called in a test, but in a conversation: ${list}.`,
    ja: `テストでは呼び出していない Webhook: ${list}`,
  }
}
export const untouched: Texts = {
  en: 'Nothing was kept of this: neither memory nor state has changed.',
  ja: '記憶や状態は変更していません。',
}
export const noTurn: Texts = {
  en: 'There is no answer to explain: nothing was said here yet, or it is too long ago.',
  ja: '説明できる回答がありません。まだ会話がないか、古すぎます。',
}
export const notAnswer: Texts = {
  en: 'There is no such turn.',
  ja: 'そのターンはありません。',
}
export const notYours: Texts = {
  en: 'That was an answer to somebody else. `why` tells you about your own; admins of the agent can ask about any.',
  ja: 'それは他の人への回答です。自分への回答の理由だけを表示できます(エージェントの管理者は誰のものでも可)。',
}
