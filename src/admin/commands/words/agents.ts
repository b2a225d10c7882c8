import type { Texts } from '../../../model/command.ts'
import { plain } from './general.ts'

export const here: Texts = { en: 'here', ja: 'ここ' }
export const version = (n: number): Texts => ({ en: `version ${n}`, ja: `バージョン ${n}` })
export const hasDraft: Texts = { en: 'has a draft', ja: '下書きあり' }
export const noModel: Texts = { en: 'no model', ja: 'モデルなし' }
export const warnings = (count: number): Texts => ({
  en: `⚠️ ${count} ${count === 1 ? 'warning' : 'warnings'}`,
  ja: `⚠️ 注意 ${count} 件`,
})
export const listed = (count: number): Texts => ({
  en: `${count} ${count === 1 ? 'agent' : 'agents'}:`,
  ja: `エージェント ${count} 件:`,
})

export interface Shown {
  id: string
  version: number
  name: string
  description: string
  provider: string
  scope: string
  model: string | undefined
  temperature: number | undefined
  promptLength: number
  rules: number
  scenarios: number
  sources: number
  webhooks: readonly { name: string; isOn: boolean }[]
  bindings: number
  isDefault: boolean
  draft: { author: string } | undefined
}

/** The names of webhooks, those that are off marked. */
const named = (webhooks: Shown['webhooks'], off: string): string =>
  webhooks.map(({ name, isOn }) => `\`${name.replaceAll('`', '')}\`${isOn ? '' : ` (${off})`}`).join(', ')

export const shown = (of: Shown): Texts => ({
  en: [
    `**${plain(of.name)}** \`${of.id}\`, version ${of.version}`,
    ...(of.description ? [plain(of.description, 120)] : []),
    '',
    `- ${of.scope === 'public' ? 'Public' : 'Private'}, by ${plain(of.provider) || 'nobody'}`,
    of.model === undefined
      ? '- No model: it says only what was written for it'
      : `- Model \`${of.model}\`${of.temperature === undefined ? '' : `, temperature ${of.temperature}`}`,
    `- ${of.promptLength === 0 ? 'No prompt' : `A prompt of ${of.promptLength} characters`}`,
    `- ${of.rules} rules, ${of.scenarios} scenarios, ${of.sources} documents`,
    `- Webhooks: ${of.webhooks.length === 0 ? 'none' : named(of.webhooks, 'off')}`,
    ...(of.draft ? [`- There is a draft by <@${of.draft.author}> that is not published`] : []),
    `- Bound to ${of.bindings} ${of.bindings === 1 ? 'place' : 'places'}${of.isDefault ? ', and the default everywhere else' : ''}`,
  ].join('\n'),
  ja: [
    `**${plain(of.name)}** \`${of.id}\`、バージョン ${of.version}`,
    ...(of.description ? [plain(of.description, 120)] : []),
    '',
    `- ${of.scope === 'public' ? '公開' : '非公開'}、提供者: ${plain(of.provider) || 'なし'}`,
    of.model === undefined
      ? '- モデルなし(登録された回答だけを返します)'
      : `- モデル \`${of.model}\`${of.temperature === undefined ? '' : `、温度 ${of.temperature}`}`,
    `- ${of.promptLength === 0 ? 'プロンプトなし' : `プロンプト ${of.promptLength} 文字`}`,
    `- ルール ${of.rules} 件、シナリオ ${of.scenarios} 件、文書 ${of.sources} 件`,
    `- Webhook: ${of.webhooks.length === 0 ? 'なし' : named(of.webhooks, '無効')}`,
    ...(of.draft ? [`- <@${of.draft.author}> さんの未公開の下書きがあります`] : []),
    `- 割り当て先 ${of.bindings} か所${of.isDefault ? '(他の場所でも既定のエージェント)' : ''}`,
  ].join('\n'),
})

export const attention: Texts = { en: 'Needs attention:', ja: '注意点:' }
export const faultyWebhook = (name: string, outcome: string | null, dead: number, log: string): Texts => ({
  en: `Webhook \`${name.replaceAll('`', '')}\`: ${dead > 0 ? `${dead} calls were given up` : `its last call ended with ${outcome}`}. \`${log}\` tells more.`,
  ja: `Webhook \`${name.replaceAll('`', '')}\`: ${dead > 0 ? `${dead} 件の呼び出しを断念しました` : `最後の呼び出しの結果は ${outcome} でした`}。詳細は \`${log}\``,
})

export const edit: Texts = { en: 'Edit', ja: '編集' }
export const showDiff: Texts = { en: 'Show the draft', ja: '下書きを表示' }
export const useHere: Texts = { en: 'Use it here', ja: 'ここで使う' }

export interface Going {
  versions: number
  rules: number
  scenarios: number
  sources: number
  keys: number
  bindings: number
  people: number
}

export const deleteSure = (id: string, name: string, of: Going): Texts => ({
  en: `Delete **${plain(name)}** \`${id}\` for good? With it go:\n${[
    `- ${of.versions} versions, and its draft if there is one`,
    `- ${of.rules} rules, ${of.scenarios} scenarios, ${of.sources} documents`,
    `- ${of.keys} API keys, ${of.bindings} bindings`,
    `- what it keeps of ${of.people} people`,
  ].join('\n')}\n\nThis cannot be undone.`,
  ja: `**${plain(name)}** \`${id}\` を完全に削除しますか。次のものも失われます:\n${[
    `- バージョン ${of.versions} 件と下書き`,
    `- ルール ${of.rules} 件、シナリオ ${of.scenarios} 件、文書 ${of.sources} 件`,
    `- API キー ${of.keys} 件、割り当て ${of.bindings} 件`,
    `- 利用者 ${of.people} 人分の状態と記憶`,
  ].join('\n')}\n\n元に戻せません。`,
})
export const deleteIt: Texts = { en: 'Delete it', ja: '削除する' }
export const deleted = (id: string): Texts => ({
  en: `\`${id}\` is deleted, with everything of it.`,
  ja: `\`${id}\` をすべて削除しました。`,
})
