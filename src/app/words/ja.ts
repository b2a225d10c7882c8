import type { en } from './en.ts'

export const ja: typeof en = {
  labels: { version: 'バージョン', data: 'データ', platforms: '接続先', model: 'モデル', agents: 'エージェント' },
  sqlite: (folder) => `${folder} (SQLite)`,
  postgres: (folder) => `PostgreSQL。キーとファイルは ${folder}`,
  noPlatform: 'なし。`parley init` でつなげます',
  noModel: 'なし。エージェントは、書かれた答えと、知っていることを答えます',
  noAgent: 'なし。`/agent create` か、config/agents のフォルダーで作れます',
  noPlayground: 'プレイグラウンドは閉じています。API は /api にあり、/readyz が状態を伝えます。',
  agents: (count, names) => `${count} 個: ${names}`,
}
