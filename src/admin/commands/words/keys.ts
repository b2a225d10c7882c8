import type { Texts } from '../../../model/command.ts'
import { plain, shown } from './general.ts'

export const issued = (kind: string, agent: string | undefined, name: string, key: string): Texts => ({
  en: `The ${kind} key “${plain(name)}”${agent === undefined ? '' : ` of \`${agent}\``} is shown this once. Keep it in a safe place:\n\n\`${key}\``,
  ja: `${kind} キー「${plain(name)}」${agent === undefined ? '' : `(\`${agent}\`)`}です。表示は一度だけなので、安全な場所に保管してください:\n\n\`${key}\``,
})
export const none: Texts = { en: 'There are no API keys.', ja: 'API キーはありません。' }
export const listed = (count: number): Texts => ({
  en: `${count} API ${count === 1 ? 'key' : 'keys'}:`,
  ja: `API キー ${count} 件:`,
})
export const used = (at: string | undefined): Texts =>
  at === undefined ? { en: 'never used', ja: '未使用' } : { en: `last used ${at}`, ja: `最終使用 ${at}` }
export const revokedCount = (count: number): Texts => ({
  en: `${count} more ${count === 1 ? 'is' : 'are'} revoked.`,
  ja: `他に失効済み ${count} 件`,
})
export const notFound = (id: string, list: string): Texts => ({
  en: `There is no key \`${shown(id)}\`. \`${list}\` shows their ids.`,
  ja: `\`${shown(id)}\` というキーはありません。\`${list}\` で確認できます。`,
})
export const alreadyRevoked = (name: string): Texts => ({
  en: `The key “${plain(name)}” is revoked already.`,
  ja: `キー「${plain(name)}」は既に失効しています。`,
})
export const sure = (name: string, hint: string, lastUsed: Texts): Texts => ({
  en: `Revoke the key “${plain(name)}” (…${hint}, ${lastUsed.en})? Whoever uses it is shut out at once, and it cannot be undone.`,
  ja: `キー「${plain(name)}」(…${hint}、${lastUsed.ja})を失効しますか。すぐに使えなくなり、元に戻せません。`,
})
export const revoke: Texts = { en: 'Revoke it', ja: '失効する' }
export const revoked = (name: string): Texts => ({
  en: `The key “${plain(name)}” is revoked.`,
  ja: `キー「${plain(name)}」を失効しました。`,
})
