import { randomInt } from 'node:crypto'
import { text, usage } from '../../ports/command-line.ts'
import type { Prove, Round } from '../../ports/proof.ts'
import { type FileCommand, jsonOption } from '../command.ts'

const usualMinutes = 2
const seeds = 2 ** 32
/** More than anybody reads. */
const faultsAtMost = 20

/** Shows on the operator's own machine what is promised of crashes, of tenants and of forgetting. */
export function proveCommands(prove: Prove): FileCommand[] {
  return [
    {
      name: 'prove',
      summary:
        'Try on this machine that no message is lost, nobody reads what is not theirs, and who is forgotten is gone.',
      options: {
        seed: { about: 'Plays what was played with this number; without it any.', value: 'N' },
        minutes: {
          about: `Plays rounds until these are over, each with the next seed; without it ${usualMinutes}, with 0 one round.`,
          value: 'M',
        },
        json: jsonOption,
      },
      async look({ given, answer }) {
        const first = numberOf(text(given['seed']), 'seed', seeds - 1) ?? randomInt(seeds - 1)
        const minutes = numberOf(text(given['minutes']), 'minutes', 10_080) ?? usualMinutes
        const forPeople = (line: string) => given['json'] || answer(line, undefined)
        forPeople('Playing in a folder of its own, between stand-ins of Slack, Discord and Teams. Yours is not opened.')
        const until = performance.now() + minutes * 60_000
        const rounds: Round[] = []
        do {
          const round = await prove((first + rounds.length) % seeds)
          rounds.push(round)
          forPeople(told(round))
        } while (performance.now() < until)
        const red = rounds.filter(({ faults }) => faults.length > 0)
        const again = `parley prove --seed ${(red[0] ?? rounds[0]!).seed} --minutes 0`
        const verdict =
          red.length === 0
            ? `✅ Proved in ${rounds.length === 1 ? 'one round' : `${rounds.length} rounds`}. The first one again: ${again}`
            : `❌ ${red.length} of ${rounds.length} rounds found something. Play it again, and send us what it says: ${again}`
        answer(verdict, { proved: red.length === 0, again, rounds })
        return red.length === 0
      },
    },
  ]
}

function numberOf(said: string | undefined, name: string, most: number): number | undefined {
  if (said === undefined) return undefined
  const number = Number(said)
  if (/^\d+$/.test(said) && number <= most) return number
  throw usage(`--${name} must be a whole number from 0 to ${most}, e.g. --${name} 5.`)
}

function told(round: Round): string {
  const { seed, tenants, people, messages, kills, amid, again, looks, requests, forgotten, rows, texts, bytes } = round
  const { seconds, faults } = round
  const twice =
    again === 0
      ? ''
      : ` ${again} of Teams stand twice: it tells no bot what it has posted, and the server died just then.`
  const lines = [
    `Seed ${seed}, ${seconds} s: ${people} people of ${tenants} tenants.`,
    `  Crashes: ${messages} messages, the server killed ${kills} times, ${amid} of them amid answers.${twice}`,
    `  Isolation: ${looks} looks at what is seen and printed, ${requests} requests to the model.`,
    `  Forgetting: ${forgotten} people, ${rows} rows; ${texts} texts of theirs looked for in ${bytes} bytes.`,
    ...faults.slice(0, faultsAtMost).map((fault) => `  ❌ ${fault}`),
  ]
  if (faults.length > faultsAtMost) lines.push(`  ❌ and ${faults.length - faultsAtMost} more; --json has them all.`)
  return lines.join('\n')
}
