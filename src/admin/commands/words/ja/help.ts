import type { help as en } from '../en/help.ts'

export const help: typeof en = {
  always: '基本',
  next: '次にすることは、ボタンにあります。',
  all: 'すべてのコマンド',
  title: '使えるコマンド:',
  howTo: (command) => `使い方は \`${command} <コマンド>\` で表示できます。`,
  usage: '書式:',
  example: '例:',
  optional: '省略可',
  attached: 'メッセージに添付',
  oneOf: '選択肢',
  familyOf: (family) => `\`${family}\` の後にもう1語必要です:`,
  rights: {
    anyone: '誰でも使えます。',
    self: '自分については誰でも、他の人については管理者が使えます。',
    admin: 'エージェントの管理者用です。',
    admins: '全エージェントの管理者用です。',
    owner: 'オーナー用です。',
  },
}
