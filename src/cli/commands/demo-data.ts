import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { atTerminal } from '../../admin/actor.ts'
import { text, usage } from '../../ports/command-line.ts'
import { firstAccount } from '../../store/accounts.ts'
import { type Command, jsonOption } from '../command.ts'
import { seed } from '../demo-data/index.ts'

const usualTurns = 6000
const mostTurns = 10_000_000

export const demoDataCommands: Command[] = [
  {
    name: 'demo-data',
    summary: 'Fill an empty data folder with a made-up week, to look at the console with.',
    options: {
      turns: { about: `How many questions were asked; without it ${usualTurns}.`, value: 'N' },
      seed: { about: 'Another number makes up another week; without it 1.', value: 'N' },
      json: jsonOption,
    },
    onlyEmpty: true,
    async run({ store, admin, given, answer }) {
      const turns = numberOf('turns', text(given['turns']) ?? String(usualTurns), mostTurns)
      const number = numberOf('seed', text(given['seed']) ?? '1', 2 ** 31)
      const folder = mkdtempSync(join(tmpdir(), 'parley-demo-'))
      try {
        const made = await seed({
          store,
          admin,
          folder,
          turns,
          seed: number,
          end: Date.now(),
          actor: { ...atTerminal, account: firstAccount },
        })
        answer(
          `${made.turns} questions of ${made.people} people to ${made.agents.length} agents (${made.agents.join(', ')}) in a week.\nStart Parley on this folder, and \`parley console\` prints a link to look at them.`,
          made,
        )
      } finally {
        rmSync(folder, { recursive: true, force: true })
      }
    },
  },
]

function numberOf(name: string, given: string, most: number): number {
  const number = Number(given)
  if (Number.isInteger(number) && number >= 1 && number <= most) return number
  throw usage(`--${name} must be a number from 1 to ${most}.`)
}
