import { inUtc } from '../../../lib/moment.ts'
import type { errors as en } from '../en/errors.ts'

const things = { agent: 'エージェント', webhook: 'Webhook', scenario: 'シナリオ' }

export const errors: typeof en = {
  invalidRequest: 'リクエストに誤りがあります。詳細は `errors` をご覧ください。',
  invalidEndpoint: 'エンドポイントの指定に誤りがあります。詳細は `errors` をご覧ください。',
  tooManyEndpoints: (most) => `エンドポイントは1アカウントにつき${most}件までです。不要なものを削除してください。`,
  eventNotFound: 'このアカウントに、指定のIDのイベントはありません。保管期限が過ぎた可能性もあります。',
  endpointNotFound: 'このアカウントに、指定のIDのエンドポイントはありません。',
  invalidAgentId: 'エージェントIDは、英数字で始まる3〜64文字の英数字、_、- です。',
  agentAlreadyExists: 'このIDのエージェントは既に存在します。別のIDを選ぶか、省略して自動生成してください。',
  noSite:
    'このエージェントを表示するウェブサイトがないため、トークンを作っても使えません。運営者が parley.yaml の `web.sites` に追加してください。',
  originRefused: (origin) =>
    `${origin} のページではこのエージェントを表示できないため、トークンを作っても使えません。運営者が parley.yaml の \`web.sites\` にオリジンを追加してください。`,
  agentNotFound: (near) => `このIDのエージェントはありません。${near === undefined ? '' : `${near} のことですか？`}`,
  forbidden: 'このエージェントは別のアカウントのものです。',
  firstAgentRequired:
    'この API は、エージェントを作成済みのアカウントでのみ利用できます。最初のエージェントは、コンソール、チャットの `/agent create`、または config/agents のフォルダーで作成してください。',
  limitExceeded: (what, limit) =>
    `アカウントのプランで作成できる${things[what]}は${limit}個までです。不要なものを削除するか、プランの変更を管理者に依頼してください。`,
  editedMeanwhile: '他の人が同時にこのエージェントを変更しています。何も変更されていません。もう一度お試しください。',
  accountEditedMeanwhile:
    '他の人が同時にこのアカウントを変更しています。何も変更されていません。もう一度お試しください。',
  doneAlready: (at) => `この操作は ${inUtc(at)} に実行済みです。変更はありません。`,
  changedSince:
    'その後、別の変更が行われています。今回は何も変更していません。現在の内容を確認して、もう一度お試しください。',
  lastOwner: '最後のオーナーのため変更できません。先に別の人をオーナーにしてください。',
  noDraft: 'このエージェントに下書きはありません。',
  nothingToPublish: '公開する変更はありません。公開中の内容と同じです。',
  draftConflicts:
    '下書きと同じ箇所が、公開中の内容でも変更されています。該当箇所を編集するか、どちらを残すか選んでください。',
  versionNotFound: (version) => `バージョン ${version} はありません。\`versions\` で一覧を確認できます。`,
  keyNotFound: 'このIDのキーはありません。',
  invalidKeyName: (max) => `キーの名前は1〜${max}文字です。`,
  accountNotFound: 'このIDのアカウントはありません。',
  installationNotFound: (id) =>
    `\`${id}\` にはアプリがインストールされていません。\`installations\` で一覧を確認できます。`,
  decidedAlready: 'その間に別の人が決定しました。`installations` で結果を確認してください。',
  accountAlreadyExists: 'このIDのアカウントは既に存在します。別のIDを選ぶか、省略して自動生成してください。',
  priceUnknown: (models) =>
    `${models.join('、')} の価格が登録されていないため、金額の上限を設定できません。models.yaml に価格を書くか(docs/cost.md)、トークンの上限にしてください。`,
  budgetNotFound: 'そのような上限はありません。`limit` で一覧を表示します。',
  noStrangers:
    'この人は最近このエージェントにダイレクトメッセージで話しかけていないため、エージェントから先に送ることはできません。本人が一度話しかければ送れます。',
  notBound:
    'この名前の場所では、エージェントは応答していません。`/agent use` で割り当て、`slack:T0ACME:C0GENERAL` のようにプラットフォーム名付きで指定してください（docs/api.md）。',
  notConnected: (agent) =>
    `${agent} はその場所に割り当て済みですが、Parley がそこに接続されていません。アプリがインストールされていないか、承認されていません。\`parley installations list\` で確認できます。`,
  messageNotFound: 'そのメッセージはないか、まだ投稿されていません。',
  messagesStopped: 'この宛先では、頼んでいないメッセージが止められています。',
  personBlocked: 'この人はブロックされています。',
  tooManyMessages: (most) =>
    `頼まれていないメッセージは、ここでは今日すでに${most}件に達しました。次は明日（UTC）以降に送れます。件数はエージェントの \`unaskedPerDay\` で決まります。`,
  templateNotFound: (names) =>
    names.length === 0
      ? 'このエージェントにテンプレートはありません。設定の `templates` に追加してください。'
      : `そのテンプレートはありません。あるのは ${names.join('、')} です。`,
  toolsCostMoney: 'ツールの上限は金額で指定してください。',
  toolUnpriced: (tool) =>
    `${tool === '' ? 'どのツールにも' : `ツール ${tool} には`}呼び出しの費用が設定されていないため、上限に達することがありません。先に tools.yaml のルールで \`price\` を設定してください。`,
  noHistory: 'その履歴は保存されていません。金額またはトークンを、日または月の単位で指定してください。',
  planNotFound: (names) => `この名前のプランはありません。利用できるプラン: ${names.join(', ')}`,
  webhookNotFound: 'このエージェントに、その名前の Webhook はありません。',
  callNotFound:
    'このIDのWebhook呼び出しはありません。`parley webhook log AGENT` で一覧できます。古いものは削除されています。',
  callNotDead: 'この呼び出しは配信済みか、再試行中です。再送できるのは、配信を断念した呼び出しだけです。',
  tokenGone: 'この呼び出しには呼び出し元の外部トークンが必要ですが、トークンは保存されないため再送できません。',
}
