import { firstAccount } from '../../store/accounts.ts'
import { accountOption, type Command, jsonOption, text } from '../command.ts'
import { table } from '../table.ts'

export const agentCommands: Command[] = [
  {
    name: 'agent list',
    summary: 'List the agents of an account.',
    options: { account: accountOption, json: jsonOption },
    async run({ admin, given, answer }) {
      const account = text(given['account']) ?? firstAccount
      const agents = (await admin.agents.list({ account, author: 'cli', door: 'cli' })).map(
        ({ id, version, document }) => {
          const { displayName, scope, llmSettings } = document.agent
          return { id, displayName, scope, version, llm: llmSettings?.llm ?? null }
        },
      )
      const rows = agents.map(({ id, displayName, scope, version, llm }) => [
        id,
        scope,
        `${version}`,
        llm ?? '',
        displayName,
      ])
      const head = ['ID', 'SCOPE', 'VERSION', 'MODEL', 'NAME']
      answer(agents.length === 0 ? 'There are no agents.' : table(head, rows), agents)
    },
  },
]
