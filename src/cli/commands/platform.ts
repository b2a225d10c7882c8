import { atTerminal } from '../../admin/agents.ts'
import { accountNotFound, agentNotFound } from '../../admin/sentences.ts'
import { AppError } from '../../errors.ts'
import type { Place, Platform } from '../../model/message.ts'
import { setups } from '../../setups.ts'
import type { Binding } from '../../store/places.ts'
import { type Command, jsonOption, text } from '../command.ts'
import { usage } from '../failure.ts'
import { moment, table } from '../table.ts'

const modes: readonly Binding['mode'][] = ['mention', 'thread', 'all', 'listen']

/** What a platform's people call things. */
export interface PlatformWords {
  platform: Platform
  /** As its people write it. */
  title: string
  /** Where the app is installed: `workspace`. */
  one: string
  many: string
  /** How a place is written, by examples. */
  where: string
}

/** Where the app of a platform is installed, whose that is, and who answers there: the same for all platforms. */
export function platformCommands({ platform, title, one, many, where }: PlatformWords): Command[] {
  const place = { name: 'place', about: where }

  async function placeOf(name: string): Promise<Place> {
    const found = (await setups[platform]!()).place!(name)
    if (found === undefined) throw usage(`${name} is no place in ${title}. Write it as ${where}`)
    return found
  }

  return [
    {
      name: `${platform} installs`,
      summary: `List the ${title} ${many} that have installed the app.`,
      options: { json: jsonOption },
      async run({ store, answer }) {
        const installs = (await store.places.installations(platform)).map(
          ({ id, name, account, created_at, removed_at }) => ({
            id,
            name,
            account,
            installedAt: created_at,
            removedAt: removed_at,
          }),
        )
        const rows = installs.map(({ id, name, account, installedAt, removedAt }) => [
          id,
          account,
          moment(installedAt),
          removedAt === null ? 'installed' : `removed ${moment(removedAt)}`,
          name,
        ])
        const head = ['ID', 'ACCOUNT', 'SINCE', 'STATUS', 'NAME']
        answer(installs.length === 0 ? 'Nobody has installed the app.' : table(head, rows), installs)
      },
    },
    {
      name: `${platform} assign`,
      summary: `Give a ${title} ${one} to an account, whose default agent then answers there.`,
      arguments: [
        { name: one, about: `Its id, as \`parley ${platform} installs\` shows it.` },
        { name: 'account', about: 'The uid of the account.' },
      ],
      options: { json: jsonOption },
      async run({ store, admin, given, answer }) {
        const [id, account] = [text(given[one])!, text(given['account'])!]
        if (!(await store.accounts.get(account))) throw accountNotFound()
        const entry = { action: 'installation.assign', summary: `${platform} ${id}` }
        const assigned = store.places.assignStep(platform, id, account)
        if (!(await admin.audit.commit({ ...atTerminal, account }, entry, [assigned]))) {
          const say = `${title}'s ${id} has not installed the app. \`parley ${platform} installs\` lists who has.`
          throw new AppError('installation_not_found', say)
        }
        answer(`${id} belongs to the account ${account} from now on.`, { id, account })
      },
    },
    {
      name: `${platform} use`,
      summary: `Bind a ${one}, channel or thread to an agent; the narrowest binding counts.`,
      arguments: [
        place,
        { name: 'agent', about: `Its id. It has to belong to the account that the ${one} belongs to.` },
      ],
      options: {
        mode: { about: 'What it answers there; mention without it.', value: 'MODE', choices: modes },
        json: jsonOption,
      },
      async run({ store, admin, given, answer }) {
        const [name, id] = [text(given['place'])!, text(given['agent'])!]
        const bound = await placeOf(name)
        const mode = modes.find((mode) => mode === given['mode']) ?? 'mention'
        const agent = await store.agents.live(id)
        if (!agent) throw agentNotFound()
        const [installation] = name.split('/')
        const owner = await store.places.accountOf(platform, installation!)
        if (owner !== undefined && owner !== agent.account) {
          throw new AppError('forbidden', `${installation} belongs to the account ${owner}, ${id} to ${agent.account}.`)
        }
        const { account } = agent
        const entry = { action: 'agent.use', agent: id, summary: `${platform} ${name}: ${mode}` }
        await admin.audit.commit({ ...atTerminal, account }, entry, [
          store.places.bindStep({ place: bound, account, agent: id, mode, bound_by: atTerminal.author }),
        ])
        answer(`${id} answers in ${name} from now on: ${mode}.`, { place: name, agent: id, mode })
      },
    },
    {
      name: `${platform} unuse`,
      summary: `Take the binding of a ${one}, channel or thread away.`,
      arguments: [place],
      options: { json: jsonOption },
      async run({ store, admin, given, answer }) {
        const name = text(given['place'])!
        const binding = await store.places.at(await placeOf(name))
        const entry = { action: 'agent.unuse', agent: binding?.agent, summary: `${platform} ${name}` }
        const was =
          binding !== undefined &&
          (await admin.audit.commit({ ...atTerminal, account: binding.account }, entry, [
            store.places.unbindStep(binding.place),
          ])) !== undefined
        answer(was ? `${name} is bound to no agent any more.` : `${name} was bound to no agent.`, { place: name, was })
      },
    },
  ]
}
