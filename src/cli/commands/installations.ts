import { atTerminal } from '../../admin/actor.ts'
import type { InstallationView, Receiver } from '../../admin/approvals.ts'
import type { Admin } from '../../admin/index.ts'
import { AppError } from '../../lib/errors.ts'
import type { PlatformId } from '../../model/message.ts'
import { text, usage } from '../../ports/command-line.ts'
import type { Platform } from '../../ports/platform.ts'
import { firstAccount } from '../../store/accounts.ts'
import { type Command, jsonOption } from '../command.ts'
import { listOf, platformNamed, rooms } from '../platforms.ts'
import { moment, table } from '../table.ts'

const receiverOptions = {
  account: { about: 'Whose it is from now on; without it the first account’s.', value: 'UID' },
  'own-account': { about: 'A new account of its own, with an agent that answers.' },
}
/** In place of an id. */
const everyone = 'all'

/** Where the app is installed, whose that is, and whether anybody is answered there. */
export function installationCommands(platforms: readonly Platform[]): Command[] {
  const platformArgument = { name: 'platform', about: listOf(platforms) }
  const anyRoom = rooms(platforms, 'one', 'disjunction')
  const idArgument = { name: 'id', about: `Of the ${anyRoom}, as the list shows it.` }
  const platformOf = (name: string): PlatformId => platformNamed(platforms, name).id
  return [
    {
      name: 'installations list',
      summary: `List the ${rooms(platforms, 'many', 'conjunction')} that have installed the app; those that wait for approval first.`,
      arguments: [{ ...platformArgument, optional: true }],
      options: { json: jsonOption },
      async run({ admin, given, answer }) {
        const platform = text(given['platform'])
        const all = await admin.approvals.list(platform === undefined ? {} : { platform: platformOf(platform) })
        const rows = all.map((one) => {
          const { platform, id, name, account, since } = one
          return [platform, id, statusOf(one), one.status === 'approved' ? account : '', moment(since), name]
        })
        const head = ['PLATFORM', 'ID', 'STATUS', 'ACCOUNT', 'SINCE', 'NAME']
        answer(all.length === 0 ? 'Nobody has installed the app.' : table(head, rows), all)
      },
    },
    {
      name: 'installations approve',
      summary: `Answer in a ${anyRoom} from now on: one that waits or was refused, one that is to belong to another account, or one that is yet to come.`,
      arguments: [platformArgument, { ...idArgument, about: `${idArgument.about} \`${everyone}\`: all that wait.` }],
      options: { ...receiverOptions, json: jsonOption },
      async run({ admin, given, answer }) {
        const [platform, id] = [platformOf(text(given['platform'])!), text(given['id'])!]
        const to = receiverOf(given)
        const chosen = id === everyone ? await waitingOf(admin, platform) : await oneOf(admin, platform, id)
        if (!chosen) {
          await admin.approvals.expect(platform, id, to, atTerminal)
          const one = await admin.approvals.get(platform, id)
          return answer(`${id} is not there yet. Once it is, it belongs to the account ${one.account}.`, [one])
        }
        for (const one of chosen) await admin.approvals.approve(one, to, atTerminal)
        const now = await Promise.all(chosen.map((one) => admin.approvals.get(platform, one.id)))
        const lines = now.map((one) => `${one.id} belongs to the account ${one.account} and is answered from now on.`)
        answer(lines.length === 0 ? 'None waits.' : lines.join('\n'), now)
      },
    },
    {
      name: 'installations refuse',
      summary: `Answer nobody in a ${anyRoom} any more; it can be approved again. ${leaving(platforms)}`.trimEnd(),
      arguments: [platformArgument, idArgument],
      options: { json: jsonOption },
      async run({ admin, given, answer }) {
        const [platform, id] = [platformOf(text(given['platform'])!), text(given['id'])!]
        await admin.approvals.refuse(await admin.approvals.get(platform, id), atTerminal)
        answer(`Nobody is answered in ${id} any more.`, await admin.approvals.get(platform, id))
      },
    },
  ]
}

/** Where the app does not stay. */
const leaving = (platforms: readonly Platform[]): string =>
  platforms
    .filter(({ leaves }) => leaves)
    .map(({ words: { name, one } }) => `The app leaves a ${name} ${one}.`)
    .join(' ')

function receiverOf(given: Readonly<Record<string, string | true | undefined>>): Receiver {
  const account = text(given['account'])
  if (given['own-account'] && account !== undefined) throw usage('--account and --own-account exclude each other.')
  return given['own-account'] ? 'own' : { account: account ?? firstAccount }
}

async function waitingOf(admin: Admin, platform: PlatformId): Promise<InstallationView[]> {
  return (await admin.approvals.list({ platform })).filter(
    ({ status, removedAt }) => status === 'waiting' && !removedAt,
  )
}

/** Undefined where nobody has installed it yet. */
async function oneOf(admin: Admin, platform: PlatformId, id: string): Promise<InstallationView[] | undefined> {
  try {
    return [await admin.approvals.get(platform, id)]
  } catch (error) {
    if (error instanceof AppError && error.code === 'installation_not_found') return undefined
    throw error
  }
}

function statusOf({ status, removedAt, decidedAt, since }: InstallationView): string {
  if (removedAt === null) return status
  return decidedAt === since ? `${status}, to come` : `${status}, removed ${moment(removedAt)}`
}
