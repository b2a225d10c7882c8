import { accountOf, accountOption, agentOf, type Command, jsonOption } from '../command.ts'
import { table } from '../table.ts'

export const usageCommands: Command[] = [
  {
    name: 'usage',
    onlyExisting: true,
    summary: 'Show what an account has used, by day, agent and door.',
    options: {
      from: { about: 'The first day; without it the first of this month.', value: 'YYYY-MM-DD' },
      to: { about: 'The last day; without it today. Days are of UTC.', value: 'YYYY-MM-DD' },
      agent: { about: 'Of this agent only.', value: 'ID' },
      by: { about: 'What to tell apart, of day, agent and door; without it all three.', value: 'day,agent,door' },
      account: accountOption,
      json: jsonOption,
    },
    async run({ admin, given, answer }) {
      const query = Object.fromEntries(
        ['from', 'to', 'agent', 'by'].filter((name) => given[name] !== undefined).map((name) => [name, given[name]]),
      )
      if (query['agent'] !== undefined) query['agent'] = agentOf(given)
      const report = await admin.usage.report(accountOf(given), query)
      const { from, to, plan, total, usage } = report
      const columns = (['day', 'agent', 'door'] as const).filter((column) => usage[0] && column in usage[0])
      const head = [...columns.map((column) => column.toUpperCase()), 'CONVERSATIONS', 'TOKENS IN', 'TOKENS OUT']
      const numbers = (of: typeof total) => [of.conversations, of.inputTokens, of.outputTokens].map(String)
      const rows = usage.map((line) => [...columns.map((column) => line[column] ?? ''), ...numbers(line)])
      const sum = [...columns.map((_, i) => (i === 0 ? 'in all' : '')), ...numbers(total)]
      const cap = plan.conversationsPerMonth === null ? 'any number' : String(plan.conversationsPerMonth)
      const lines = [
        `${from} to ${to}`,
        rows.length === 0 ? 'Nothing was used.' : table(head, columns.length > 0 ? [...rows, sum] : rows),
        `This month: ${plan.conversationsThisMonth} conversations; the plan ${plan.name} allows ${cap}.`,
      ]
      answer(lines.join('\n'), report)
    },
  },
]
