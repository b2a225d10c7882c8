import type { Texts } from '../../../model/command.ts'
import { shown as inLine } from './general.ts'

/** What is wrong with what was typed. */

const shown = (text: string): string => inLine(text, 40)

export const meant = (near: string | undefined): Texts =>
  near === undefined ? { en: '', ja: '' } : { en: ` Did you mean \`${near}\`?`, ja: ` もしかして: \`${near}\`` }

export const twice = (name: string): Texts => ({
  en: `\`${name}\` is given twice; give it once.`,
  ja: `\`${name}\` が2回指定されています。1回だけ指定してください。`,
})

export const openMark = (word: string): Texts => ({
  en: `The quotation mark before \`${shown(word.replace(/^--[a-z]+=/, '').slice(1))}\` is not closed.`,
  ja: `\`${shown(word.replace(/^--[a-z]+=/, '').slice(1))}\` の前の引用符が閉じられていません。`,
})

export const needsValue = (name: string): Texts => ({
  en: `\`--${name}\` needs a value after it.`,
  ja: `\`--${name}\` の後に値を書いてください。`,
})

export const unknownOption = (name: string, near: string | undefined): Texts => {
  const { en, ja } = meant(near === undefined ? undefined : `--${near}`)
  return {
    en: `\`--${name}\` is not known here.${en}`,
    ja: `\`--${name}\` はここでは使えません。${ja}`,
  }
}

export const tooMuch = (word: string): Texts => ({
  en: `\`${shown(word)}\` is more than it takes. Put what has spaces in it in quotation marks.`,
  ja: `\`${shown(word)}\` は余分です。空白を含む値は引用符で囲んでください。`,
})

export const notAFile = (name: string): Texts => ({
  en: `\`${name}\` must be a file: attach one to the command.`,
  ja: `\`${name}\` にはファイルを添付してください。`,
})

export const notText = (name: string): Texts => ({
  en: `\`${name}\` must be text, not a file.`,
  ja: `\`${name}\` にはファイルではなくテキストを指定してください。`,
})

export const tooLong = (name: string, max: number): Texts => ({
  en: `\`${name}\` must have at most ${max} characters.`,
  ja: `\`${name}\` は${max}文字以内にしてください。`,
})

export const notANumber = (name: string, given: string): Texts => ({
  en: `\`${name}\` must be a whole number like 3, not \`${shown(given)}\`.`,
  ja: `\`${name}\` は 3 のような整数で指定してください(\`${shown(given)}\` は使えません)。`,
})

export const notAChoice = (
  name: string,
  given: string,
  choices: readonly string[],
  near: string | undefined,
): Texts => {
  const list = choices.map((choice) => `\`${choice}\``).join(', ')
  const { en, ja } = meant(near)
  return {
    en: `\`${name}\` must be one of ${list}, not \`${shown(given)}\`.${en}`,
    ja: `\`${name}\` は ${list} のいずれかです(\`${shown(given)}\` は使えません)。${ja}`,
  }
}

export const notAPerson = (name: string): Texts => ({
  en: `\`${name}\` must be a person: type @ and choose them.`,
  ja: `\`${name}\` は人です。@ を入力して選んでください。`,
})

export const unknownCommand = (typed: string, near: string | undefined): Texts => {
  const { en, ja } = meant(near)
  return {
    en: `\`${shown(typed)}\` is not a command.${en}`,
    ja: `\`${shown(typed)}\` というコマンドはありません。${ja}`,
  }
}

export const missing = (name: string, about: Texts): Texts => ({
  en: `\`${name}\` is missing: ${about.en}.`,
  ja: `\`${name}\` を指定してください: ${about.ja}`,
})
