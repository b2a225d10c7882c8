import type { en as english } from './en.ts'

export const ja: typeof english = {
  beginning:
    'Azure Bot(TEAMS_APP_TYPE は SingleTenant)を作り、メッセージング エンドポイントに公開アドレスと /api/messages を指定し、アプリのシークレットを作ってください。',
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
  fileComes: (name) => `\`${name}\` は次のメッセージにあります。`,
  fileIsCut: (shown, all) => `全 ${all} 行のうち、最初の ${shown} 行です。`,
  inPrivate: (person) => `${person}さん、回答は個人チャットに送りました。`,
  notPrivate: (person) =>
    `${person}さん、ここではあなただけにお見せできません。個人チャットを開いて、そこでコマンドを使ってください。`,
}
