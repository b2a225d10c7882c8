import { AppError } from '../../lib/errors.ts'
import { accountOf, accountOption, agentOf, type Command, jsonOption } from '../command.ts'
import { table } from '../table.ts'

/** For all servers of one agent. */
const patienceMs = 15_000

export const toolCommands: Command[] = [
  {
    name: 'tool list',
    summary: 'Show what the servers of an agent offer, with the pin that tools.yaml needs for policy auto.',
    arguments: [{ name: 'agent', about: 'The id of the agent.' }],
    options: { account: accountOption, json: jsonOption },
    async run({ store, source, given, answer }) {
      const live = await store.agents.live(agentOf(given)!)
      if (live?.account !== accountOf(given)) throw new AppError('agent_not_found', 'There is no agent of that id.')
      const { tools, away } = await source.tools(live, AbortSignal.timeout(patienceMs), { fresh: true })
      const { rules = {} } = live.document.tools ?? {}
      const rows = tools.map(({ name, pin, description }) => {
        const rule = rules[name]
        const policy = rule?.pin !== undefined && rule.pin !== pin ? 'off: it has changed' : (rule?.policy ?? 'ask')
        return [name, policy, pin, description.replace(/\s+/g, ' ').slice(0, 80)]
      })
      const lines = [
        rows.length === 0 ? 'There are no tools of servers.' : table(['TOOL', 'POLICY', 'PIN', 'WHAT IT SAYS'], rows),
        ...away.map((server) => `The server ${server} could not be asked.`),
      ]
      answer(lines.join('\n'), { tools, away })
    },
  },
]
