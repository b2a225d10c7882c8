import { plain, shown } from '../../../../lib/quoting.ts'
import type { keys as en } from '../en/keys.ts'

export const keys: typeof en = {
  issued: (kind, agent, name, key) =>
    `${kind} キー「${plain(name)}」${agent === undefined ? '' : `(\`${agent}\`)`}です。表示は一度だけなので、安全な場所に保管してください:\n\n\`${key}\``,
  none: 'API キーはありません。',
  listed: (count) => `API キー ${count} 件:`,
  used: (at) => (at === undefined ? '未使用' : `最終使用 ${at}`),
  revokedCount: (count) => `他に失効済み ${count} 件`,
  notFound: (id, list) => `\`${shown(id)}\` というキーはありません。\`${list}\` で確認できます。`,
  alreadyRevoked: (name) => `キー「${plain(name)}」は既に失効しています。`,
  sure: (name, hint, lastUsed) =>
    `キー「${plain(name)}」(…${hint}、${lastUsed.ja})を失効しますか。すぐに使えなくなり、元に戻せません。`,
  revoke: '失効する',
  revoked: (name) => `キー「${plain(name)}」を失効しました。`,
}
