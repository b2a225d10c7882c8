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
  doctor: {
    noToken: (apps) =>
      `DISCORD_BOT_TOKEN が設定されていません。${apps} でアプリを作り、Bot のトークンをコピーしてください。`,
    tokenRefused: (apps) =>
      `Discord に拒否されました。${apps} にあるアプリの Bot からトークンをコピーしてください。そこでリセットすると新しいトークンになります。`,
    notAsked: (url, why) => `${url} で Discord に問い合わせできませんでした(${why})。`,
    isBot: (name, id, application) => `${name} (${id})、アプリケーション ${application}`,
    readsAll: '有効です。',
    readsFew: (apps) =>
      `無効です。エージェントに届くのはダイレクトメッセージとメンションだけです。スレッドやチャンネル全体を追わせるには、${apps} にあるアプリの Bot で有効にしてください。`,
    nobodyAdds: (apps) =>
      `discord.userInstalls は有効ですが、誰も追加できません。${apps} にあるアプリの Installation で User Install を有効にしてください。`,
    peopleAdd: (link) => `${link} で自分用に追加した人に答えます。`,
    peopleUnanswered: (apps) =>
      `自分用に追加できますが、答えません。${apps} にあるアプリの Installation で User Install を無効にするか、discord.userInstalls を設定してください。`,
    noGateway: (why) => `接続先を Discord から得られません(${why})。`,
    starts: (left, total) => `今日は ${total} 回のうち ${left} 回残っています。`,
    noStarts: (total, minutes) => `今日の ${total} 回を使い切りました。${minutes} 分後に回復します。`,
    shards: (shards, chosen) => `Discord の推奨は ${shards}、DISCORD_SHARD_COUNT は ${chosen} です。`,
    tooFew: '少なすぎて、接続を断られるかもしれません。',
    greets: (url) => `${url} で Discord が応答しました。`,
    noGreeting: (url) =>
      `${url} への接続に Discord が応答しません。ここと Discord の間で WebSocket が止められているかもしれません。`,
    notTold: (why) => `一覧を Discord から得られません(${why})。`,
    commandsMissing: (names) => `まだありません: ${names}。Parley が起動時に登録します。`,
    noServers: (link) => `アプリはどのサーバーにも入っていません。${link} で追加してください`,
    serversWell: (count) => `${count} 個。必要な権限はすべてあります`,
    lacks: (names, link) => `足りない権限: ${names}。アプリのロールに与えるか、${link} でアプリを追加し直してください`,
    moreLack: (more, all) => `${all} 個のうち、ほかの ${more} 個でも権限が足りません。`,
  },
}
