import type { Texts } from '../../src/model/command.ts'

/** What we say about showing a command's answer; what it says itself comes with it. */

export const working: Texts = { en: 'Working on it…', ja: '処理しています…' }
export const failed: Texts = {
  en: 'Something went wrong. Please try again in a moment.',
  ja: '問題が発生しました。しばらくしてからもう一度お試しください。',
}
/** Beside the progress bar. */
export const lines: Record<'thinking' | 'searching', Texts> = {
  thinking: { en: 'Thinking…', ja: '考えています…' },
  searching: { en: 'Searching…', ja: '検索しています…' },
}
export const slow: Texts = {
  en: 'That takes longer than usual. Please press the button again.',
  ja: '時間がかかっています。もう一度ボタンを押してください。',
}
export const openForm: Texts = { en: 'Open the form', ja: 'フォームを開く' }
export const formWaits: Texts = { en: 'The form is ready.', ja: 'フォームの用意ができました。' }
export const choose: Texts = { en: 'Choose', ja: '選択' }
export const nothing: Texts = { en: '(nothing)', ja: '(なし)' }
export const tooLong: Texts = {
  en: 'Too long to show here; it stays as it is unless you write something.',
  ja: '長いためここには表示できません。何も書かなければそのまま残ります。',
}
export const attached = (names: readonly string[]): Texts => ({
  en: `Attached: ${names.join(', ')}`,
  ja: `添付: ${names.join('、')}`,
})
/** `line`: the message that the file is to be attached to. */
export const attach = (line: string): Texts => ({
  en: `Forms in Teams take no files: in our personal chat, attach it to the message \`${line}\`.`,
  ja: `Teams のフォームにはファイルを添付できません。個人チャットで、\`${line}\` のメッセージに添付してください。`,
})
export const filesGone: Texts = {
  en: 'The file that you attached is not there any more, so nothing was changed. Please attach it to the command again.',
  ja: '添付されたファイルが見つからないため、変更していません。もう一度コマンドに添付してください。',
}
export const fileComes = (name: string): Texts => ({
  en: `\`${name}\` follows.`,
  ja: `\`${name}\` は次のメッセージにあります。`,
})
export const fileIsCut = (shown: number, all: number): Texts => ({
  en: `These are its first ${shown} of ${all} lines.`,
  ja: `全 ${all} 行のうち、最初の ${shown} 行です。`,
})
/** `person`: how they are called there. */
export const inPrivate = (person: string): Texts => ({
  en: `${person}, the answer is in our personal chat.`,
  ja: `${person}さん、回答は個人チャットに送りました。`,
})
export const notPrivate = (person: string): Texts => ({
  en: `${person}, I cannot tell you that alone here. Please open a personal chat with me and use the command there.`,
  ja: `${person}さん、ここではあなただけにお見せできません。個人チャットを開いて、そこでコマンドを使ってください。`,
})
