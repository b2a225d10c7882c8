import { plain } from '../../../../lib/quoting.ts'
import type { rules as en } from '../en/rules.ts'

export const rules: typeof en = {
  added: (number) => `ルール ${number} を追加しました。`,
  removed: (number, when) => `ルール ${number}(「${plain(when)}」)を削除しました。`,
  none: (agent) => `\`${agent}\` にルールはありません。\`/agent rule add\` で追加できます。`,
  noneWith: (words) => `「${plain(words)}」を含むルールはありません。`,
  listed: (agent, count) => `\`${agent}\` のルール ${count} 件:`,
  noSuch: (number, count) => `ルール ${number} はありません(1〜${count})。\`/agent rule list\` で確認できます。`,
  noRules: 'ルールはありません。',
  more: '続き',
  nothingSaid: (name) => `\`${name}\` にテキストがありません。`,
}
