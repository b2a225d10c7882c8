import type { Texts } from '../../../model/command.ts'
import { plain, shown } from './general.ts'

export const none = (agent: string): Texts => ({
  en: `\`${agent}\` knows no documents yet. Attach files to \`/agent knowledge add\`.`,
  ja: `\`${agent}\` にナレッジはありません。\`/agent knowledge add\` にファイルを添付してください。`,
})
export const listed = (agent: string, count: number): Texts => ({
  en: `\`${agent}\` knows ${count} ${count === 1 ? 'document' : 'documents'}:`,
  ja: `\`${agent}\` のナレッジ ${count} 件:`,
})
export const size = (bytes: number, passages: number): Texts => {
  const kilobytes = Math.max(1, Math.round(bytes / 1024)).toLocaleString('en')
  return { en: `${kilobytes} KB, ${passages} passages`, ja: `${kilobytes} KB、${passages} 段落` }
}
export const added = (name: string, passages: number): Texts => ({
  en: `✅ \`${shown(name)}\`: ${passages} passages, found from now on.`,
  ja: `✅ \`${shown(name)}\`: ${passages} 段落を検索できるようになりました。`,
})
export const unchanged = (name: string): Texts => ({
  en: `✅ \`${shown(name)}\` was known already.`,
  ja: `✅ \`${shown(name)}\` は登録済みです。`,
})
export const faulty = (name: string, why: string): string => `❌ \`${shown(name)}\`: ${why}`
export const notUsed = (edit: string): Texts => ({
  en: `⚠️ The agent does not use its knowledge yet: switch it on with \`${edit}\`, and publish.`,
  ja: `⚠️ ナレッジの利用が無効です。\`${edit}\` で有効にして公開してください。`,
})
export const sure = (agent: string, name: string, passages: number): Texts => ({
  en: `Let \`${agent}\` forget \`${shown(name)}\` and its ${passages} passages? This acts at once and cannot be undone.`,
  ja: `\`${agent}\` から \`${shown(name)}\`(${passages} 段落)を削除しますか。すぐに反映され、元に戻せません。`,
})
export const remove: Texts = { en: 'Remove it', ja: '削除する' }
export const removed = (agent: string, name: string): Texts => ({
  en: `\`${agent}\` has forgotten \`${shown(name)}\`.`,
  ja: `\`${agent}\` から \`${shown(name)}\` を削除しました。`,
})
export const notFound = (name: string, near: string | undefined): Texts => ({
  en: `There is no document \`${shown(name)}\`.${near === undefined ? '' : ` Did you mean \`${near}\`?`}`,
  ja: `\`${shown(name)}\` という文書はありません。${near === undefined ? '' : `もしかして: \`${near}\``}`,
})
export const nothing = (words: string): Texts => ({
  en: `Nothing was found for “${plain(words)}”.`,
  ja: `「${plain(words)}」では何も見つかりませんでした。`,
})
export const found = (words: string): Texts => ({
  en: `For “${plain(words)}” it finds:`,
  ja: `「${plain(words)}」の検索結果:`,
})
