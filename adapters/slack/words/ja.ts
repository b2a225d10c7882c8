import type { en as english } from './en.ts'

export const ja: typeof english = {
  beginning:
    'https://api.slack.com/apps で("From a manifest")、`parley slack manifest` の出力からアプリを作ってインストールし、connections:write を持つ App-Level Token を作ってください。',
  working: '処理しています…',
  failed: '問題が発生しました。しばらくしてからもう一度お試しください。',
  notInstalled:
    'このワークスペースにはインストールされていないため、実行できません。ワークスペースの管理者に、もう一度追加するよう依頼してください。',
  interrupted: '処理中に Parley が再起動しました。実行済みの可能性があるため、確認してからもう一度お試しください。',
  openForm: 'フォームを開く',
  formWaits: 'フォームの用意ができました。',
  cancel: 'キャンセル',
  close: '閉じる',
  on: 'オン',
  choose: '選択',
  done: '完了しました。結果は会話に表示されています。',
  fileComes: (name) => `\`${name}\` はダイレクトメッセージで送ります。`,
  fileIsHere: (name) => `コマンドの結果の \`${name}\` です。`,
  fileIsLost: (name) => `\`${name}\` を送信できませんでした。もう一度お試しください。`,
  status: {
    received: 'が考えています…',
    waiting: 'は前のご質問の後にお答えします…',
    thinking: 'が考えています…',
    searching: 'が検索しています…',
  },
}
