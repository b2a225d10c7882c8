import { connect } from './connect-ja.ts'
import type { en as english } from './en.ts'
import { request } from './request-ja.ts'

export const ja: typeof english = {
  connect,
  request,
  invalidBody: 'リクエストに誤りがあります。詳細は `errors` をご覧ください。',
  invalidApiKey: 'APIキーがないか、無効です。コンソールで確認するか、新しいキーを発行してください。',
  matchRequired: 'どの状態に対する変更かを示してください。取得したときの ETag を `If-Match` で送ります。',
  notOperator: 'Parley 全体の状態は、運用者のアカウントだけが見られます。',
  handoverTaken: (name) => `${name}がすでに担当しています。`,
  handoverOver: 'この件は終わっています。もう何も届きません。',
  handoverNotYet: 'まだ誰も担当していません。先に引き受けてください。',
  invalidToken: 'このアクセストークンは、ここでは使えないか、期限が切れています。もう一度サインインしてください。',
  issuerUnreachable: 'アクセストークンの発行元に接続できません。しばらくしてからもう一度お試しください。',
  outOfScope: (scope) => `このキーには権限がありません。スコープ ${scope} が必要です。`,
  keyReused: 'この Idempotency-Key は別のリクエストで使われています。リクエストごとに新しいキーを使ってください。',
  stillRunning: '同じリクエストを処理中です。同じ Idempotency-Key でもう一度お試しください。',
  apiDisabled: 'このアカウントのAPI連携は無効になっています。管理者が有効にできます。',
  agentNotFound: 'このキーで利用できる、指定の agent_id のエージェントはありません。',
  modelNotFound: 'この名前のエージェントがないか、このキーでは話せません。`GET /v1/models` で一覧を確認してください。',
  responseNotFound: 'この ID の応答はありません。別のキーのものか、終わってから5分以上たっています。',
  streamingDisabled:
    'このエージェントはストリーミングに対応していません。`stream` を外すか、`autoResponseSettings.stream` を有効にしてください。',
  imageNotSupported:
    'このエージェントのモデルは画像に対応していません。`base64_image` を外すか、別のモデルを選択してください。',
  tooManyRequests: 'このキーのリクエストが多すぎます。Retry-After の秒数だけ待ってください。',
  bodyTooLarge: '`base64_image` と `talk` を除く本文は256 KiB までです。',
  interrupted: '回答が途中で中断されました。もう一度お試しください。',
  storageUnavailable: '現在データを保存できません。何も変更されていません。しばらくしてからもう一度お試しください。',
  tooManyWrongKeys: '誤ったキーが何度も送られました。コンソールでキーを確認し、Retry-After の秒数だけ待ってください。',
  playgroundClosed:
    'プレイグラウンドを開くには、Parley の起動時に表示されたアドレス全体を使ってください。末尾のトークンは起動のたびに新しくなります。',
  playgroundForwarded:
    'プレイグラウンドは Parley を実行しているマシン専用です。このリクエストは転送されたものです。プロキシを通さず、そのマシンのブラウザで、Parley が表示したアドレスを開いてください。',
  playgroundLoopbackOnly: 'プレイグラウンドは Parley を実行しているマシンの localhost でのみ使用できます。',
  playgroundCrossOrigin: 'ここに書き込めるのはプレイグラウンドのページだけです。',
  whatToDo: '対処:',
  welcomeWhat: 'ここでは Parley が動いています。チャットと HTTP でエージェントと会話できます。',
  welcomeChat: '管理者は、チャットまたは Parley が動いているマシンでリンクを取得して、コンソールを開けます。',
  welcomeTerminal: 'リンクは 5 分以内に一度だけ使えます。',
  welcomeSignedIn: 'サインイン済みの場合はコンソールを開く',
  welcomeWays: 'コンソールを開く、またはサインインする',
  notSignedIn: 'サインインしていません',
  toConsole: 'コンソールへ',
  foreignOrigin: 'このオリジンのページからは呼び出せません。運用者が `http.cors.origins` に登録すると利用できます。',
  invalidArguments: '引数に誤りがあります。',
  questionTooLong: (most) => `質問は${most}文字までです。短くしてもう一度お試しください。`,
  resourceTooLarge: (tool) => `大きすぎるため一度に読めません。${tool} で検索してください。`,
  closedHere: 'ここからはプレイグラウンドを開けません',
  looksLike: '次のような表示です：',
}
