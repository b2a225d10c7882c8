import { number } from '../../../../lib/counts.ts'
import { plain } from '../../../../lib/quoting.ts'
import type { budgets as en } from '../en/budgets.ts'

export const budgets: typeof en = {
  set: (whose, most, period, limit) =>
    `${whose}の上限を${period} ${most} にしました。80 % に達するとオーナーに知らせます。オーナー自身は制限されません。\`${limit}\` で一覧を表示します。`,
  removed: (whose, period) => `${whose}の${period}の上限を外しました。`,
  none: (limit) => `上限は設定されていません。例: \`${limit} 5 money day agent\`、\`${limit} 50 answers day person\``,
  all: '**上限**',
  budget: (whose, most, period, used) =>
    `- ${whose}: ${period} ${most}${used === undefined ? '' : `(現在 ${used} 使用)`}`,
  thisMonth: (money, calls) => `今月のモデルの費用: **${money}**(${number('ja', calls)} 回の呼び出し)`,
  line: (agent, model, calls, money) =>
    `- ${agent === '' ? 'ナレッジ' : `\`${agent}\``}、${plain(model)}: ${money ?? '価格不明'}、${number('ja', calls)} 回`,
  unpriced: (models) =>
    `⚠️ 価格が登録されていないため、合計に含まれていません: ${models.map((model) => plain(model)).join('、')}。models.yaml に価格を書いてください。`,
  whatIf: (limit, of) =>
    `${limit.whose}の上限が${limit.period} ${limit.most} だった場合、今月は ${of.was} ではなく **${of.wouldHaveBeen}** でした。${of.reached === 0 ? '上限に達した人はいませんでした。' : `上限に達したのは ${number('ja', of.reached)} 回です。`}`,
  tokens: (count) => `${number('ja', count)} トークン`,
  answers: (count) => `回答 ${number('ja', count)} 件`,
  period: { minute: '1分あたり', day: '1日あたり', month: '1か月あたり' },
  each: {
    person: '利用者ごと',
    role: 'ロールごと',
    channel: 'チャンネルごと',
    key: 'API キーごと',
    server: 'ワークスペース・サーバーごと',
    tool: 'ツールごと',
    agent: 'エージェントごと',
    account: 'アカウント全体',
  },
  one: {
    person: (name) => name,
    role: (name) => `ロール ${plain(name)} 全体`,
    channel: (name) => `チャンネル ${plain(name)}`,
    key: (name) => `API キー ${plain(name)}`,
    server: (name) => `ワークスペース・サーバー ${plain(name)}`,
    tool: (name) => `ツール \`${name}\``,
    agent: (name) => `エージェント \`${name}\``,
    account: (_) => 'アカウント全体',
  },
  near: (whose, used, most, period) =>
    `⚠️ ${whose}の上限: ${period} ${most} のうち ${used} を使いました。超える場合は再開の時刻を知らせます。`,
  limitChanges: (limit) => `\`${limit}\` で変更できます。`,
  planSaysSo: 'アカウントのプランで決まっている上限で、Parley の運用者が変更できます。',
  roles: '`which` は `admin`、`member`、`guest` のいずれかです。',
  nowhere: 'ここには該当する場所がありません。場所を指定するか、そのチャンネルで使ってください。',
  amount: (max) => `\`most\` は 0 から ${number('ja', max)} までの数(金額以外は整数)、または上限を外す \`none\` です。`,
}
