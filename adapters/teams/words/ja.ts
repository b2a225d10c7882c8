import type { en as english } from './en.ts'

export const ja: typeof english = {
  beginning:
    'Azure Bot(TEAMS_APP_TYPE は SingleTenant)を作り、メッセージング エンドポイントに公開アドレスと /api/messages を指定し、アプリのシークレットを作ってください。',
  app: {
    short: 'チームのエージェントに質問できます。',
    full: 'チャット、グループ チャット、チャネルで、チームのエージェントと話せます。管理者は /agent でエージェントを作り、整えます。',
    heard:
      '追加した場所では、質問されたスレッドの内容を把握するために、そこでの発言を読めるようになり、Microsoft Teams はそこのすべてのメッセージを伝えます。保存するのは、参加しているスレッドのものと、聞いていることを管理者が知らせた場所のものだけです。',
  },
  working: '処理しています…',
  failed: '問題が発生しました。しばらくしてからもう一度お試しください。',
  lines: {
    thinking: '考えています…',
    searching: '検索しています…',
  },
  slow: '時間がかかっています。もう一度ボタンを押してください。',
  openForm: 'フォームを開く',
  formWaits: 'フォームの用意ができました。',
  choose: '選択',
  nothing: '(なし)',
  tooLong: '長いためここには表示できません。何も書かなければそのまま残ります。',
  attached: (names) => `添付: ${names.join('、')}`,
  attach: (line) =>
    `Teams のフォームにはファイルを添付できません。個人チャットで、\`${line}\` のメッセージに添付してください。`,
  filesGone: '添付されたファイルが見つからないため、変更していません。もう一度コマンドに添付してください。',
  fileNotTaken: (name: string) => `\`${name}\` をあなたのファイルに置けませんでした。もう一度お尋ねください。`,
  fileComes: (name) => `\`${name}\` は次のメッセージにあります。`,
  fileIsCut: (shown, all) => `全 ${all} 行のうち、最初の ${shown} 行です。`,
  askAbout: {
    command: (app) => `${app} に質問`,
    about: 'このメッセージについて質問します。回答は個人チャットに届きます。',
    title: 'このメッセージについて質問',
    label: '質問',
    ask: '質問する',
    missing: '知りたいことを書いてください。',
    nothing: 'このメッセージには、読み取れる内容がありません。',
    comes: '回答は個人チャットに届きます。',
    noChat: '個人チャットに書き込めません。「アプリ」から追加してチャットを開き、もう一度質問してください。',
  },
  inPrivate: (person) => `${person}さん、回答は個人チャットに送りました。`,
  notPrivate: (person) =>
    `${person}さん、ここではあなただけにお見せできません。個人チャットを開いて、そこでコマンドを使ってください。`,
}
