import { accountNotFound, agentNotFound } from '../../admin/sentences.ts'
import { AppError } from '../../errors.ts'
import type { Place } from '../../model/message.ts'
import { setups } from '../../setups.ts'
import type { Binding } from '../../store/places.ts'
import { type Command, type FileCommand, jsonOption, text } from '../command.ts'
import { usage } from '../failure.ts'
import { moment, table } from '../table.ts'

const where = { name: 'place', about: 'T0ACME, T0ACME/C0GENERAL or T0ACME/C0GENERAL/1790000000.000100 (a thread).' }
const modes: readonly Binding['mode'][] = ['mention', 'thread', 'all', 'listen']

async function placeOf(name: string): Promise<Place> {
  const place = (await setups['slack']!()).place!(name)
  if (place === undefined) throw usage(`${name} is no place in Slack. Write it as ${where.about}`)
  return place
}

export const slackCommands: (Command | FileCommand)[] = [
  {
    name: 'slack manifest',
    summary: 'Print the manifest of the Slack app, to be pasted at https://api.slack.com/apps.',
    options: {
      url: {
        about: 'The public https:// address of Parley, for events over HTTP and for OAuth; without it: Socket Mode.',
        value: 'URL',
      },
      name: { about: 'What the app is called; Parley without it.', value: 'NAME' },
    },
    async look({ given, answer }) {
      const url = text(given['url'])
      const name = text(given['name']) ?? 'Parley'
      if (url !== undefined && (!URL.canParse(url) || new URL(url).protocol !== 'https:')) {
        throw usage('--url must be an https:// address: Slack takes no other.')
      }
      if (name.length > 35) throw usage('--name must be at most 35 characters.')
      const manifest = (await setups['slack']!()).manifest!({ name, url })
      answer(manifest, JSON.parse(manifest))
      return true
    },
  },
  {
    name: 'slack installs',
    summary: 'List the Slack workspaces and organisations that have installed the app.',
    options: { json: jsonOption },
    async run({ store, answer }) {
      const installs = (await store.places.installations('slack')).map(
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
    name: 'slack assign',
    summary: 'Give a Slack workspace or organisation to an account, whose default agent then answers there.',
    arguments: [
      { name: 'team', about: 'Its id, as `parley slack installs` shows it.' },
      { name: 'account', about: 'The uid of the account.' },
    ],
    options: { json: jsonOption },
    async run({ store, given, answer }) {
      const [team, account] = [text(given['team'])!, text(given['account'])!]
      if (!(await store.accounts.get(account))) throw accountNotFound()
      if (!(await store.places.assign('slack', team, account))) {
        throw new AppError(
          'installation_not_found',
          `Slack's ${team} has not installed the app. \`parley slack installs\` lists who has.`,
        )
      }
      answer(`${team} belongs to the account ${account} from now on.`, { id: team, account })
    },
  },
  {
    name: 'slack use',
    summary: 'Bind a workspace, channel or thread to an agent; the narrowest binding counts.',
    arguments: [
      where,
      { name: 'agent', about: 'Its id. It has to belong to the account that the workspace belongs to.' },
    ],
    options: {
      mode: { about: 'What it answers there; mention without it.', value: 'MODE', choices: modes },
      json: jsonOption,
    },
    async run({ store, given, answer }) {
      const [name, id] = [text(given['place'])!, text(given['agent'])!]
      const place = await placeOf(name)
      const mode = modes.find((one) => one === given['mode']) ?? 'mention'
      const agent = await store.agents.live(id)
      if (!agent) throw agentNotFound()
      const [team] = name.split('/')
      const owner = await store.places.accountOf('slack', team!)
      if (owner !== undefined && owner !== agent.account) {
        throw new AppError('forbidden', `${team} belongs to the account ${owner}, ${id} to ${agent.account}.`)
      }
      await store.places.bind({ place, account: agent.account, agent: id, mode })
      answer(`${id} answers in ${name} from now on: ${mode}.`, { place: name, agent: id, mode })
    },
  },
  {
    name: 'slack unuse',
    summary: 'Take the binding of a workspace, channel or thread away.',
    arguments: [where],
    options: { json: jsonOption },
    async run({ store, given, answer }) {
      const name = text(given['place'])!
      const was = await store.places.unbind(await placeOf(name))
      answer(was ? `${name} is bound to no agent any more.` : `${name} was bound to no agent.`, { place: name, was })
    },
  },
]
