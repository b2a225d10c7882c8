import type { en as english } from './en.ts'

export const ja: typeof english = {
  tooLarge: (name, mebibytes) =>
    `${name} は ${mebibytes} MB を超えているため読みませんでした。小さいファイルか、必要な部分だけを送ってください。`,
  tooMany: (names, max) =>
    `${names} は読みませんでした。一度に読めるファイルは ${max} 個までです。残りは別のメッセージで送ってください。`,
  tooManyImages: (names, max) =>
    `${names} は見ませんでした。一度に扱える画像は ${max} 枚までです。枚数を減らして送ってください。`,
  notAllowed: (name) =>
    `${name} は読みませんでした。この種類のファイルは扱えません。必要な部分をメッセージに貼り付けてください。`,
  notFetched: (name) => `${name} を取得できませんでした。もう一度送ってください。`,
  notAllowedToFetch: (name) =>
    `ここでは ${name} を読む権限がありません。管理者にファイルを読む権限を依頼するか、必要な部分をメッセージに貼り付けてください。`,
  gone: (name) => `${name} はもう存在しないため読めませんでした。`,
  filesHidden:
    '添付されたファイルを見ることができません。チャネルやグループチャットでは、メッセージを読む権限のあるアプリにだけファイルが見えます。1対1のチャットで送るか、必要な部分をメッセージに貼り付けるか、ここのメッセージを読む権限を管理者に依頼してください。',
  voiceTooLong: (name, minutes) =>
    `${name} は聞きませんでした。聞き取れるのは ${minutes} 分までです。短くして送るか、文字で送ってください。`,
  voiceEmpty: (name) => `${name} から言葉を聞き取れませんでした。もう一度話すか、文字で送ってください。`,
  voiceNotHeard: (name) =>
    `いまは ${name} を聞き取れませんでした。少し待ってからもう一度送るか、文字で送ってください。`,
  voice: (name) => `${name} を聞き取ることができません。文字で送ってください。`,
}
