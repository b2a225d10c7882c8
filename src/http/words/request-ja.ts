import type { request as english } from './request-en.ts'

export const request: typeof english = {
  nothingHere: 'このアドレスには何もありません。',
  onlyAllowed: (methods) => `ここで使えるのは ${methods} だけです。`,
  internal: 'こちら側で問題が起きました。原因は、この requestId でログに記録されています。',
  bodyTooLarge: '本文が大きすぎます。',
  mediaType: '本文は JSON にして、`Content-Type: application/json` を付けて送ってください。',
  contentLength: '本文の長さが Content-Length と違います。',
  badPath: 'URL のパスのパーセントエンコーディングが正しくありません。',
  hosts: 'Host ヘッダーが複数あります。1 つだけ送ってください。',
  longPath: 'パスの一部が長すぎます。',
  encoded: '本文は圧縮せず、Content-Encoding を付けずに送ってください。',
  notUtf8: '本文が UTF-8 として正しくありません。JSON は UTF-8 で書きます。',
  emptyBody: '本文が空です。JSON オブジェクトを送ってください。',
  notJson: '本文が JSON として正しくありません。',
  notJsonAt: (character) => `本文が JSON として正しくありません。${character} 文字目で読めなくなります。`,
  notUnderstood: 'リクエストを読み取れません。理由は `errors` にあります。',
  beyondKey: 'このキーで発行や変更ができるのは、このキー自身が持つスコープだけの管理キーに限られます。',
  beyondRole: 'オーナーと管理者を決められるのは、スコープのない管理キーか、すべてのスコープを持つ管理キーだけです。',
  adminKey:
    'このキーにはスコープがあり、`/admin` では使えません。`/v1` を使うか、スコープのない管理キーを使ってください。',
  askBeyond: 'モデルに尋ねると費用がかかります。このキーで行うには、スコープ agents:write も必要です。',
  subscribeBeyond: 'このキーで購読するには、スコープ turns:read も必要です。',
  draftKey:
    'このキーで話せるのは公開中のものだけです。下書きと話すには、エージェントを変更できる管理キー(`agents:write`)が必要です。',
  placeNotServed:
    'このアカウントが提供しているインストール先に、この場所はありません。`GET /v1/installations` で一覧を確認してください。',
  noSchedule: 'この ID のスケジュールはありません。',
  noRule: '下書きに、このフレーズのルールはありません。',
  noScenario: '下書きに、そのシナリオはありません。',
}
