import type { Language } from '../../src/language.ts'

type Words = Record<Language, string>

export const notTaken: Words = {
  en: 'Something went wrong. Please try again in a moment.',
  ja: '問題が発生しました。しばらくしてからもう一度お試しください。',
}

export const noAgent: Words = {
  en: 'No agent answers here.',
  ja: 'ここで回答するエージェントはありません。',
}

export const noSuchCommand: Words = {
  en: 'This command is no longer there. Please reload Discord.',
  ja: 'このコマンドは使えなくなりました。Discord を再読み込みしてください。',
}
