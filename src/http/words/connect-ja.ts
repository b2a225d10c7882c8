import type { connect as en } from './connect-en.ts'

export const connect: typeof en = {
  title: 'エージェントに許可する',
  about: (agent, server, host, by) =>
    `エージェント ${agent} が、チャットのアカウント ${by} のために、${server}（${host}）をあなたの名前で使おうとしています。`,
  onlyYou: (by) =>
    `あなたが ${by} でない場合は、このページを閉じてください。リンクを送った人が、そこであなたとして操作できるようになります。`,
  aboutAll: (agent, server, host) =>
    `エージェント ${agent} は、話す相手にかかわらず、次のページであなたが与える許可で ${server}（${host}）を使います。`,
  go: '続ける',
  connected: '接続しました',
  done: (agent, server, host, by) =>
    `エージェント ${agent} は、${by} の依頼に応じて、${server}（${host}）をあなたの名前で使えます。/agent me で確認し、取り消せます。`,
  doneForAll: (agent, server, host) =>
    `エージェント ${agent} は ${server}（${host}）を使えます。/agent tool list で確認し、取り消せます。`,
  close: 'このページを閉じて、チャットに戻ってください。',
  notConnected: '接続していません',
  denied:
    '同意されなかったため、エージェントに許可は与えられていません。気が変わったら、チャットでもう一度依頼してください。',
  ownPageOnly: 'このボタンは Parley のページでだけ使えます。チャットのボタンをもう一度押してください。',
}
