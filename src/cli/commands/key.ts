import { atTerminal } from '../../admin/actor.ts'
import { text, usage } from '../../ports/command-line.ts'
import { accountOf, accountOption, agentOf, type Command, jsonOption } from '../command.ts'
import { moment, table } from '../table.ts'

export const keyCommands: Command[] = [
  {
    name: 'key issue',
    summary: 'Issue an API key. It is shown this once.',
    options: {
      kind: {
        about: 'management: to manage agents over HTTP. conversation: to talk to every agent of the account.',
        value: 'KIND',
        choices: ['management', 'conversation'],
      },
      agent: { about: 'Instead of a kind: a key to talk to this agent only.', value: 'ID' },
      name: { about: 'What it is for, to tell keys apart.', value: 'NAME' },
      account: accountOption,
      json: jsonOption,
    },
    async run({ admin, given, answer }) {
      const account = accountOf(given)
      const agent = agentOf(given)
      const kind = text(given['kind'])
      if (!kind && !agent) throw usage('Say what the key is for: --kind management, --kind conversation or --agent ID.')
      if (kind === 'management' && agent) throw usage('A management key is for the whole account: leave out --agent.')
      const name = text(given['name']) ?? 'From the command line'
      const { id, key } = await admin.keys.issue(
        agent
          ? { account, kind: 'agent', agent, name }
          : { account, kind: kind as 'management' | 'conversation', name },
        atTerminal,
      )
      const what = agent ? `key for agent ${agent}` : `${kind} key`
      answer(`A ${what} of account ${account} was issued. It is shown this once, so keep it in a safe place:\n${key}`, {
        uid: account,
        id,
        key,
      })
    },
  },
  {
    name: 'key list',
    summary: 'List the API keys of an account.',
    options: { account: accountOption, json: jsonOption },
    async run({ admin, given, answer }) {
      const keys = await admin.keys.list(accountOf(given))
      const rows = keys.map(({ id, kind, agent, name, hint, createdAt, lastUsedAt, revokedAt }) => [
        id,
        kind,
        agent ?? '',
        `…${hint}`,
        moment(createdAt),
        moment(lastUsedAt),
        revokedAt === null ? 'valid' : `revoked ${moment(revokedAt)}`,
        name,
      ])
      const head = ['ID', 'KIND', 'AGENT', 'ENDS IN', 'ISSUED', 'LAST USED', 'STATUS', 'NAME']
      answer(keys.length === 0 ? 'There are no keys. `parley key issue` makes one.' : table(head, rows), keys)
    },
  },
  {
    name: 'key rename',
    summary: 'Give an API key another name.',
    arguments: [
      { name: 'id', about: 'As `parley key list` shows it.' },
      { name: 'name', about: 'What it is for.' },
    ],
    options: { account: accountOption, json: jsonOption },
    async run({ admin, given, answer }) {
      const id = text(given['id'])!
      const name = text(given['name'])!
      await admin.keys.rename(accountOf(given), id, name, atTerminal)
      answer(`Key ${id} is called ${name}.`, { id, name })
    },
  },
  {
    name: 'key revoke',
    summary: 'Revoke an API key for good.',
    arguments: [{ name: 'id', about: 'As `parley key list` shows it.' }],
    options: { account: accountOption, json: jsonOption },
    async run({ admin, given, answer }) {
      const id = text(given['id'])!
      await admin.keys.revoke(accountOf(given), id, atTerminal)
      answer(`Key ${id} is revoked.`, { id, revoked: true })
    },
  },
]
