import type { Texts } from '../../../model/command.ts'

/** What parameters are called where they are fields of a form. */
export const parameterLabels: Readonly<Record<string, Texts>> = {
  agent: { en: 'Agent', ja: 'エージェント' },
  command: { en: 'Command', ja: 'コマンド' },
  file: { en: 'File', ja: 'ファイル' },
  installation: { en: 'Installation', ja: 'インストール先' },
  key: { en: 'Key', ja: 'キー' },
  kind: { en: 'Kind', ja: '種類' },
  mode: { en: 'When it answers', ja: '答える条件' },
  name: { en: 'Name', ja: '名前' },
  number: { en: 'Number', ja: '番号' },
  options: { en: 'Quick replies', ja: '選択肢' },
  person: { en: 'Person', ja: '対象の人' },
  role: { en: 'Role', ja: '役割' },
  say: { en: 'The answer', ja: '回答' },
  scenario: { en: 'Scenario', ja: 'シナリオ' },
  source: { en: 'Document', ja: '文書' },
  turn: { en: 'Turn', ja: 'ターン' },
  utterance: { en: 'What somebody would say', ja: '発話' },
  value: { en: 'Value', ja: '値' },
  version: { en: 'Version', ja: 'バージョン' },
  webhook: { en: 'Webhook', ja: 'Webhook' },
  when: { en: 'What people say', ja: '発話' },
  where: { en: 'Where', ja: '範囲' },
  words: { en: 'Words', ja: '語句' },
}
