import type { en as english } from './en.ts'

export const ja: typeof english = {
  intro: (agent) =>
    `${agent} との会話です。Ctrl-C で回答を止め、もう一度押すと終了します。/agent help で設定できることを表示します。`,
  yourAgent: 'エージェント',
  failed: '問題が発生し、処理できませんでした。しばらくしてからもう一度お試しください。',
  nothingDone: '何も変更していません。',
  nothingToSetUp: '設定は要りません。`parley chat` でエージェントと話せます。',
}
