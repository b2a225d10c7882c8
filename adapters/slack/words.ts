import type { Texts } from '../../src/model/command.ts'

/** What we say about showing a command's answer; what it says itself comes with it. */

export const working: Texts = { en: 'Working on it…', ja: '処理しています…' }
export const failed: Texts = {
  en: 'Something went wrong. Please try again in a moment.',
  ja: '問題が発生しました。しばらくしてからもう一度お試しください。',
}
export const notInstalled: Texts = {
  en: 'I am not installed in this workspace, or not any more, so I cannot do that. Please ask an admin of it to add me again.',
  ja: 'このワークスペースにはインストールされていないため、実行できません。ワークスペースの管理者に、もう一度追加するよう依頼してください。',
}
export const interrupted: Texts = {
  en: 'Parley was restarted meanwhile. What you asked for may have been done: look before you try again.',
  ja: '処理中に Parley が再起動しました。実行済みの可能性があるため、確認してからもう一度お試しください。',
}
export const openForm: Texts = { en: 'Open the form', ja: 'フォームを開く' }
export const formWaits: Texts = { en: 'The form is ready.', ja: 'フォームの用意ができました。' }
export const cancel: Texts = { en: 'Cancel', ja: 'キャンセル' }
export const close: Texts = { en: 'Close', ja: '閉じる' }
export const on: Texts = { en: 'On', ja: 'オン' }
export const choose: Texts = { en: 'Choose', ja: '選択' }
export const done: Texts = {
  en: 'Done. The answer stands in the conversation.',
  ja: '完了しました。結果は会話に表示されています。',
}
export const fileComes = (name: string): Texts => ({
  en: `\`${name}\` comes in your direct conversation with me.`,
  ja: `\`${name}\` はダイレクトメッセージで送ります。`,
})
export const fileIsHere = (name: string): Texts => ({
  en: `Here is \`${name}\`, from your command.`,
  ja: `コマンドの結果の \`${name}\` です。`,
})
export const fileIsLost = (name: string): Texts => ({
  en: `\`${name}\` could not be sent. Please try again.`,
  ja: `\`${name}\` を送信できませんでした。もう一度お試しください。`,
})

/** Slack writes the app's name before it. */
export const status: Record<'received' | 'waiting' | 'thinking' | 'searching', Texts> = {
  received: { en: 'is thinking…', ja: 'が考えています…' },
  waiting: { en: 'answers after your other question…', ja: 'は前のご質問の後にお答えします…' },
  thinking: { en: 'is thinking…', ja: 'が考えています…' },
  searching: { en: 'is searching…', ja: 'が検索しています…' },
}
