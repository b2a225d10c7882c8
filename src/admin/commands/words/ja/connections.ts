import { plain } from '../../../../lib/quoting.ts'
import type { connections as en } from '../en/connections.ts'

export const connections: typeof en = {
  connect: (server) => `${server} に接続`,
  disconnect: (server) => `${server} の接続を解除`,
  byPerson: '利用者がそれぞれ許可します',
  open: '⚠️ まだ許可されていません',
  given: '接続済み',
  link: (server, isOwn) =>
    isOwn
      ? `ページで、${plain(server)} でのあなた自身の許可を求めます。リンクは 10 分以内に一度だけ使えます。`
      : `ページで ${plain(server)} での許可を求めます。このエージェントは、話す相手にかかわらずその許可を使います。必要な操作だけができるアカウントでサインインしてください。リンクは 10 分以内に一度だけ使えます。`,
  openPage: 'ページを開く',
  gone: (server) => `${plain(server)} の許可を取り消し、保存していたものを削除しました。`,
  none: 'あなたの名前で操作できるエージェントはありません。',
  listed: '次のエージェントが、あなたの名前で次のサービスを使えます:',
  title: '接続したサービス',
  which: '対象',
  takeBack: '接続を解除',
}
