import { atTerminal } from '../../admin/actor.ts'
import { text, usage } from '../../ports/command-line.ts'
import { firstAccount } from '../../store/accounts.ts'
import { type Command, jsonOption } from '../command.ts'
import { table } from '../table.ts'

const uid = { name: 'uid', about: 'The id of the account, as `parley account list` shows it.' }

const fields = {
  name: { about: 'What it is called.', value: 'NAME' },
  plan: { about: 'Its plan, of those in config/plans.yaml.', value: 'PLAN' },
  email: { about: 'Where found passages are sent.', value: 'ADDRESS' },
}

export const accountCommands: Command[] = [
  {
    name: 'account list',
    summary: 'List the accounts of this deployment.',
    options: { json: jsonOption },
    async run({ admin, answer }) {
      const accounts = await admin.accounts.list()
      const rows = accounts.map(({ uid, plan, apiEnabled, defaultAgent, name }) => [
        uid,
        plan,
        apiEnabled ? 'on' : 'off',
        defaultAgent ?? '',
        name,
      ])
      answer(table(['UID', 'PLAN', 'API', 'DEFAULT AGENT', 'NAME'], rows), accounts)
    },
  },
  {
    name: 'account show',
    summary: 'Show an account and what it uses of its plan.',
    arguments: [{ ...uid, optional: true }],
    options: { json: jsonOption },
    async run({ store, admin, given, answer }) {
      const account = await admin.accounts.get(text(given['uid']) ?? firstAccount)
      const plan = await admin.plans.of(account.uid)
      const agents = (await store.agents.list(account.uid)).length
      const conversations = await store.usage.thisMonth(account.uid)
      const of = (limit: number | null) => (limit === null ? '' : ` of ${limit}`)
      const lines = [
        ['uid', account.uid],
        ['name', account.name],
        ['plan', account.plan],
        ['e-mail', account.email ?? 'none'],
        ['API integration', account.apiEnabled ? 'on' : 'off'],
        ['default agent', account.defaultAgent ?? 'none'],
        ['agents', `${agents}${of(plan.agents)}`],
        ['conversations this month', `${conversations}${of(plan.conversationsPerMonth)}`],
      ]
      const shown = lines.map(([name, value]) => `${name!.padEnd(26)}${value}`).join('\n')
      answer(shown, { ...account, agents, conversations })
    },
  },
  {
    name: 'account create',
    summary: 'Make an account: a tenant with agents, keys and usage of its own.',
    arguments: [{ name: 'uid', about: 'Its id, for the paths of the API; without it one is made.', optional: true }],
    options: { ...fields, json: jsonOption },
    async run({ admin, given, answer }) {
      const id = text(given['uid'])
      const name = text(given['name'])
      if (name === undefined) throw usage('An account needs a name: --name NAME')
      const wanted = { ...(id && { uid: id }), name, ...changes(given, ['plan', 'email']) }
      const account = await admin.accounts.create(wanted, atTerminal)
      answer(`Account ${account.uid} was made, on the plan ${account.plan}.`, account)
    },
  },
  {
    name: 'account set',
    summary: 'Change an account.',
    arguments: [uid],
    options: {
      ...fields,
      email: { ...fields.email, about: `${fields.email.about} \`none\` takes it away.` },
      api: {
        about: 'Its API integration: conversation keys work only while it is on.',
        value: 'STATE',
        choices: ['on', 'off'],
      },
      'default-agent': { about: 'Who answers in chats that are bound to no other agent.', value: 'AGENT' },
      json: jsonOption,
    },
    async run({ admin, given, answer }) {
      const change: Record<string, unknown> = changes(given, ['name', 'plan', 'email'])
      if (change['email'] === 'none') change['email'] = null
      if (given['api']) change['apiEnabled'] = given['api'] === 'on'
      const agent = text(given['default-agent'])
      if (agent !== undefined) change['defaultAgent'] = agent
      if (Object.keys(change).length === 0) {
        throw usage('Say what to change: --name, --plan, --email, --api or --default-agent.')
      }
      const account = await admin.accounts.update(text(given['uid'])!, change, atTerminal)
      answer(`Account ${account.uid} was changed.`, account)
    },
  },
]

function changes(given: Readonly<Record<string, string | true | undefined>>, names: readonly string[]) {
  return Object.fromEntries(names.filter((name) => given[name] !== undefined).map((name) => [name, given[name]]))
}
