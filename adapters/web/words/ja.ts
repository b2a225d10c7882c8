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
}
