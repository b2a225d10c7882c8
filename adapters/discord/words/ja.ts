import type { en as english } from './en.ts'

export const ja: typeof english = {
  beginning:
    'https://discord.com/developers/applications でアプリを作り、Bot で Message Content Intent を有効にして、トークンを再発行してください。',
  notTaken: '問題が発生しました。しばらくしてからもう一度お試しください。',
  noSuchCommand: 'このコマンドは使えなくなりました。Discord を再読み込みしてください。',
  notBrought: '追加されたサーバーとダイレクトメッセージでだけお答えします。',
  openForm: 'フォームを開く',
  correct: '修正する',
  formWaits: 'フォームの用意ができました。',
  inSections: (submit) => `ボタンごとにフォームの一部が開きます。**${submit}** を押すまで何も行われません。`,
  yes: 'はい',
  no: 'いいえ',
  choose: '選択',
  oneOf: (values) => `次のいずれか: ${values}`,
  lost: '入力済みの内容を読み込めませんでした。しばらくしてからもう一度お試しください。',
  askAbout: { title: 'このメッセージについて質問', label: '質問' },
  commands: {
    ask: 'エージェントに質問する',
    question: '質問の内容',
    private: '質問と回答を自分だけに見せる',
    askAbout: 'エージェントに質問する',
    parley: '質問、停止、やり直し、回答の理由、あなたについての記録',
    agent: 'エージェントの設定と管理',
    why: '回答の理由を見る',
  },
}
