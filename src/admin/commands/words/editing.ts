import type { Texts } from '../../../model/command.ts'

export const save: Texts = { en: 'Save', ja: '保存' }
export const tooLongToShow = (length: number): Texts => ({
  en: `It has ${length} characters, more than fit here. What you write here takes its place.`,
  ja: `${length}文字あり、ここには表示できません。入力すると置き換わります。`,
})
export const changedMeanwhile = (now: string): Texts => ({
  en: `Somebody changed this to “${now}” meanwhile. Send again to make it yours.`,
  ja: `その間に「${now}」へ変更されました。もう一度送信すると上書きします。`,
})
export const meanwhile = (person: string | undefined): Texts => ({
  en: `${person === undefined ? 'Somebody' : `<@${person}>`} changed the same meanwhile, so nothing was saved. The form shows what is there now.`,
  ja: `その間に${person === undefined ? '他の人' : ` <@${person}> さん`}が同じ箇所を変更したため、保存していません。フォームで確認してください。`,
})
export const putRight: Texts = {
  en: 'Nothing was saved: please put right what is marked.',
  ja: '保存していません。印の付いた項目を直してください。',
}
export const notText = (name: string): Texts => ({
  en: `${name} is not a text file.`,
  ja: `${name} はテキストファイルではありません。`,
})
export const notYaml = (why: string): Texts => ({
  en: `must be YAML, a key a line: ${why}`,
  ja: `キーごとに1行の YAML で指定してください: ${why}`,
})
export const notYesOrNo: Texts = { en: 'must be yes or no', ja: 'はい か いいえ で指定してください' }
export const notANumber: Texts = { en: 'must be a number like 0.4', ja: '0.4 のような数値で指定してください' }
export const notAWholeNumber: Texts = { en: 'must be a whole number like 5', ja: '5 のような整数で指定してください' }
export const openForm = (agent: string): Texts => ({
  en: `What you save goes to the draft of \`${agent}\`.`,
  ja: `保存した内容は \`${agent}\` の下書きに入ります。`,
})
