import type { Texts } from '../../../model/command.ts'
import { plain } from './general.ts'

export const createTitle: Texts = { en: 'Create an agent', ja: 'エージェントを作成' }
export const editTitle = (id: string): Texts => ({ en: `Edit ${id}`, ja: `${id} を編集` })

export const sections = {
  about: { en: 'About', ja: '概要' },
  model: { en: 'Access and model', ja: '公開範囲とモデル' },
  prompt: { en: 'Prompt', ja: 'プロンプト' },
  answers: { en: 'Answers', ja: '回答' },
  knowledge: { en: 'Knowledge', ja: 'ナレッジ' },
} satisfies Record<string, Texts>

export const labels = {
  id: { en: 'Id', ja: 'ID' },
  name: { en: 'Name', ja: '名前' },
  description: { en: 'Description', ja: '説明' },
  avatar: { en: 'Avatar', ja: 'アバター' },
  provider: { en: 'Provider', ja: '提供者' },
  scope: { en: 'Who may use it', ja: '公開範囲' },
  model: { en: 'Model', ja: 'モデル' },
  temperature: { en: 'Temperature', ja: '温度' },
  ai: { en: 'A model may answer', ja: 'モデルによる回答' },
  service: { en: 'Service URL', ja: 'サービス URL' },
  prompt: { en: 'Prompt', ja: 'プロンプト' },
  promptFile: { en: 'Prompt as a file', ja: 'プロンプトのファイル' },
  state: { en: 'What is kept of people, in YAML', ja: '利用者の状態(YAML)' },
  stream: { en: 'Stream answers', ja: '回答をストリーミング' },
  html: { en: 'Answer in HTML', ja: 'HTML で回答' },
  ui: { en: 'Offer quick replies by itself', ja: '選択肢を自動で提示' },
  level: { en: 'How alike a rule must be', ja: 'ルールの一致の厳しさ' },
  knowledge: { en: 'Use knowledge', ja: 'ナレッジを使う' },
  passages: { en: 'Passages', ja: '候補の数' },
  threshold: { en: 'How well they must fit', ja: '候補のしきい値' },
  mail: { en: 'Mail what was found', ja: '検索結果をメールで送る' },
  searchPrompt: { en: 'Prompt for searching', ja: '検索用プロンプト' },
} satisfies Record<string, Texts>

export const hints = {
  id: { en: 'Letters, digits, _ and -; without it one is made', ja: '英数字と _ -。省略時は自動' },
  avatar: { en: 'The URL of an image', ja: '画像の URL' },
  temperature: { en: '0 (steady) to 1 (varied)', ja: '0(安定)〜 1(多様)' },
  service: { en: 'https://…', ja: 'https://…' },
  prompt: { en: 'Who the agent is and how it answers', ja: 'エージェントの役割と答え方' },
  state: {
    en: 'plan: { type: choice, values: [free, gold], writableBy: [admin] }',
    ja: 'plan: { type: choice, values: [free, gold], writableBy: [admin] }',
  },
  passages: { en: '0 to 30', ja: '0〜30' },
  threshold: { en: '0 to 1', ja: '0〜1' },
} satisfies Record<string, Texts>

export const scopes = {
  private: { en: 'Only this account', ja: 'このアカウントのみ' },
  public: { en: 'Everybody', ja: '全員' },
} satisfies Record<string, Texts>

export const levels: readonly Texts[] = [
  { en: '0: loosely', ja: '0: ゆるい' },
  { en: '1', ja: '1' },
  { en: '2', ja: '2' },
  { en: '3: nearly the same', ja: '3: ほぼ同じ' },
]

export const created = (id: string, name: string, command: string): Texts => ({
  en: `**${plain(name)}** \`${id}\` is made. It answers nowhere until it is used: \`${command}\`.`,
  ja: `**${plain(name)}** \`${id}\` を作成しました。\`${command}\` で使い始められます。`,
})
export const saved = (id: string): Texts => ({
  en: `Saved to the draft of \`${id}\`:`,
  ja: `\`${id}\` の下書きに保存しました:`,
})
export const fillIn: Texts = { en: 'Fill in the form to make an agent.', ja: 'フォームに入力して作成してください。' }
export const tooLongPrompt = (agent: string): Texts => ({
  en: `The prompt of \`${agent}\` is in the file.`,
  ja: `\`${agent}\` のプロンプトはファイルにあります。`,
})
