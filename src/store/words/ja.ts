import type { en } from './en.ts'

export const ja: typeof en = {
  away: ({ server, database }, code = '応答なし') =>
    `${server} の PostgreSQL(データベース ${database})に接続できません(${code})。起動しているか、DATABASE_URL の接続先が正しいかを確認してください。`,
  noSuchDatabase: ({ server, database }) =>
    `${server} にデータベース ${database} がありません(3D000)。作成するか(create database ${database} encoding utf8)、DATABASE_URL で別のものを指定してください。`,
  wrongPassword: ({ server, database, user }) =>
    `${server} の PostgreSQL が、データベース ${database} への ${user} のパスワードを拒否しました(28P01)。DATABASE_URL に正しいものを設定してください。`,
  notLetIn: ({ server, database, user }) =>
    `${server} の PostgreSQL は、データベース ${database} への ${user} の接続を許可していません(28000)。pg_hba.conf で許可するか、DATABASE_URL で別のユーザーを指定してください。`,
  full: ({ server, database, user }) =>
    `${server} の PostgreSQL は、データベース ${database} への ${user} の接続をこれ以上受け付けません(53300)。max_connections(またはユーザーの接続数の上限)を上げるか、ほかの接続を終わらせてください。Parley のプロセスは 1 つで最大 18 の接続を使います。`,
  notYet: ({ server }, code) =>
    `${server} の PostgreSQL は起動中または停止中で、まだ接続を受け付けません(${code})。しばらく待ってください。続く場合は、PostgreSQL のログに理由があります。`,
}
