import { shown } from '../../../../lib/quoting.ts'
import type { Right } from '../../../../model/command.ts'
import type { general as en } from '../en/general.ts'
import { people } from '../general.ts'

const whom = (uids: readonly string[]): string =>
  uids.length === 0
    ? 'まだ所有者がいません。このワークスペースの管理者がコマンドを使うと、所有者になります。'
    : `管理者に依頼してください: ${people(uids)}`

const forWhom: Record<Right, string> = {
  anyone: '全員',
  self: '(自分以外については)エージェントの管理者',
  admin: '管理者',
  admins: '全エージェントの管理者',
  owner: '所有者',
}

export const general: typeof en = {
  blocked: '所有者によってブロックされているため、コマンドは使えません。',
  newOwner: (add) =>
    `まだ所有者がいなかったため、この場所を管理しているあなたが所有者になりました。\`${add}\` で他の人を所有者や管理者にできます。`,
  refused: (command, right, agent) =>
    agent === undefined
      ? `\`${command}\` は${forWhom[right]}だけが使えます。`
      : `あなたは \`${agent}\` の管理者ではありません。`,
  whoCould: (no, uids, { person, grant }) =>
    uids.length === 0
      ? `${no.ja}${whom(uids)}`
      : `${no.ja}${whom(uids)} あなたの ID は \`${person}\` です。所有者が \`${grant}\` を使うと、あなたもできるようになります。`,
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
