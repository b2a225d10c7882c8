import { plain, shown } from '../../../../lib/quoting.ts'
import type { connections as en } from '../en/connections.ts'

export const connections: typeof en = {
  connect: (server) => `${server} に接続`,
  disconnect: (server) => `${server} の接続を解除`,
  byPerson: '利用者がそれぞれ許可します',
  open: '⚠️ まだ許可されていません',
  narrow: '⚠️ 接続済みですが、より広い許可を求めています',
  given: '接続済み',
  link: (server, isOwn) =>
    isOwn
      ? `ページで、${plain(server)} でのあなた自身の許可を求めます。リンクは 10 分以内に一度だけ使えます。`
      : `ページで ${plain(server)} での許可を求めます。このエージェントは、話す相手にかかわらずその許可を使います。必要な操作だけができるアカウントでサインインしてください。リンクは 10 分以内に一度だけ使えます。`,
  openPage: 'ページを開く',
  gone: (server) => `${plain(server)} の許可を取り消し、保存していたものを削除しました。`,
  lostNote: (agent, server, list) =>
    `⚠️ \`${shown(agent)}\` は ${plain(server)} を使えなくなりました。管理者による許可が、先方で更新されませんでした。\`${list} --agent ${shown(agent)}\` で接続し直せます。`,
  none: 'あなたの名前で操作できるエージェントはありません。',
  listed: '次のエージェントが、あなたの名前で次のサービスを使えます:',
  standing: '「ここでは今後も承認」を選んだため、次のツールは次の場所で確認なしに呼び出されます:',
  title: '与えた許可',
  which: '対象',
  takeBack: '取り消す',
  asksAgain: (tool) => `その場所では、\`${shown(tool)}\` を呼び出す前にもう一度確認します。`,
}
