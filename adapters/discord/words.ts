import type { Language } from '../../src/lib/language.ts'

type Words = Record<Language, string>

export const notTaken: Words = {
  en: 'Something went wrong. Please try again in a moment.',
  ja: '問題が発生しました。しばらくしてからもう一度お試しください。',
}

export const noSuchCommand: Words = {
  en: 'This command is no longer there. Please reload Discord.',
  ja: 'このコマンドは使えなくなりました。Discord を再読み込みしてください。',
}

/** What we say about showing a command's answer; what it says itself comes with it. */

export const openForm: Words = { en: 'Open the form', ja: 'フォームを開く' }
export const correct: Words = { en: 'Correct', ja: '修正する' }
export const formWaits: Words = { en: 'The form is ready.', ja: 'フォームの用意ができました。' }
export const inSections = (submit: string): Words => ({
  en: `Each button opens a part of the form. Nothing is done until you press **${submit}**.`,
  ja: `ボタンごとにフォームの一部が開きます。**${submit}** を押すまで何も行われません。`,
})
export const yes: Words = { en: 'Yes', ja: 'はい' }
export const no: Words = { en: 'No', ja: 'いいえ' }
export const choose: Words = { en: 'Choose', ja: '選択' }
export const oneOf = (values: string): Words => ({ en: `One of: ${values}`, ja: `次のいずれか: ${values}` })
export const lost: Words = {
  en: 'What you entered before could not be read just now. Please try again in a moment.',
  ja: '入力済みの内容を読み込めませんでした。しばらくしてからもう一度お試しください。',
}
