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
  notBrought: (name: string) => `_この回答には ${name} が付いていますが、ここにはファイルを追加できません。_`,
  notBroughtHere: (name: string) =>
    `_この回答には ${name} が付いています。ファイルは 1 対 1 の会話でお渡しできますので、そちらでお尋ねください。_`,
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
  connectLink: (server) =>
    `この表示はあなただけに見えています。${plain(server)} があなたの名前で何を許可するかは、ページに示されます。リンクは 10 分以内に一度だけ使えます。`,
  connectOpen: 'ページを開く',
  signsOn: (server) => `${plain(server)} にサインインしています。確認が必要な場合は、個人チャットでお尋ねします。`,
  noSignOn: (server) =>
    `ここからは ${plain(server)} にサインインできません。Parley の運用者が、ここでのサインインをこのサーバーに使うことを許可していません。管理者にお知らせください。`,
  notYours: 'このボタンは質問した人だけが押せます。',
  waitsFor: (name) => `_${name === undefined ? '質問した人' : `${name}さん`}の返事を待っています。_`,
  alreadyChosen: 'すでに選択されています。',
  sharedTurn: (agent, how, at) => `${agent} との会話: ${how}、${at}`,
  outcomes: {
    rule: 'ルールで回答',
    scenario: 'シナリオで案内',
    knowledge: 'ナレッジから回答',
    model: 'モデルで回答',
    tool: 'ツールを使って回答',
    opening: '会話の始まり',
    unanswered: '回答なし',
    failed: '失敗',
    'handed-over': '人に引き継ぎ',
    running: '回答中',
  },
  invited: (name: string, toAll: boolean) =>
    toAll
      ? `こんにちは。${name} です。ここに書かれたことには、ほかの人へのメンションを除いて回答します。`
      : `こんにちは。${name} です。私をメンションして質問してください。回答します。`,
  unanswered: {
    blocked: '管理者の設定により、ここで私と話すことはできません。心当たりがない場合は管理者にお問い合わせください。',
    noSuchAgent: 'その名前のエージェントはここにはありません。管理者が `/agent list` で確認できます。',
    noAgent: 'ここで回答するエージェントはまだありません。管理者が `/agent use` で設定できます。',
    personPaused:
      '一時停止中です。書いた内容は保存も回答もされません。再開するには `/agent me` を使い、「再開」を押してください。',
    stale: 'メッセージを受け取れない間に時間が経ってしまいました。お手数ですが、もう一度送ってください。',
  },
  notAdmitted: {
    ageRestricted: '年齢制限のあるチャンネルでは回答しません。ほかの場所で話しかけてください。',
    here: 'このチャンネルでは回答しません。回答できる場所は管理者にお問い合わせください。',
    guests: 'このワークスペースの正式なメンバーにだけ回答します。ゲストの方は、メンバーを通してお尋ねください。',
    strangers: 'このワークスペースのメンバーにだけ回答します。こちらのメンバーを通してお尋ねください。',
    pending: 'サーバーへの参加手続きが終わっていません。ルールに同意してから、もう一度話しかけてください。',
    roles: 'ここでは特定のロールを持つ人にだけ回答します。管理者にお問い合わせください。',
    newAccount: (days, from) =>
      `作成から ${number('ja', days)} 日以上たったアカウントに回答します。${from} 以降にもう一度話しかけてください。`,
    newMember: (days, from) =>
      `参加から ${number('ja', days)} 日以上たった方に回答します。${from} 以降にもう一度話しかけてください。`,
  },
  raided: (until) =>
    `通常よりはるかに多くのメッセージが届いているため、${until} までは以前に回答したことのある方にだけ回答します。その後でもう一度お尋ねください。`,
  tooFast: (most, seconds) =>
    `1分間に ${number('ja', most)} 件を超えるメッセージが届いたため、このメッセージは読んでいません。${number('ja', seconds)} 秒後にもう一度送ってください。`,
  tooManyWaiting: (waiting) =>
    `回答待ちのメッセージが ${number('ja', waiting)} 件あるため、このメッセージは受け取っていません。回答が届いてから、もう一度送ってください。`,
  tooManyFiles: (max) =>
    `1つのメッセージで受け取れるファイルは ${number('ja', max)} 個までです。数を減らして送ってください。`,
  expired: 'このボタンは古くなったため使えません。メッセージで入力してください。',
  questionForgotten: 'その質問はもう覚えていません。もう一度お尋ねください。',
  tooLong: (max) => `メッセージが ${number('ja', max)} 文字を超えているため受け取れません。短くして送ってください。`,
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
  pausedNow: (why) => `現在すべて一時停止しています${because(why)}。しばらくしてからもう一度お試しください。`,
  noKnowledge: 'ここで答えるエージェントには、検索できるナレッジがありません。',
  tooManyLookUps: (seconds) =>
    `1分間の検索回数が上限を超えました。${number('ja', seconds)} 秒後にもう一度お試しください。`,
  waitsForPause: (why) =>
    `現在すべての回答を一時停止しています${because(why)}。メッセージは保存されており、再開後にお答えします。`,
  pausedHere: '_一時停止中です。再開後に、ここで回答を続けます。_',
  witness: (n, more, hash) =>
    `前回のお知らせから、変更履歴が ${number('ja', more)} 件増えました。このメッセージは消さずに残してください。後から履歴が書き換えられていないことを、\`parley audit verify --witness ${n}:${hash}\` で確かめられます。（config/parley.yaml の \`audit.witness: false\` で、このお知らせを止められます。）`,
  askAbout: 'このメッセージについて、何を知りたいですか？',
}
