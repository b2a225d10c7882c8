import type { en as english } from './en.ts'

export const ja: typeof english = {
  originRefused: (origin) =>
    `${origin} のページではこのチャットを表示できません。運営者が parley.yaml の \`web.sites\` にオリジンを追加してください。`,
  noOrigin: 'どのページからの呼び出しか、ブラウザから伝わっていません。サイトのページから呼び出してください。',
  noSite:
    'このエージェントのウェブ用チャットはありません。エージェントの ID と parley.yaml の `web.sites` を確認してください。',
  noAgent: 'この ID のエージェントは、もうありません。',
  tokenRefused: 'このトークンはここでは使えません。サイトのサーバーから新しいトークンを取得してください。',
  tokenExpired: 'トークンの期限が切れました。サイトのサーバーから新しいトークンを取得してください。',
  notAnonymous: 'このチャットはサイトにログインした方専用です。ページにトークンの取得先を設定してください。',
  tooFast: '短い時間に送信が多すぎます。少し待ってからお試しください。',
  tooManyPages: 'チャットを開いているウィンドウが多すぎます。どれかを閉じてください。',
  invalid: (field, why) => `${field}: ${why}`,
  notJson: '本文は JSON で送ってください。',
  fileEmpty: 'ファイルが空です。',
  noFile: 'そのファイルはありません。',
  failed: '問題が発生し、保存できませんでした。しばらくしてからもう一度お試しください。',
  doctor: {
    sites: 'サイト',
    siteOf: (agent) => `サイト ${agent}`,
    script: 'スクリプト',
    noSites:
      'チャットを表示するウェブサイトがありません。parley.yaml の `web.sites` が空です。設定方法は docs/web.md にあります。',
    notSecure: (origins) => `${origins} は https ではなく、途中で読まれるおそれがあります。https で公開してください。`,
    site: (origins, isOpen) => `${origins}。${isOpen ? '誰でも話せます' : '訪れた人にはサイトのトークンが必要です'}。`,
    served: (script) => `${script} を配信しています。`,
    notServed: (script, status) =>
      `${script} の応答は ${status} です。Parley をビルドし(\`npm run build\`)、この parley.yaml で起動してください。`,
    noAnswer: (url) => `${url} で応答するものがありません。ページに届くかを確認するには、Parley を起動してください。`,
  },
}
