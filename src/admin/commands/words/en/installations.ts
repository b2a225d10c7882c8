import { counted } from '../../../../lib/counts.ts'
import { day } from '../../../../lib/moment.ts'
import type { InstallationView } from '../../../approvals.ts'
import type { Platforms } from '../../../platforms.ts'
import { maxNamed, named } from '../installations.ts'

function statusOf({ status, account, removedAt }: InstallationView): string {
  if (status === 'waiting') return '⏳ waits for approval'
  if (status === 'refused') return '⛔ refused'
  return removedAt === null ? `✅ account \`${account}\`` : `account \`${account}\``
}

function who(platforms: Platforms, by: string | null): string {
  if (by === null) return ''
  const person = platforms.isPerson(by) ? `<@${by}>` : `\`${by}\``
  return ` by ${person}`
}

const account: string = 'Account'

export const installations = {
  line: (platforms: Platforms, one: InstallationView) => {
    const status = statusOf(one)
    const by = who(platforms, one.by)
    const decided = one.decidedAt === null ? '' : `, ${day(one.decidedAt)}`
    const since = one.removedAt === null ? day(one.since) : day(one.removedAt)
    const gone = one.removedAt !== null
    return `${named(platforms, one)} · ${status}${by}${decided} · ${gone ? 'not installed since' : 'since'} ${since}`
  },
  none: 'Nobody has installed the app.',
  waiting: (count: number) =>
    `${counted('en', count, { one: '# waits', other: '# wait' })} for approval; nobody is answered there until then.`,
  waitingIn: (count: number, command: string) =>
    `⏳ ${counted('en', count, { one: '# installation waits', other: '# installations wait' })} for approval: \`${command}\``,
  /** At most 10 characters each, so that two languages fit on a button. */
  approve: 'Approve',
  chooseAccount: 'Account …',
  refuse: 'Refuse',
  account,
  accountHint: 'Its agents answer there, its plan pays, its owners read what is said.',
  newAccount: 'A new account of its own',
  approved: (platforms: Platforms, one: InstallationView, account: string, isOwn: boolean) =>
    `${named(platforms, one)} is approved: account \`${account}\`. It is answered from now on; what was written there before is not.${isOwn ? ' Whoever manages it becomes the owner of that account with their first `/agent` command.' : ''}`,
  refused: (platforms: Platforms, one: InstallationView) =>
    `${named(platforms, one)} is refused: nobody is answered there${platforms.leaves(one.platform, one.id) ? ', and I leave the server' : ''}. It can be approved later.`,
  note: (platforms: Platforms, one: InstallationView) =>
    `${named(platforms, one)} has installed me and waits for your approval. Until then nobody is answered there, and nothing of what they say is kept. *Approve* gives it to your own account, whose agents answer there from then on.`,
  noteOfMany: (platforms: Platforms, all: readonly InstallationView[]) => {
    const names = all.slice(0, maxNamed).map((one) => `- ${named(platforms, one)}`)
    const list = [...names, ...(all.length > maxNamed ? ['- …'] : [])].join('\n')
    return `${all.length} installations wait for your approval. \`/agent installations\` decides.\n${list}`
  },
}
