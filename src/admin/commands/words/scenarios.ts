import type { Texts } from '../../../model/command.ts'
import { plain, shown } from './general.ts'

export const none = (agent: string): Texts => ({
  en: `\`${agent}\` has no scenarios yet. Attach a YAML file to \`/agent scenario upload\` to add one.`,
  ja: `\`${agent}\` にシナリオはありません。\`/agent scenario upload\` に YAML ファイルを添付して追加できます。`,
})
export const listed = (agent: string, count: number): Texts => ({
  en: `${count} ${count === 1 ? 'scenario' : 'scenarios'} of \`${agent}\`:`,
  ja: `\`${agent}\` のシナリオ ${count} 件:`,
})
export const nodes = (count: number, priority: number): Texts => ({
  en: `${count} nodes, priority ${priority}`,
  ja: `ノード ${count} 個、優先度 ${priority}`,
})
export const notFound = (id: string, near: string | undefined): Texts => ({
  en: `There is no scenario \`${shown(id)}\`.${near === undefined ? '' : ` Did you mean \`${near}\`?`}`,
  ja: `\`${shown(id)}\` というシナリオはありません。${near === undefined ? '' : `もしかして: \`${near}\``}`,
})
export const added = (ids: readonly string[]): Texts => ({
  en: `Added: ${ids.map((id) => `\`${id}\``).join(', ')}.`,
  ja: `追加しました: ${ids.map((id) => `\`${id}\``).join(', ')}`,
})
export const replaced = (ids: readonly string[]): Texts => ({
  en: `Replaced: ${ids.map((id) => `\`${id}\``).join(', ')}.`,
  ja: `更新しました: ${ids.map((id) => `\`${id}\``).join(', ')}`,
})
export const removed = (id: string): Texts => ({
  en: `The scenario \`${id}\` is removed. Whoever is in it goes on to its end.`,
  ja: `シナリオ \`${id}\` を削除しました。実行中の会話は最後まで続きます。`,
})
export const faulty = (count: number): Texts => ({
  en: `Nothing was taken: ${count} ${count === 1 ? 'thing is' : 'things are'} wrong.`,
  ja: `取り込みませんでした。問題が ${count} 件あります。`,
})
export const line = (number: number): Texts => ({ en: `line ${number}`, ja: `${number} 行目` })
export const well: Texts = { en: '✅ The checks found nothing.', ja: '✅ 検査の結果、問題はありません。' }
export const toNote: Texts = { en: 'For you to judge:', ja: '確認してください:' }
export const drawing: Texts = { en: 'Drawing', ja: '図を表示' }
export const drawn = (id: string): Texts => ({
  en: `\`${id}\` as a Mermaid flowchart: paste the file into any Mermaid viewer.`,
  ja: `\`${id}\` の Mermaid フローチャートです。Mermaid 対応のビューアーで表示できます。`,
})
export const title = (id: string, text: string | undefined): Texts => ({
  en: `**${plain(text ?? id)}** \`${id}\``,
  ja: `**${plain(text ?? id)}** \`${id}\``,
})
export const twice = (id: string): Texts => ({
  en: `Two of the files are the scenario \`${id}\`.`,
  ja: `2つのファイルが同じシナリオ \`${id}\` です。`,
})
export const notText = (name: string): Texts => ({
  en: `\`${shown(name)}\` is not a text file. Scenarios are YAML.`,
  ja: `\`${shown(name)}\` はテキストファイルではありません。シナリオは YAML です。`,
})
