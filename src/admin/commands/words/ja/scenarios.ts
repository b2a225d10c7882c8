import { plain, shown } from '../../../../lib/quoting.ts'
import type { scenarios as en } from '../en/scenarios.ts'

const quoted = (ids: readonly string[]): string => ids.map((id) => `\`${id}\``).join(', ')

export const scenarios: typeof en = {
  none: (agent) =>
    `\`${agent}\` にシナリオはありません。\`/agent scenario upload\` に YAML ファイルを添付して追加できます。`,
  listed: (agent, count) => `\`${agent}\` のシナリオ ${count} 件:`,
  nodes: (count, priority) => `ノード ${count} 個、優先度 ${priority}`,
  notFound: (id, near) =>
    `\`${shown(id)}\` というシナリオはありません。${near === undefined ? '' : `もしかして: \`${near}\``}`,
  added: (ids) => `追加しました: ${ids.map((id) => `\`${id}\``).join(', ')}`,
  replaced: (ids) => `更新しました: ${ids.map((id) => `\`${id}\``).join(', ')}`,
  removed: (id) => `シナリオ \`${id}\` を削除しました。実行中の会話は最後まで続きます。`,
  faulty: (count) => `取り込みませんでした。問題が ${count} 件あります。`,
  line: (number) => `${number} 行目`,
  well: '✅ 検査の結果、問題はありません。',
  toNote: '確認してください:',
  drawing: '図を表示',
  inWords: '言葉で表示',
  drawn: (ids) =>
    `${quoted(ids)} の流れです。六角形は回答を待つノード、二重線の箱は Webhook を呼ぶノード、丸い箱は始まりと終わりです。破線の道は、時間の経過か取り消しの言葉で開きます。`,
  noPicture: 'ここには図を表示できません。',
  told: (ids) => `${quoted(ids)} の流れを言葉で表したものです。ノードごとに、そこから続く道を並べています。`,
  title: (id, text) => `**${plain(text ?? id)}** \`${id}\``,
  twice: (id) => `2つのファイルが同じシナリオ \`${id}\` です。`,
  notText: (name) => `\`${shown(name)}\` はテキストファイルではありません。シナリオは YAML です。`,
}
