import { setTimeout as sleep } from 'node:timers/promises'
import type { SimulatedTeam, SlackSimulator } from '../../console/stand-ins/slack/simulator.ts'

/** Slack lets an app post only so often in a workspace, so a crowd is of several. */
const peoplePerTeam = 5

export interface Person {
  id: string
  /** Their direct conversation with the bot. */
  channel: string
  team: SimulatedTeam
  teamId: string
}

/** A message that Slack was told is taken in. */
export interface Accepted {
  person: Person
  ts: string
  text: string
}

/** People in workspaces of Slack who write to the bot. */
export function createCrowd(simulator: SlackSimulator, count: number) {
  const people: Person[] = []
  const teams: string[] = []
  for (let first = 0; first < count; first += peoplePerTeam) {
    const teamId = `T${String(teams.length).padStart(3, '0')}CROWD`
    const ids = Array.from(
      { length: Math.min(peoplePerTeam, count - first) },
      (_, n) => `U${String(first + n).padStart(3, '0')}`,
    )
    const users = ids.map((id) => ({ id, name: id.toLowerCase(), real_name: `Person ${id}`, is_bot: false }))
    const team = simulator.addTeam({ id: teamId, name: `Team ${teams.length}`, users, channels: [] })
    teams.push(teamId)
    people.push(...ids.map((id) => ({ id, channel: `D${id.slice(1)}`, team, teamId })))
  }
  const accepted: Accepted[] = []
  const acknowledged = createAcknowledged(simulator)

  return {
    people,
    /** In the order in which they were. */
    accepted: accepted as readonly Accepted[],

    /** Somebody installs the app in every workspace, through the pages that a balancer leads to. */
    async install(url: string): Promise<void> {
      for (const team of teams) {
        const begun = await fetch(`${url}/slack/install`, { redirect: 'manual' })
        const cookie = begun.headers.get('set-cookie')!.split(';')[0]!
        // The app has a public address; the balancer under test is here.
        const back = new URL(simulator.authorize(begun.headers.get('location')!, { team }))
        const done = await fetch(`${url}${back.pathname}${back.search}`, { headers: { cookie } })
        const page = await done.text()
        if (!done.ok) throw new Error(`installing was answered ${done.status}: ${page}`)
      }
    },

    /** Resolves when the app has acknowledged it; Slack tells it again until then. */
    async say(person: Person, text: string): Promise<Accepted> {
      const ts = person.team.say({ user: person.id, channel: person.channel, text })
      await acknowledged(`${person.channel} ${ts}`)
      const one = { person, ts, text }
      accepted.push(one)
      return one
    },

    /** Everybody writes so many messages, each when the one before is taken in, without waiting for answers. */
    async talk(messages: number, pauseMs: (n: number) => number): Promise<void> {
      const speak = async (person: Person, index: number) => {
        for (let n = 1; n <= messages; n++) {
          await sleep(pauseMs(index * messages + n))
          await this.say(person, `${person.id} says ${n}`)
        }
      }
      await Promise.all(people.map(speak))
    },

    /** What the bot has written where somebody wrote something. */
    replies: ({ person, ts }: Accepted) =>
      person.team.messages(person.channel, { thread_ts: ts }).filter((message) => message.ts !== ts),

    /** What the bot called in a thread, and how many milliseconds after it began: of a fault that is seldom, nothing else is left. */
    calledIn: (channel: string, thread: string): string =>
      simulator.calls
        .filter(({ args }) => (args['channel'] ?? args['channel_id']) === channel && args['thread_ts'] === thread)
        .map(({ method, args, at, status }) => {
          const what = [method, args['status'], status].filter((part) => part !== undefined).join(' ')
          return `${what} after ${Math.round(at - Number(thread) * 1000)} ms`
        })
        .join(', '),
  }
}
export type Crowd = ReturnType<typeof createCrowd>

/** Resolves when a message, by its channel and ts, was acknowledged. */
function createAcknowledged(simulator: SlackSimulator): (message: string) => Promise<void> {
  const known = new Map<string, SlackSimulator['deliveries'][number][]>()
  let read = 0

  function look(): void {
    for (; read < simulator.deliveries.length; read++) {
      const delivery = simulator.deliveries[read]!
      const { channel, ts } = (delivery.payload['event'] ?? {}) as { channel?: string; ts?: string }
      const name = `${channel} ${ts}`
      const attempts = known.get(name) ?? []
      attempts.push(delivery)
      known.set(name, attempts)
    }
  }

  return async (message) => {
    for (;;) {
      look()
      if (known.get(message)?.some(({ outcome }) => outcome === 'ok')) return
      await sleep(20)
    }
  }
}
