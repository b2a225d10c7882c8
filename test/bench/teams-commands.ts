import { setTimeout as sleep } from 'node:timers/promises'
import { createTeamsSimulator } from '../../console/stand-ins/teams/index.ts'
import { personalChat } from '../../console/stand-ins/teams/settings.ts'
import { type Scope, within } from './support/bench.ts'
import { agentId, startParley } from './support/parley.ts'

export interface Load {
  atOnce: number
  rounds: number
  /** What is used; `n` counts all of them. */
  lines: readonly (string | ((n: number) => string))[]
}

/** How long Teams waits (ms) to hear of each command and of each form, while `atOnce` admins use them at the same moment. */
export async function teamsCommands(
  scope: Scope,
  { atOnce, rounds, lines }: Load,
): Promise<{ taken: number[]; opened: number[] }> {
  const idOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
  // One more makes the others admins, which fills their chat.
  const people = Array.from({ length: atOnce + 1 }, (_, n) => ({
    id: `29:person${n}`,
    name: `Person ${n}`,
    aadObjectId: idOf(n),
    email: `person${n}@example.com`,
  }))
  const admins = people.slice(0, atOnce)
  const teams = createTeamsSimulator({ people, limits: { enforceRates: false, records: 100_000 } })
  await teams.start()
  scope.defer(() => teams.stop())
  const parley = await startParley(scope, {
    env: {
      TEAMS_APP_ID: teams.appId,
      TEAMS_APP_PASSWORD: teams.appPassword,
      TEAMS_TENANT_ID: teams.tenantId,
      TEAMS_APP_TYPE: 'SingleTenant',
      TEAMS_LOGIN_URL: teams.loginUrl,
      TEAMS_OPENID_URL: teams.openIdMetadataUrl,
      TEAMS_OWNERS: idOf(atOnce),
    },
  })
  teams.connect(`${parley.url}/api/messages`)
  const chats = people.map(({ id }) => ({ user: id, conversation: personalChat(id) }))
  const ofBot = (n: number) => teams.messages(chats[n]!.conversation).filter(({ author }) => author.bot)

  // What Teams sends of each of them, of which a copy is sent and timed.
  for (const chat of chats) teams.say({ ...chat, text: '/agent help' })
  await within(60_000, 'the first commands', teams.idle())
  const said = new Map(teams.deliveries.map(({ activity }) => [(activity['from'] as { id: string }).id, activity]))
  let sent = 0
  async function use(n: number, text: string): Promise<number> {
    const began = performance.now()
    const activity = { ...said.get(people[n]!.id)!, id: `${Date.now()}${++sent}`, text: `/agent ${text}` }
    const { status } = await teams.deliver(activity)
    if (status !== 200) throw new Error(`Teams was answered ${status}`)
    return performance.now() - began
  }
  async function open(n: number): Promise<number> {
    const message = ofBot(n).findLast(({ attachments }) => JSON.stringify(attachments).includes('task/fetch'))!
    const began = performance.now()
    const { state } = await teams.press({ ...chats[n]!, message: message.id, action: 'Open the form' })
    if (state !== 'answered' || !teams.dialog(people[n]!.id)?.card) throw new Error('A form was not opened')
    return performance.now() - began
  }

  for (const n of admins.keys()) await use(atOnce, `role add @${idOf(n)} admin`)
  const taken: number[] = []
  const opened: number[] = []
  for (let round = 0; round < rounds; round++) {
    const lineOf = (n: number) => lines[(n + round) % lines.length]!
    const before = admins.map((_, n) => ofBot(n).length)
    const used = admins.map((_, n) => {
      const line = lineOf(n)
      return use(n, typeof line === 'string' ? line : line(round * atOnce + n))
    })
    taken.push(...(await within(60_000, 'the commands of a round', Promise.all(used))))
    await until('the answers of a round', () => admins.every((_, n) => ofBot(n).length > before[n]!))
    const withForm = [...admins.keys()].filter((n) => lineOf(n) === `edit ${agentId}`)
    opened.push(...(await within(60_000, 'the forms of a round', Promise.all(withForm.map(open)))))
  }
  return { taken, opened }
}

async function until(what: string, isSo: () => boolean): Promise<void> {
  const began = performance.now()
  while (!isSo()) {
    if (performance.now() - began > 60_000) throw new Error(`${what} did not come within a minute`)
    await sleep(5)
  }
}
