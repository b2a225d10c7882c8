import type { parameters as en } from '../en/parameters.ts'

export const parameters: typeof en = {
  parameterLabels: {
    agent: 'エージェント',
    command: 'コマンド',
    file: 'ファイル',
    installation: 'インストール先',
    key: 'キー',
    kind: '種類',
    mode: '答える条件',
    name: '名前',
    number: '番号',
    options: '選択肢',
    person: '対象の人',
    role: '役割',
    say: '回答',
    scenario: 'シナリオ',
    source: '文書',
    turn: 'ターン',
    utterance: '発話',
    value: '値',
    version: 'バージョン',
    webhook: 'Webhook',
    when: '発話',
    where: '範囲',
    words: '語句',
  },
}
