import { shown } from '../../../../lib/quoting.ts'
import type { approvals as en } from '../en/approvals.ts'

export const approvals: typeof en = {
  question: (asker, agent, tool) =>
    `<@${asker}> さんが \`${shown(agent)}\` に \`${shown(tool)}\` の実行を求めています。オーナーの承認が必要です。送信される内容は次のとおりです。`,
  stepQuestion: (asker, agent) =>
    `<@${asker}> さんが \`${shown(agent)}\` に次のことを求めています。オーナーの承認が必要です。`,
  approve: '承認',
  deny: '却下',
  approved: '✅ 承認しました。実行し、結果を依頼した人に伝えます。',
  denied: '却下しました。何も実行せず、依頼した人に伝えます。',
  before: 'すでに決定されています。',
  over: '期限が過ぎました。何も実行されていません。',
}
