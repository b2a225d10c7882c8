import type { Texts } from '../../../model/command.ts'
import { plain, shown } from './general.ts'

export const addTitle: Texts = { en: 'Add a webhook', ja: 'Webhook を追加' }
export const editTitle: Texts = { en: 'Edit a webhook', ja: 'Webhook を編集' }

export const sections = {
  call: { en: 'Call', ja: '呼び出し' },
  when: { en: 'When', ja: '条件' },
  function: { en: 'Function', ja: '関数' },
  sent: { en: 'What is sent', ja: '送信内容' },
  answer: { en: 'The response', ja: '応答' },
} satisfies Record<string, Texts>

export const labels = {
  name: { en: 'Name', ja: '名前' },
  method: { en: 'Method', ja: 'メソッド' },
  url: { en: 'URL', ja: 'URL' },
  enabled: { en: 'Switched on', ja: '有効' },
  trigger: { en: 'Trigger', ja: 'きっかけ' },
  condition: { en: 'Condition', ja: '条件' },
  values: { en: 'Values of the condition, a line each', ja: '条件の値(1行に1つ)' },
  headers: { en: 'Headers, a line each', ja: 'ヘッダー(1行に1つ)' },
  secretHeaders: { en: 'Secret headers, a line each', ja: '秘密のヘッダー(1行に1つ)' },
  payload: { en: 'Payload', ja: 'ペイロード' },
  useResponse: { en: 'Tell the model the response', ja: '応答をモデルに渡す' },
  promptPrefix: { en: 'What the model is told before it', ja: '応答の前に付ける説明' },
  functionName: { en: 'Name of the function', ja: '関数名' },
  functionAbout: { en: 'What the function is for', ja: '関数の説明' },
  functionParameters: { en: 'Its parameters', ja: '関数の引数' },
} satisfies Record<string, Texts>

export const hints = {
  headers: { en: 'X-Team: support', ja: 'X-Team: support' },
  secretHeaders: {
    en: 'Authorization: Bearer …; what reads •••• stays as it is',
    ja: 'Authorization: Bearer …(•••• はそのまま保持)',
  },
  payload: { en: 'A JSON object; #{key} is a value of the state', ja: 'JSON オブジェクト。#{key} は状態の値' },
  values: { en: 'Texts, or keys of the state', ja: 'テキスト、または状態のキー' },
  functionParameters: { en: 'A JSON schema', ja: 'JSON スキーマ' },
} satisfies Record<string, Texts>

export const triggers: readonly Texts[] = [
  { en: 'When somebody writes', ja: '発話があったとき' },
  { en: 'After the agent has answered', ja: '回答した後' },
  { en: 'When the model calls it', ja: 'モデルが呼び出したとき' },
]
export const conditions: readonly Texts[] = [
  { en: 'Always', ja: '常に' },
  { en: 'The text is one of the values', ja: 'テキストが値と一致' },
  { en: 'The text holds one of the values', ja: 'テキストが値を含む' },
  { en: 'The state has one of the keys', ja: '状態にキーがある' },
  { en: 'The state has none of the keys', ja: '状態にキーがない' },
]

export const secretShape: Texts = {
  en: 'each line must be like Name: value',
  ja: '各行は「名前: 値」の形で書いてください',
}
export const notAnObject: Texts = {
  en: 'must be a JSON object like {"a": 1}',
  ja: '{"a": 1} のような JSON オブジェクトにしてください',
}

export const none = (agent: string, add: string): Texts => ({
  en: `\`${agent}\` has no webhooks. \`${add}\` adds one.`,
  ja: `\`${agent}\` に Webhook はありません。\`${add}\` で追加できます。`,
})
export const listed = (agent: string, count: number): Texts => ({
  en: `${count} ${count === 1 ? 'webhook' : 'webhooks'} of \`${agent}\`:`,
  ja: `\`${agent}\` の Webhook ${count} 件:`,
})
export const off: Texts = { en: 'off', ja: '無効' }
export const unpublished: Texts = { en: 'not published', ja: '未公開' }
export const lastCall = (outcome: string): Texts => ({ en: `last call: ${outcome}`, ja: `最後の結果: ${outcome}` })
export const waiting = (count: number): Texts => ({ en: `${count} waiting`, ja: `待機中 ${count} 件` })
export const dead = (count: number): Texts => ({ en: `⚠️ ${count} given up`, ja: `⚠️ 断念 ${count} 件` })

export const fillIn = (agent: string): Texts => ({
  en: `What you save goes to the draft of \`${agent}\`.`,
  ja: `保存した内容は \`${agent}\` の下書きに入ります。`,
})
export const added = (name: string): Texts => ({
  en: `The webhook \`${shown(name)}\` is added.`,
  ja: `Webhook \`${shown(name)}\` を追加しました。`,
})
export const saved = (name: string): Texts => ({
  en: `The webhook \`${shown(name)}\` is changed.`,
  ja: `Webhook \`${shown(name)}\` を変更しました。`,
})
export const toggled = (name: string, isOn: boolean): Texts => ({
  en: `The webhook \`${shown(name)}\` is switched ${isOn ? 'on' : 'off'}.`,
  ja: `Webhook \`${shown(name)}\` を${isOn ? '有効' : '無効'}にしました。`,
})
export const removed = (name: string): Texts => ({
  en: `The webhook \`${shown(name)}\` is removed. Its signing secret goes when this is published.`,
  ja: `Webhook \`${shown(name)}\` を削除しました。公開すると署名シークレットも失われます。`,
})
export const notFound = (name: string, near: string | undefined): Texts => ({
  en: `There is no webhook \`${shown(name)}\`.${near === undefined ? '' : ` Did you mean \`${shown(near)}\`?`}`,
  ja: `\`${shown(name)}\` という Webhook はありません。${near === undefined ? '' : `もしかして: \`${shown(near)}\``}`,
})
export const answered = (name: string, status: number, ms: number): Texts => ({
  en: `\`${shown(name)}\` answered with status **${status}** after ${Math.round(ms)} ms.`,
  ja: `\`${shown(name)}\` の応答: ステータス **${status}**(${Math.round(ms)} ms)`,
})
export const unanswered = (name: string, why: string, detail: string): Texts => ({
  en: `\`${shown(name)}\` did not answer: ${why} (${plain(detail, 200)}).`,
  ja: `\`${shown(name)}\` は応答しませんでした: ${why}(${plain(detail, 200)})`,
})
export const noCalls: Texts = { en: 'No calls went out after answers yet.', ja: '回答後の呼び出しはまだありません。' }
export const calls: Texts = { en: 'The last calls after answers:', ja: '回答後の最近の呼び出し:' }
export const status: Record<'open' | 'delivered' | 'dead', Texts> = {
  open: { en: 'waiting', ja: '待機中' },
  delivered: { en: 'delivered', ja: '完了' },
  dead: { en: 'given up', ja: '断念' },
}
export const attempts = (count: number): Texts => ({ en: `${count} attempts`, ja: `試行 ${count} 回` })
export const resend: Texts = { en: 'Send again', ja: '再送する' }
export const resent = (count: number, left: number): Texts => ({
  en: `${count} calls are sent again.${left > 0 ? ` ${left} carried a token that is never stored, so they cannot be.` : ''}`,
  ja: `${count} 件を再送します。${left > 0 ? `${left} 件は保存されないトークンを必要とするため再送できません。` : ''}`,
})
