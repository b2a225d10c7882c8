import type { Texts } from '../../../model/command.ts'
import { plain } from './general.ts'

export const added = (number: number): Texts => ({
  en: `Rule ${number} is added.`,
  ja: `ルール ${number} を追加しました。`,
})
export const removed = (number: number, when: string): Texts => ({
  en: `Rule ${number} (“${plain(when)}”) is removed.`,
  ja: `ルール ${number}(「${plain(when)}」)を削除しました。`,
})
export const none = (agent: string): Texts => ({
  en: `\`${agent}\` has no rules yet. \`/agent rule add\` adds one.`,
  ja: `\`${agent}\` にルールはありません。\`/agent rule add\` で追加できます。`,
})
export const noneWith = (words: string): Texts => ({
  en: `No rule holds “${plain(words)}”.`,
  ja: `「${plain(words)}」を含むルールはありません。`,
})
export const listed = (agent: string, count: number): Texts => ({
  en: `${count} ${count === 1 ? 'rule' : 'rules'} of \`${agent}\`:`,
  ja: `\`${agent}\` のルール ${count} 件:`,
})
export const noSuch = (number: number, count: number): Texts => ({
  en: `There is no rule ${number}: they are numbered from 1 to ${count}. \`/agent rule list\` shows them.`,
  ja: `ルール ${number} はありません(1〜${count})。\`/agent rule list\` で確認できます。`,
})
export const noRules: Texts = { en: 'There are no rules.', ja: 'ルールはありません。' }
export const more: Texts = { en: 'More', ja: '続き' }
export const nothingSaid = (name: string): Texts => ({
  en: `\`${name}\` holds no text: there is nothing between the bars.`,
  ja: `\`${name}\` にテキストがありません。`,
})
