import type { en as english } from './en.ts'

export const ja: typeof english = {
  intro: (agent) =>
    `${agent} との会話です。Ctrl-C で回答を止め、もう一度押すと終了します。/agent help で設定できることを表示します。`,
  yourAgent: 'エージェント',
  failed: '問題が発生し、処理できませんでした。しばらくしてからもう一度お試しください。',
  upTo: (count) => `1 から ${count} の番号を入力してください。`,
  asks: 'Enter で [ ] の内容を残し、- で消し、Ctrl-C で中止します。ファイルはパスを入力してください。',
  untilDot: '. だけの行で終わり',
  noFile: 'そのファイルは読めません。',
  nothingDone: '何も変更していません。',
}
