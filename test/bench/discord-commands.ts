import { setTimeout as sleep } from 'node:timers/promises'
import { chosen } from '../adapters/discord/agent-person.ts'
import { type Scope, within } from './support/bench.ts'
import { ANN, acknowledgements, GENERAL, startDiscord } from './support/discord.ts'
import { agentId, startParley } from './support/parley.ts'

type Used = readonly [command: string, options: Record<string, string>]

/** What admins use: lists and forms, and changes that are written down with their audit. */
const used = (n: number): Used =>
  (
    [
      ['list', {}],
      ['show', { agent: agentId }],
      ['edit', { agent: agentId }],
      ['rule add', { when: `opening hours ${n}`, say: 'We are open from 9 to 17.' }],
      ['knowledge add', { agent: agentId }],
    ] as const
  )[n % 5]!

/** How long Discord waits (ms) to hear of each command, while `atOnce` admins use them at the same moment. */
export async function discordCommands(
  scope: Scope,
  { atOnce, rounds }: { atOnce: number; rounds: number },
): Promise<number[]> {
  const { simulator, env } = await startDiscord(scope, { limits: { enforceRates: false, identifyWindowMs: 0 } })
  const people = [ANN, ...Array.from({ length: atOnce - 1 }, (_, n) => simulator.join({ username: `person${n}` }))]
  await startParley(scope, { env })
  while (simulator.commands({ user: ANN, channel: GENERAL }).length === 0) await sleep(10)
  const took = acknowledgements(simulator)
  const use = (user: string, [command, options]: Used) => {
    const { id } = simulator.run({ user, channel: GENERAL, name: chosen(command), options })
    return { id, ms: took.of(id) }
  }
  async function answered(id: string): Promise<void> {
    while (simulator.interaction(id)!.state === 'pending') await sleep(5)
    if (simulator.interaction(id)!.state === 'failed') throw new Error('A command was not acknowledged in time')
  }

  // The first owns the server, and makes the others admins.
  for (const person of people.slice(1)) await answered(use(ANN, ['role add', { person, role: 'admin' }]).id)
  const all: number[] = []
  for (let round = 0; round < rounds; round++) {
    const now = people.map((user, n) => use(user, used(n + round + 5 * (round * atOnce + n))))
    all.push(...(await within(60_000, 'the commands of a round', Promise.all(now.map(({ ms }) => ms)))))
    await within(60_000, 'the answers of a round', Promise.all(now.map(({ id }) => answered(id))))
  }
  return all
}
