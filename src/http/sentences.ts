import type { Language } from '../lib/language.ts'

type Sentence = Record<Language, string>

export const invalidBody: Sentence = {
  en: 'The request has faults. `errors` names each of them.',
  ja: 'リクエストに誤りがあります。詳細は `errors` をご覧ください。',
}

export const invalidApiKey: Sentence = {
  en: 'The API key is missing, unknown or revoked. Check it in the console, or issue a new one.',
  ja: 'APIキーがないか、無効です。コンソールで確認するか、新しいキーを発行してください。',
}

export const apiDisabled: Sentence = {
  en: 'The API integration of this account is switched off. An administrator can switch it on.',
  ja: 'このアカウントのAPI連携は無効になっています。管理者が有効にできます。',
}

export const agentNotFound: Sentence = {
  en: 'There is no agent with this agent_id that this key may talk to.',
  ja: 'このキーで利用できる、指定の agent_id のエージェントはありません。',
}

export const streamingDisabled: Sentence = {
  en: 'This agent does not stream its answers. Leave out `stream`, or switch `autoResponseSettings.stream` on.',
  ja: 'このエージェントはストリーミングに対応していません。`stream` を外すか、`autoResponseSettings.stream` を有効にしてください。',
}

export const imageNotSupported: Sentence = {
  en: "This agent's model does not understand images. Leave out `base64_image`, or choose another model.",
  ja: 'このエージェントのモデルは画像に対応していません。`base64_image` を外すか、別のモデルを選択してください。',
}

export const tooManyRequests: Sentence = {
  en: 'Too many requests with this key. Wait as long as Retry-After says.',
  ja: 'このキーのリクエストが多すぎます。Retry-After の秒数だけ待ってください。',
}

export const bodyTooLarge: Sentence = {
  en: 'Apart from `base64_image` the body may have at most 256 KiB.',
  ja: '`base64_image` を除く本文は256 KiBまでです。',
}

export const interrupted: Sentence = {
  en: 'The answer was interrupted before it was whole. Please ask again.',
  ja: '回答が途中で中断されました。もう一度お試しください。',
}

export const storageUnavailable: Sentence = {
  en: 'Nothing can be stored at the moment. Nothing was changed; please try again later.',
  ja: '現在データを保存できません。何も変更されていません。しばらくしてからもう一度お試しください。',
}

export const tooManyWrongKeys: Sentence = {
  en: 'Too many wrong keys came from there. Check the key in the console, and wait as long as Retry-After says.',
  ja: '誤ったキーが何度も送られました。コンソールでキーを確認し、Retry-After の秒数だけ待ってください。',
}

export const playgroundClosed: Sentence = {
  en: 'To open the playground, use the whole address that Parley printed when it started. It has a token at its end, which is a new one at every start.',
  ja: 'プレイグラウンドを開くには、Parley の起動時に表示されたアドレス全体を使ってください。末尾のトークンは起動のたびに新しくなります。',
}

export const playgroundForwarded: Sentence = {
  en: 'The playground is for the machine it runs on alone, and this request was forwarded. Open the address that Parley printed in a browser there, not through a proxy.',
  ja: 'プレイグラウンドは Parley を実行しているマシン専用です。このリクエストは転送されたものです。プロキシを通さず、そのマシンのブラウザーで、Parley が表示したアドレスを開いてください。',
}

export const playgroundLoopbackOnly: Sentence = {
  en: 'The playground can only be used on the machine it runs on, at localhost.',
  ja: 'プレイグラウンドは Parley を実行しているマシンの localhost でのみ使用できます。',
}

export const playgroundCrossOrigin: Sentence = {
  en: 'Only the playground page itself may write here.',
  ja: 'ここに書き込めるのはプレイグラウンドのページだけです。',
}
