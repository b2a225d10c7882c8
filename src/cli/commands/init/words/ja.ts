import type { en as english } from './en.ts'

export const ja: typeof english = {
  title: 'このフォルダーで Parley を始める',
  name: '最初のエージェントの名前は?',
  does: '何をするエージェントですか?(1 文で)',
  doesDefault: '質問に親切に、短く答えます',
  model: 'どのモデルが答えますか?',
  none: '今は使わない',
  platform: 'どこで話しますか?',
  playground: '今はプレイグラウンドだけ',
  keysTitle: 'キー(このフォルダーの .env に保存します)',
  key: (variable) => `${variable}`,
  wrote: (path) => `作成   ${path}`,
  modelOk: (model, ms) => `正常   モデル: ${model} が ${ms} ms で応答しました。`,
  modelFault: (why) => `異常   モデル: ${why} .env のキーを直してください。詳しくは docs/models.md へ。`,
  missing: (list) => `?      .env にまだ設定されていません: ${list}`,
  noModel:
    '?      モデルが設定されていないため、rules.yaml のルールと knowledge/ のファイルだけで答えます。モデルに答えさせるには、OPENAI_API_KEY=… などのキーを .env に書いてください(docs/models.md)。',
  next: '次のコマンド: parley start',
  nothing: '何も作成していません。',
}
