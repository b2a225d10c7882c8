import type { en as english } from './en.ts'

export const ja: typeof english = {
  invalidBody: 'リクエストに誤りがあります。詳細は `errors` をご覧ください。',
  invalidApiKey: 'APIキーがないか、無効です。コンソールで確認するか、新しいキーを発行してください。',
  apiDisabled: 'このアカウントのAPI連携は無効になっています。管理者が有効にできます。',
  agentNotFound: 'このキーで利用できる、指定の agent_id のエージェントはありません。',
  streamingDisabled:
    'このエージェントはストリーミングに対応していません。`stream` を外すか、`autoResponseSettings.stream` を有効にしてください。',
  imageNotSupported:
    'このエージェントのモデルは画像に対応していません。`base64_image` を外すか、別のモデルを選択してください。',
  tooManyRequests: 'このキーのリクエストが多すぎます。Retry-After の秒数だけ待ってください。',
  bodyTooLarge: '`base64_image` を除く本文は256 KiBまでです。',
  interrupted: '回答が途中で中断されました。もう一度お試しください。',
  storageUnavailable: '現在データを保存できません。何も変更されていません。しばらくしてからもう一度お試しください。',
  tooManyWrongKeys: '誤ったキーが何度も送られました。コンソールでキーを確認し、Retry-After の秒数だけ待ってください。',
  playgroundClosed:
    'プレイグラウンドを開くには、Parley の起動時に表示されたアドレス全体を使ってください。末尾のトークンは起動のたびに新しくなります。',
  playgroundForwarded:
    'プレイグラウンドは Parley を実行しているマシン専用です。このリクエストは転送されたものです。プロキシを通さず、そのマシンのブラウザーで、Parley が表示したアドレスを開いてください。',
  playgroundLoopbackOnly: 'プレイグラウンドは Parley を実行しているマシンの localhost でのみ使用できます。',
  playgroundCrossOrigin: 'ここに書き込めるのはプレイグラウンドのページだけです。',
  closedHere: 'ここからはプレイグラウンドを開けません',
  looksLike: '次のような表示です：',
}
