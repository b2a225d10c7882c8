import type { MaskKind } from '../../model/safety.ts'
import type { en as english } from './en.ts'

const hidden: Record<MaskKind, string> = {
  keys: 'API キー',
  tokens: 'トークン',
  privateKeys: '秘密鍵',
  cards: 'カード番号',
}

export const ja: typeof english = {
  opening: (name) => `こんにちは、${name}です。ご用件をどうぞ。`,
  noAnswer: '申し訳ありません。そのご質問にはお答えできませんでした。',
  didYouMean: 'うまく聞き取れませんでした。この中にお探しのものはありますか？なければ、別の言葉でお聞かせください。',
  noModel:
    'このエージェントには言語モデルが接続されていないため、登録されたルールでのみ回答できます。管理者は OPENAI_API_KEY、または Ollama や vLLM などの PARLEY_LLM_BASE_URL を設定すると接続できます。',
  modelUnavailable: '言語モデルに接続できませんでした。少し待ってからもう一度お試しください。',
  modelBusy: '言語モデルが混み合っています。少し待ってから、もう一度お試しください。',
  modelRefuses: '言語モデルがこのエージェントからの送信を受け付けていません。運用担当者による確認が必要です。',
  modelTooLong: '一度に読める量を超えています。短くするか、分けてお送りください。',
  modelFiltered: '言語モデルはその内容に答えることができません。別の聞き方でお試しください。',
  modelEmpty: '言語モデルから答えが返りませんでした。別の言葉で、もう一度お試しください。',
  masked: (kind) => `‹${hidden[kind]}は非表示›`,
  notHeard: 'そのメッセージにはお答えできません。別の言い方でお送りください。',
  notSaid: 'ご用意した答えをお見せできません。別の聞き方でお試しください。',
  notModerated:
    '内容を確認してからお答えする決まりですが、今は確認ができません。少し待ってから、もう一度お試しください。',
  noted: '承りました。',
  imageNotSupported: 'このエージェントのモデルは画像を扱えません。内容を言葉で教えてください。',
  scenarioFailed: '問題が発生したため、続けることができません。もう一度最初からお試しください。',
  stateRefused: '保存できない状態があるため、何も行いませんでした。詳細は `errors` をご覧ください。',
  source: '出典:',
  mailSubject: (agent) => `${agent}がナレッジを参照しました`,
  mailIntro: (agent) => `${agent}が質問に対して見つけたナレッジです。`,
  cannotKeep(refused, { type, values = [], maxLength } = {}) {
    if (refused === 'not_of_type' && type === 'number') {
      return '「3」のように数字だけでお答えください。'
    }
    if (refused === 'not_of_type') {
      const choices = type === 'boolean' ? ['true', 'false'] : values
      return `次のいずれかでお答えください: ${choices.join('、')}`
    }
    if (refused === 'ill_formed') {
      return '保存できない文字が含まれています。もう一度入力してください。'
    }
    return maxLength === undefined
      ? '長すぎて保存できません。短くまとめてください。'
      : `長すぎて保存できません。${maxLength}文字以内でお願いします。`
  },
  readFor: ({ messages, files, pages = 0, leftOut, hasMore }) =>
    `_参照したもの: ${[
      ...(messages > 0 ? [`メッセージ ${messages} 件`] : []),
      ...(files > 0 ? [`ファイル ${files} 件`] : []),
      ...(pages > 0 ? [`ページ ${pages} 件`] : []),
      ...(leftOut > 0 ? [`省いたもの ${leftOut} 件${hasMore ? '以上' : ''}`] : hasMore ? ['ほかは省略'] : []),
    ].join('、')}_`,
  askIntro: '次の操作を行ってもよいでしょうか。',
  askQuestion: '実行しますか？',
  approvalOptions: ['承認', '変更', '却下'],
  alwaysOption: 'ここでは今後も承認',
  askConnect: (server, host) =>
    `これには **${server}**（${host}）でのあなたの許可が必要です。「接続する」を押すと、あなただけにそのページへのリンクを表示します。戻ってきたら、ここで続けます。`,
  askSignOn: (server, host) =>
    `これには **${server}**（${host}）であなたの名前で操作する許可が必要です。「接続する」を押すと、ここでお使いのアカウントでサインインし、続けます。`,
  askMoreOfSignOn: (server, host, scope) =>
    `**${server}**（${host}）が、ここでのサインインで得られるより多くを求めています${scope && `（${scope}）`}。管理者が変更できます。「接続する」を押すと、もう一度試します。`,
  askWider: (server, host, scope) =>
    `**${server}**（${host}）が、これまでより広い許可を求めています${scope && `（${scope}）`}。「接続する」を押すと、あなただけにそのページへのリンクを表示します。戻ってきたら、ここで続けます。`,
  connectOptions: ['接続する', 'しない'],
  connectExpired: '時間内に接続されなかったため、実行していません。必要であれば、もう一度依頼してください。',
  /** Below a call that only owners can agree to. */
  askOwners:
    'これにはオーナーの承認が必要です。オーナーに個別に確認しています(オーナーの方はこちらでも選択できます)。決まり次第、ここで続けます。',
  askOthers: 'これには担当者の承認が必要です。担当者に確認しています。決まり次第、ここで続けます。',
  approvalRefused: (tool: string) => `${tool} は承認されなかったため、実行していません。`,
  approvalUnasked: (tool: string) => `${tool} の承認者に連絡できなかったため、実行していません。管理者に知らせました。`,
  stepWaits: 'まだ承認を待っています。',
  stepNobody: 'これには承認が必要ですが、ここでは誰にも確認できません。',
  stepNoOwner: 'これにはオーナーの承認が必要ですが、オーナーがいません。',
  stepHidden: '隠すべき情報が含まれていて、承認する人が内容を確認できません。',
  stepLong: '長すぎて、承認する人に内容を表示できません。',
  stepExpired: '期限までに承認されなかったため、実行していません。',
  stepUnasked: '承認する人に連絡できなかったため、実行していません。管理者に知らせました。',
  stepChanged: '承認された内容から変わったため、もう一度確認します。',
  approvalDenied: 'わかりました。実行していません。',
  approvalChanged: 'まだ実行していません。どこを変えますか？教えていただければ、もう一度確認します。',
  approvalExpired: (tool: string) =>
    `${tool} は期限までに承認されなかったため、実行していません。まだ必要でしたら、もう一度お申し付けください。`,
  approvalUnknown: (tool: string) =>
    `${tool} が実行されたかどうか確認できません。開始後に応答が途絶えました。自動で再実行はしません。まず実行先をご確認のうえ、必要でしたらもう一度お申し付けください。`,
  approvalGone: 'その確認はすでに終了しています。もう一度お申し付けください。',
  approvalDone: (tool: string, result: string) => `${tool} を実行しました。応答：${result}`,
  approvalFailed: (tool: string, why: string) =>
    `${tool} を実行できませんでした：${why}。ほかには何も実行していません。`,
}
