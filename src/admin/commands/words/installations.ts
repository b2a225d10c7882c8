import type { Texts } from '../../../model/command.ts'
import type { InstallationView } from '../../approvals.ts'
import type { Platforms } from '../../platforms.ts'
import { plain, shown } from './general.ts'

const named = (platforms: Platforms, { platform, id, name }: InstallationView): string =>
  `${name === id ? '' : `**${plain(name)}** `}${platforms.nameOf(platform)} \`${shown(id)}\``
const day = (at: number): string => new Date(at).toISOString().slice(0, 10)

function statusOf({ status, account, removedAt }: InstallationView): Texts {
  if (status === 'waiting') return { en: '⏳ waits for approval', ja: '⏳ 承認待ち' }
  if (status === 'refused') return { en: '⛔ refused', ja: '⛔ 拒否' }
  return removedAt === null
    ? { en: `✅ account \`${account}\``, ja: `✅ アカウント \`${account}\`` }
    : { en: `account \`${account}\``, ja: `アカウント \`${account}\`` }
}

function who(platforms: Platforms, by: string | null): Texts {
  if (by === null) return { en: '', ja: '' }
  const person = platforms.isPerson(by) ? `<@${by}>` : `\`${by}\``
  return { en: ` by ${person}`, ja: `(${person})` }
}

export const line = (platforms: Platforms, one: InstallationView): Texts => {
  const status = statusOf(one)
  const by = who(platforms, one.by)
  const decided = one.decidedAt === null ? '' : `, ${day(one.decidedAt)}`
  const since = one.removedAt === null ? day(one.since) : day(one.removedAt)
  const gone = one.removedAt !== null
  return {
    en: `${named(platforms, one)} · ${status.en}${by.en}${decided} · ${gone ? 'not installed since' : 'since'} ${since}`,
    ja: `${named(platforms, one)} · ${status.ja}${by.ja}${decided} · ${since}${gone ? 'からインストールなし' : 'から'}`,
  }
}

export const none: Texts = {
  en: 'Nobody has installed the app.',
  ja: 'アプリはどこにもインストールされていません。',
}

export const waiting = (count: number): Texts => ({
  en: `${count} ${count === 1 ? 'waits' : 'wait'} for approval; nobody is answered there until then.`,
  ja: `承認待ちが ${count} 件あります。承認されるまで、そこでは誰にも回答しません。`,
})

export const waitingIn = (count: number, command: string): Texts => ({
  en: `⏳ ${count} ${count === 1 ? 'installation waits' : 'installations wait'} for approval: \`${command}\``,
  ja: `⏳ 承認待ちのインストールが ${count} 件あります: \`${command}\``,
})

/** At most 10 characters each, so that two languages fit on a button. */
export const approve: Texts = { en: 'Approve', ja: '承認' }
export const chooseAccount: Texts = { en: 'Account …', ja: 'アカウント …' }
export const refuse: Texts = { en: 'Refuse', ja: '拒否' }

export const account: Texts = { en: 'Account', ja: 'アカウント' }
export const accountHint: Texts = {
  en: 'Its agents answer there, its plan pays, its owners read what is said.',
  ja: 'このアカウントのエージェントが回答し、プランを消費し、所有者が内容を確認できます。',
}
export const newAccount: Texts = { en: 'A new account of its own', ja: '専用の新しいアカウント' }

export const approved = (platforms: Platforms, one: InstallationView, account: string, isOwn: boolean): Texts => ({
  en: `${named(platforms, one)} is approved: account \`${account}\`. It is answered from now on; what was written there before is not.${isOwn ? ' Whoever manages it becomes the owner of that account with their first `/agent` command.' : ''}`,
  ja: `${named(platforms, one)} を承認しました(アカウント \`${account}\`)。これ以降のメッセージに回答します。承認前のメッセージには回答しません。${isOwn ? 'そこを管理する人が最初に `/agent` を使うと、このアカウントの所有者になります。' : ''}`,
})

export const refused = (platforms: Platforms, one: InstallationView): Texts => ({
  en: `${named(platforms, one)} is refused: nobody is answered there${leaves(platforms, one) ? ', and I leave the server' : ''}. It can be approved later.`,
  ja: `${named(platforms, one)} を拒否しました。そこでは誰にも回答しません${leaves(platforms, one) ? '。サーバーからも退出します' : ''}。後から承認することもできます。`,
})

const leaves = (platforms: Platforms, { platform, id }: InstallationView): boolean => platforms.leaves(platform, id)

export const note = (platforms: Platforms, one: InstallationView): Texts => ({
  en: `${named(platforms, one)} has installed me and waits for your approval. Until then nobody is answered there, and nothing of what they say is kept. *Approve* gives it to your own account, whose agents answer there from then on.`,
  ja: `${named(platforms, one)} にインストールされ、承認を待っています。承認されるまで、そこでは誰にも回答せず、発言も保存しません。「承認」を押すと、ご自身のアカウントのエージェントが回答するようになります。`,
})

const maxNamed = 10

export const noteOfMany = (platforms: Platforms, all: readonly InstallationView[]): Texts => {
  const names = all.slice(0, maxNamed).map((one) => `- ${named(platforms, one)}`)
  const list = [...names, ...(all.length > maxNamed ? ['- …'] : [])].join('\n')
  return {
    en: `${all.length} installations wait for your approval. \`/agent installations\` decides.\n${list}`,
    ja: `承認待ちのインストールが ${all.length} 件あります。\`/agent installations\` で承認または拒否できます。`,
  }
}
