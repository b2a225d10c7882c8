import { shown } from '../../../../lib/quoting.ts'
import type { Right } from '../../../../model/command.ts'
import type { general as en } from '../en/general.ts'
import { people } from '../general.ts'

const whom = (uids: readonly string[]): string =>
  uids.length === 0
    ? 'まだオーナーがいません。このワークスペースの管理者がコマンドを使うと、オーナーになります。'
    : `管理者に依頼してください: ${people(uids)}`

const forWhom: Record<Right, string> = {
  anyone: '全員',
  self: '(自分以外については)エージェントの管理者',
  admin: '管理者',
  admins: '全エージェントの管理者',
  owner: 'オーナー',
}

export const general: typeof en = {
  blocked: 'オーナーによってブロックされているため、コマンドは使えません。',
  newOwner: (add) =>
    `まだオーナーがいなかったため、この場所を管理しているあなたがオーナーになりました。\`${add}\` で他の人をオーナーや管理者にできます。`,
  refused: (command, right, agent) =>
    agent === undefined
      ? `\`${command}\` は${forWhom[right]}だけが使えます。`
      : `あなたは \`${agent}\` の管理者ではありません。`,
  whoCould: (no, uids, { person, grant }) =>
    uids.length === 0
      ? `${no.ja}${whom(uids)}`
      : `${no.ja}${whom(uids)} あなたの ID は \`${person}\` です。オーナーが \`${grant}\` を使うと、あなたもできるようになります。`,
  restFor: (uids) => `その他の操作: ${whom(uids)}`,
  expired: 'このボタンは期限切れです。もう一度コマンドを使ってください。',
  foreign: 'これは別の人のためのものです。ご自身でコマンドを使ってください。',
  whichAgent: (ids) => {
    const list = ids
      .slice(0, 10)
      .map((id) => `\`${id}\``)
      .join(', ')
    return ids.length === 0
      ? 'ここにはエージェントがありません。`--agent` で指定してください。'
      : `どのエージェントですか。この場所には割り当てがありません。\`--agent\` で指定してください: ${list}`
  },
  noAgents: (create) => `まだエージェントがありません。\`${create}\` で作成できます。`,
  agentNotFound: (id, near) =>
    `\`${shown(id)}\` というエージェントはありません。${near === undefined ? '' : `もしかして: \`${near}\``}`,
  notSo: '変更されていません:',
  fillIn: 'フォームに入力してください。',
  submit: '実行',
  more: (count) => `… 他 ${count} 件`,
}
