import { accountNotFound } from '../../admin/sentences.ts'
import { firstAccount } from '../../store/accounts.ts'
import type { Store } from '../../store/index.ts'
import { type Command, jsonOption, text } from '../command.ts'
import { table } from '../table.ts'

const uid = { name: 'uid', about: 'The id of the account, as `parley account list` shows it.' }

export const accountCommands: Command[] = [
  {
    name: 'account list',
    summary: 'List the accounts of this deployment.',
    options: { json: jsonOption },
    async run({ store, answer }) {
      const accounts = (await store.accounts.list()).map(viewOf)
      const rows = accounts.map((account) => [account.uid, account.plan, account.defaultAgent ?? '', account.name])
      answer(table(['UID', 'PLAN', 'DEFAULT AGENT', 'NAME'], rows), accounts)
    },
  },
  {
    name: 'account show',
    summary: 'Show an account and what it uses of its plan.',
    arguments: [{ ...uid, optional: true }],
    options: { json: jsonOption },
    async run({ store, admin, given, answer }) {
      const account = await store.accounts.get(text(given['uid']) ?? firstAccount)
      if (!account) throw accountNotFound()
      const view = viewOf(account)
      const plan = await admin.plans.of(account.id)
      const agents = (await store.agents.list(account.id)).length
      const conversations = await store.usage.thisMonth(account.id)
      const of = (limit: number | null) => (limit === null ? '' : ` of ${limit}`)
      const lines = [
        ['uid', view.uid],
        ['name', view.name],
        ['plan', view.plan],
        ['API integration', view.apiEnabled ? 'on' : 'off'],
        ['default agent', view.defaultAgent ?? 'none'],
        ['agents', `${agents}${of(plan.agents)}`],
        ['conversations this month', `${conversations}${of(plan.conversationsPerMonth)}`],
      ]
      answer(lines.map(([name, value]) => `${name!.padEnd(26)}${value}`).join('\n'), { ...view, agents, conversations })
    },
  },
  {
    name: 'account plan',
    summary: 'Put an account on another plan of config/plans.yaml.',
    arguments: [uid, { name: 'plan', about: 'The name of the plan.' }],
    options: { json: jsonOption },
    async run({ admin, given, answer }) {
      const id = text(given['uid'])!
      const plan = text(given['plan'])!
      await admin.plans.assign(id, plan)
      answer(`Account ${id} is on the plan ${plan}.`, { uid: id, plan })
    },
  },
]

function viewOf(account: NonNullable<Awaited<ReturnType<Store['accounts']['get']>>>) {
  const { id, name, plan, api_enabled, default_agent } = account
  return { uid: id, name, plan, apiEnabled: api_enabled === 1, defaultAgent: default_agent }
}
