import { day } from '../../../../lib/moment.ts'
import type { InstallationView } from '../../../approvals.ts'
import type { Platforms } from '../../../platforms.ts'
import type { installations as en } from '../en/installations.ts'
import { maxNamed, named } from '../installations.ts'

function statusOf({ status, account, removedAt }: InstallationView): string {
  if (status === 'waiting') return '⏳ 承認待ち'
  if (status === 'refused') return '⛔ 拒否'
  return removedAt === null ? `✅ アカウント \`${account}\`` : `アカウント \`${account}\``
}

function who(platforms: Platforms, by: string | null): string {
  if (by === null) return ''
  const person = platforms.isPerson(by) ? `<@${by}>` : `\`${by}\``
  return `(${person})`
}

const account: string = 'アカウント'

export const installations: typeof en = {
  line: (platforms, one) => {
    const status = statusOf(one)
    const by = who(platforms, one.by)
    const decided = one.decidedAt === null ? '' : `, ${day(one.decidedAt)}`
    const since = one.removedAt === null ? day(one.since) : day(one.removedAt)
    const gone = one.removedAt !== null
    return `${named(platforms, one)} · ${status}${by}${decided} · ${since}${gone ? 'からインストールなし' : 'から'}`
  },
  none: 'アプリはどこにもインストールされていません。',
  waiting: (count) => `承認待ちが ${count} 件あります。承認されるまで、そこでは誰にも回答しません。`,
  waitingIn: (count, command) => `⏳ 承認待ちのインストールが ${count} 件あります: \`${command}\``,
  approve: '承認',
  chooseAccount: 'アカウント …',
  refuse: '拒否',
  account,
  accountHint: 'このアカウントのエージェントが回答し、プランを消費し、オーナーが内容を確認できます。',
  newAccount: '専用の新しいアカウント',
  approved: (platforms, one, account, isOwn) =>
    `${named(platforms, one)} を承認しました(アカウント \`${account}\`)。これ以降のメッセージに回答します。承認前のメッセージには回答しません。${isOwn ? 'そこを管理する人が最初に `/agent` を使うと、このアカウントのオーナーになります。' : ''}`,
  refused: (platforms, one) =>
    `${named(platforms, one)} を拒否しました。そこでは誰にも回答しません${platforms.leaves(one.platform, one.id) ? '。サーバーからも退出します' : ''}。後から承認することもできます。`,
  note: (platforms, one) =>
    `${named(platforms, one)} にインストールされ、承認を待っています。承認されるまで、そこでは誰にも回答せず、発言も保存しません。「承認」を押すと、ご自身のアカウントのエージェントが回答するようになります。`,
  noteOfMany: (platforms, all) => {
    const names = all.slice(0, maxNamed).map((one) => `- ${named(platforms, one)}`)
    const list = [...names, ...(all.length > maxNamed ? ['- …'] : [])].join('\n')
    return `承認待ちのインストールが ${all.length} 件あります。\`/agent installations\` で承認または拒否できます。\n${list}`
  },
}
