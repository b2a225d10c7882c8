import type { Texts } from '../../../model/command.ts'
import { shown } from './general.ts'

export const noChange: Texts = { en: 'That changes nothing.', ja: '変更はありません。' }
export const inDraft = (agent: string): Texts => ({
  en: `This is in the draft of \`${agent}\`; people see it once it is published.`,
  ja: `\`${agent}\` の下書きに保存しました。公開すると反映されます。`,
})
export const publish: Texts = { en: 'Publish', ja: '公開する' }
export const review: Texts = { en: 'Review and publish', ja: '確認して公開' }
export const more = (count: number, people: readonly string[]): Texts => ({
  en: `The draft has ${count} earlier ${count === 1 ? 'change' : 'changes'}, by ${people.join(', ')}. Publishing puts all of them live.`,
  ja: `下書きには、それまでの ${count} 件の変更(${people.join('、')})があります。公開するとすべて反映されます。`,
})
export const changes = (count: number): Texts => ({
  en: count === 1 ? 'It is this change:' : `These are ${count} changes:`,
  ja: `変更 ${count} 件:`,
})
export const undo: Texts = { en: 'Undo', ja: '元に戻す' }
export const overtaken: Texts = {
  en: 'The draft has changed since that was shown, so nothing was done. This is how it is now:',
  ja: '表示後に下書きが変更されたため、何もしていません。現在の内容:',
}
export const discard: Texts = { en: 'Discard the draft', ja: '下書きを破棄' }
export const undone: Texts = { en: 'Undone.', ja: '元に戻しました。' }
export const discarded = (agent: string): Texts => ({
  en: `The draft of \`${agent}\` is gone; what is live stays.`,
  ja: `\`${agent}\` の下書きを破棄しました。公開中のものはそのままです。`,
})
export const noDraft = (agent: string): Texts => ({
  en: `\`${agent}\` has no draft: there is nothing to publish.`,
  ja: `\`${agent}\` に下書きはありません。`,
})
export const wouldChange = (agent: string, version: number, author: string): Texts => ({
  en: `Publishing the draft of \`${agent}\` (last edited by ${author}) would change version ${version} so:`,
  ja: `\`${agent}\` の下書き(最終編集: ${author})を公開すると、バージョン ${version} から次のように変わります:`,
})
export const sameAsLive = (agent: string): Texts => ({
  en: `The draft of \`${agent}\` says the same as what is live.`,
  ja: `\`${agent}\` の下書きは公開中のものと同じです。`,
})
export const conflicts: Texts = {
  en: 'Meanwhile the live version was changed to something else in these places. Keep yours, take theirs, or edit them:',
  ja: 'その間に公開版の次の箇所が別の内容に変更されました。下書きを残すか、公開版に合わせるか、編集してください:',
}
export const conflict = (path: string, live: string, draft: string): Texts => ({
  en: `- \`${shown(path)}\`: live “${shown(live)}”, draft “${shown(draft)}”`,
  ja: `- \`${shown(path)}\`: 公開版「${shown(live)}」、下書き「${shown(draft)}」`,
})
export const keepDraft: Texts = { en: 'Keep the draft’s', ja: '下書きを残す' }
export const takeLive: Texts = { en: 'Take the live ones', ja: '公開版に合わせる' }
export const settled: Texts = { en: 'Settled.', ja: '解決しました。' }
export const published = (agent: string, version: number): Texts => ({
  en: `Version ${version} of \`${agent}\` is live. Turns that are running finish on the one before.`,
  ja: `\`${agent}\` のバージョン ${version} を公開しました。実行中の回答は以前のバージョンで完了します。`,
})
export const rolledBack = (agent: string, to: number, version: number): Texts => ({
  en: `\`${agent}\` says what it said in version ${to} again; that is version ${version} now.`,
  ja: `\`${agent}\` をバージョン ${to} の内容に戻しました(新しいバージョン ${version})。`,
})
export const versions = (agent: string): Texts => ({
  en: `Versions of \`${agent}\`:`,
  ja: `\`${agent}\` のバージョン:`,
})
export const live: Texts = { en: 'live', ja: '公開中' }
export const byWhom = (author: string): Texts => ({ en: `by ${author}`, ja: author })
export const toRollBack = (command: string): Texts => ({
  en: `\`${command}\` puts one live again.`,
  ja: `\`${command}\` で以前のものに戻せます。`,
})
export const wholeDiff: Texts = { en: 'The whole of it is in the file.', ja: '全体はファイルをご覧ください。' }
export const secret = (name: string): Texts => ({
  en: `The signing secret of \`${shown(name)}\`, shown this once. Keep it in a safe place:`,
  ja: `\`${shown(name)}\` の署名シークレットです。表示は一度だけなので、安全な場所に保管してください:`,
})
