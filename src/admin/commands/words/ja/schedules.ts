import type { en } from '../en/index.ts'

export const schedules: (typeof en)['schedules'] = {
  preview: (text, times, zone) =>
    `「${text}」という質問に、次の日時(${zone})にここで答えます。\n${times}\n保存するまでは何も登録されません。`,
  save: '保存',
  saved: (id, first, remove) =>
    `\`${id}\` として保存しました。初回は${first}です。\`${remove}\` で終了できます。一つの場所に送るのは一日10件までです。`,
  none: (add) => `予定はありません。\`${add}\` で「毎週月曜日の9時」のような繰り返しを登録できます。`,
  all: (agent) => `${agent} の繰り返しの予定:`,
  paused: '停止中',
  runs: (id) => `\`${id}\` を今すぐ実行します。いつもの場所に届きます。予定の日時は変わりません。`,
  held: (id, pause) => `⏸️ \`${id}\` を停止しました。もう一度 \`${pause} ${id}\` で再開します。`,
  goesOn: (id) => `▶️ \`${id}\` を再開しました。`,
  removed: (id) => `\`${id}\` を削除しました。`,
  unknown: (list) => `その予定はありません。\`${list}\` で名前を確認してください。`,
  noChannel: '答えを送るチャンネルで実行してください。',
  noneNamed: '答えを送るチャンネルを --in で指定してください(例: --in slack:T0AB/C0XY)。',
  noZone: (zone) => `「${zone}」というタイムゾーンはありません。Asia/Tokyo や Europe/London のように指定してください。`,
  tooLong: (max) => `質問を${max}文字以内で指定してください。`,
  tooMany: (max) => `すでに${max}件あります。先に一つ削除してください。`,
  fault: {
    unreadable:
      'いつなのか読み取れません。「毎週月曜日の9時」「平日8時30分」「毎時」または cron の5項目(例: 0 9 * * 1)で指定してください。',
    never: 'その日時は来ません。日と月を確認してください。',
    too_often: '間隔が短すぎます。5分以上あけてください。',
  },
}
