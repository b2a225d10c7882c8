import type { approvalsEn } from './approvals-en.ts'

export const approvalsJa: typeof approvalsEn = {
  wants: (person, agent, platform) => `**${person}** さんが、次の操作の承認を求めています（${agent}、${platform}）：`,
  options: ['承認', '却下'],
  waiting: (person) => `_承認待ちです。最初に押した人の判断で決まります（${person} さん本人は押せません）。_`,
  approvedBy: (name) => `_✅ ${name} さんが承認しました。_`,
  deniedBy: (name) => `_${name} さんが却下しました。_`,
  over: {
    expired: '_期限までに判断がなかったため、実行していません。_',
    withdrawn: '_不要になったため、実行していません。_',
  },
  notYourOwn: 'ご自身の依頼は承認できません。ほかの方の承認が必要です。',
  ownerNote: (agent, channel) =>
    `${agent} の操作には承認が必要ですが、設定されている \`${channel}\` に投稿できませんでした。投稿を許可するか、別のチャンネルを設定してください。`,
}
