import { number } from '../../lib/counts.ts'
import { plain } from '../../lib/quoting.ts'
import type { en as english } from './en.ts'

const because = (why: string | null): string => (why === null ? '' : `(${plain(why, 300)})`)

export const ja: typeof english = {
  retry: '再試行',
  interrupted: '_回答が途中で中断されました。_',
  stopped: '_停止しました。_',
  notWhole: '_この回答の続きを表示できませんでした。_',
  notShown: '_回答をここに表示できませんでした。_',
  inFile: '_回答の全文は上のファイルにあります。_',
  inFileBelow: '_回答の全文は下のファイルにあります。_',
  mayBeAbove: '_上にすでに回答しているかもしれません。回答が届いたかどうか確認できませんでした。_',
  alone: {
    forbidden:
      'ご質問の場所に書き込む権限がないため、あなただけに回答をお送りします。その場所の管理者は、私の書き込みを許可できます。',
    invalid: 'ご質問の場所では、フィルターなどにより回答を表示できませんでした。あなただけにお送りします。',
    unsupported:
      'ご質問の場所には書き込めないため、あなただけに回答をお送りします。次回はダイレクトメッセージでお尋ねください。',
    gone: '時間がかかり、ご質問の場所には表示できなくなったため、あなただけに回答をお送りします。',
  },
  onlyBeginning:
    '_ここに入りきらないため、冒頭だけを表示しています。続きはダイレクトメッセージでもう一度お尋ねください。_',
  questionDeleted: '_質問が削除されたため、この回答も削除しました。_',
  goodAnswer: '良い回答',
  badAnswer: '良くない回答',
  voted: 'ご意見ありがとうございます。',
  notYours: 'このボタンは質問した人だけが押せます。',
  alreadyChosen: 'すでに選択されています。',
  unanswered: {
    blocked: '管理者の設定により、ここで私と話すことはできません。心当たりがない場合は管理者にお問い合わせください。',
    noAgent: 'ここで回答するエージェントはまだありません。管理者が `/agent use` で設定できます。',
    stale: 'メッセージを受け取れない間に時間が経ってしまいました。お手数ですが、もう一度送ってください。',
  },
  tooFast: (most, seconds) =>
    `1分間に ${number('ja', most)} 件を超えるメッセージが届いたため、このメッセージは読んでいません。${number('ja', seconds)} 秒後にもう一度送ってください。`,
  tooManyWaiting: (waiting) =>
    `回答待ちのメッセージが ${number('ja', waiting)} 件あるため、このメッセージは受け取っていません。回答が届いてから、もう一度送ってください。`,
  tooManyFiles: (max) =>
    `1つのメッセージで受け取れるファイルは ${number('ja', max)} 個までです。数を減らして送ってください。`,
  expired: 'このボタンは古くなったため使えません。メッセージで入力してください。',
  tooLong: (max) => `メッセージが ${number('ja', max)} 文字を超えているため受け取れません。短くして送ってください。`,
  tooManyImages: (max) => `一度に扱える画像は ${max} 枚までです。枚数を減らして送ってください。`,
  imageTooLarge: '画像が 8 MB を超えているため読み込めません。小さい画像を送ってください。',
  imageUnreadable: '画像を取得できませんでした。PNG、JPEG、WebP、GIF のいずれかで送り直してください。',
  voiceUnsupported: '音声メッセージにはまだ対応していません。文字で送ってください。',
  fileTooLarge: (name, maxBytes) => {
    const kilobytes = number('ja', Math.round(maxBytes / 1024))
    return `${name} が大きすぎます。${kilobytes} KB までです。`
  },
  fileUnreadable: (name) => `${name} を取得できませんでした。もう一度送ってください。`,
  notKept:
    '現在データを保存できないため、メッセージを受け取れませんでした。5 分待っても回答がない場合は、もう一度送ってください。続く場合は運用者にお知らせください。',
  hasToWait:
    'メッセージは受け取りましたが、現在データを保存できません。再送は不要です。保存できるようになり次第、回答します。',
  commandFailed: '問題が発生しました。もう一度お試しください。続く場合は Parley の運用担当者にご連絡ください。',
  noInstallation: 'ここにはインストールされていません。もう一度追加してください。',
  hearsNow: (agent, answers, use) =>
    answers
      ? `これから **${agent}** は、このチャンネルのすべての発言を聞いて答えます。これより前の発言に回答が必要な場合は、もう一度書いてください。管理者は \`${use}\` で変更できます。`
      : `これから **${agent}** は、このチャンネルのすべての発言を聞き、メンションされたときに答えます。管理者は \`${use}\` で変更できます。`,
  hearsNoMore: (agent) => `**${agent}** は、このチャンネルの発言を聞くのをやめました。`,
  cannotBeTold: (agent, place) =>
    `\`${place}\` に投稿できず、\`${agent}\` が発言を聞くことを知らせられないため、聞いていません。投稿を許可するか、別のチャンネルで使ってください。`,
  waitsForApproval: (id) =>
    `インストールされていますが、運用者の承認を待っています。承認されるまでここでは誰にも回答せず、発言も保存しません。次の ID を運用者に伝えて承認を依頼してください: \`${id}\`。承認前のメッセージに後から回答することはありません。`,
  notApproved: (id) =>
    `運用者の判断により、ここでは回答しません。誤りと思われる場合は、次の ID を運用者に伝えてください: \`${id}\`。`,
  waitsForPause: (why) =>
    `現在すべての回答を一時停止しています${because(why)}。メッセージは保存されており、再開後にお答えします。`,
  pausedHere: '_一時停止中です。再開後に、ここで回答を続けます。_',
  askAbout: 'このメッセージについて、何を知りたいですか？',
}
