import { number } from '../../../../lib/counts.ts'
import { plain, shown } from '../../../../lib/quoting.ts'
import type { knowledge as en } from '../en/knowledge.ts'

export const knowledge: typeof en = {
  none: (agent) => `\`${agent}\` にナレッジはありません。\`/agent knowledge add\` にファイルを添付してください。`,
  listed: (agent, count) => `\`${agent}\` のナレッジ ${count} 件:`,
  size: (bytes, passages) => {
    const kilobytes = number('ja', Math.max(1, Math.round(bytes / 1024)))
    return `${kilobytes} KB、${passages} 段落`
  },
  added: (name, passages) => `✅ \`${shown(name)}\`: ${passages} 段落を検索できるようになりました。`,
  unchanged: (name) => `✅ \`${shown(name)}\` は登録済みです。`,
  notUsed: (edit) => `⚠️ ナレッジの利用が無効です。\`${edit}\` で有効にして公開してください。`,
  sure: (agent, name, passages) =>
    `\`${agent}\` から \`${shown(name)}\`(${passages} 段落)を削除しますか。すぐに反映され、元に戻せません。`,
  remove: '削除する',
  removed: (agent, name) => `\`${agent}\` から \`${shown(name)}\` を削除しました。`,
  notFound: (name, near) =>
    `\`${shown(name)}\` という文書はありません。${near === undefined ? '' : `もしかして: \`${near}\``}`,
  nothing: (words) => `「${plain(words)}」では何も見つかりませんでした。`,
  found: (words) => `「${plain(words)}」の検索結果:`,
}
