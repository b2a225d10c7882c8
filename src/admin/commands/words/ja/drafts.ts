import { shown } from '../../../../lib/quoting.ts'
import type { drafts as en } from '../en/drafts.ts'

const live: string = '公開中'

export const drafts: typeof en = {
  noChange: '変更はありません。',
  inDraft: (agent) => `\`${agent}\` の下書きに保存しました。公開すると反映されます。`,
  publish: '公開する',
  review: '確認して公開',
  more: (count, people) =>
    `下書きには、それまでの ${count} 件の変更(${people.join('、')})があります。公開するとすべて反映されます。`,
  changes: (count) => `変更 ${count} 件:`,
  verdict: (days: number, counts: string, command: string) =>
    `**直近 ${days} 日間の発話では:** ${counts}\`${command}\` で内容を表示できます。`,
  undo: '元に戻す',
  overtaken: '表示後に下書きが変更されたため、何もしていません。現在の内容:',
  discard: '下書きを破棄',
  undone: '元に戻しました。',
  discarded: (agent) => `\`${agent}\` の下書きを破棄しました。公開中のものはそのままです。`,
  noDraft: (agent) => `\`${agent}\` に下書きはありません。`,
  wouldChange: (agent, version, author) =>
    `\`${agent}\` の下書き(最終編集: ${author})を公開すると、バージョン ${version} から次のように変わります:`,
  sameAsLive: (agent) => `\`${agent}\` の下書きは公開中のものと同じです。`,
  conflicts:
    'その間に公開版の次の箇所が別の内容に変更されました。下書きを残すか、公開版に合わせるか、編集してください:',
  conflict: (path, live, draft) => `- \`${shown(path)}\`: 公開版「${shown(live)}」、下書き「${shown(draft)}」`,
  keepDraft: '下書きを残す',
  takeLive: '公開版に合わせる',
  settled: '解決しました。',
  published: (agent, version) =>
    `\`${agent}\` のバージョン ${version} を公開しました。実行中の回答は以前のバージョンで完了します。`,
  rolledBack: (agent, to, version) =>
    `\`${agent}\` をバージョン ${to} の内容に戻しました(新しいバージョン ${version})。`,
  versions: (agent) => `\`${agent}\` のバージョン:`,
  live,
  byWhom: (author) => author,
  toRollBack: (command) => `\`${command}\` で以前のものに戻せます。`,
  wholeDiff: '全体はファイルをご覧ください。',
  secret: (name) => `\`${shown(name)}\` の署名シークレットです。表示は一度だけなので、安全な場所に保管してください:`,
}
