import { setTimeout as sleep } from 'node:timers/promises'
import type { Bench, Figure, Scope } from './support/bench.ts'
import { startEchoSlack } from './support/echo-slack.ts'
import { startParley } from './support/parley.ts'

const warmUpMessages = 8000
const people = 5000
const moreMessages = 10_000
const allPeople = 10_000
const allMessages = 100_000

// Otherwise the code of the start and its sources are dropped at some time, which hides growth.
const nodeArgs = ['--expose-gc', '--no-flush-bytecode']

/** What is left on the heap, after a collection, of people and messages that have been answered; and what the system sees. */
export const memory: Bench = async (scope) => {
  const used = await residentOf(scope)
  const slack = await startEchoSlack(scope)
  const parley = await startParley(scope, { env: slack.env, unlimited: true, nodeArgs })
  const heapAfter = async (messages: number, user: (n: number) => string) => {
    await slack.talk({ url: `${parley.url}/slack/events`, messages, conversations: 16, user })
    // What was answered last is still being settled.
    await sleep(500)
    return (await parley.usage()).heapBytes
  }
  // Until everything is compiled and every cache is full, which is no growth.
  const before = await heapAfter(warmUpMessages, (n) => `UWARM${n % 200}`)
  const withPeople = await heapAfter(people, (n) => `U${n}`)
  const withMessages = await heapAfter(moreMessages, (n) => `U${n % people}`)
  return [
    ...used,
    {
      metric: 'heap kept of a person (Chat SDK: quoted)',
      ours: (withPeople - before) / people,
      baseline: 1540,
      unit: 'bytes',
      goal: { atMost: 100 },
    },
    {
      metric: 'heap kept of a message (Chat SDK: quoted)',
      ours: (withMessages - withPeople) / moreMessages,
      baseline: 450,
      unit: 'bytes',
      goal: { atMost: 50 },
    },
  ]
}

/** As it ships: nothing is collected but by itself. */
async function residentOf(scope: Scope): Promise<Figure[]> {
  const slack = await startEchoSlack(scope)
  const parley = await startParley(scope, { env: slack.env, unlimited: true })
  const resident = async (metric: string, atMost: number): Promise<Figure> => {
    const ours = (await parley.usage()).rssBytes / 1e6
    return { metric: `resident ${metric}`, ours, baseline: null, unit: 'MB', goal: { atMost } }
  }
  const atFirst = await resident('with Slack, before anybody wrote', 110)
  const user = (n: number) => `U${n % allPeople}`
  await slack.talk({ url: `${parley.url}/slack/events`, messages: allMessages, conversations: 16, user })
  return [atFirst, await resident(`after ${allMessages} messages of ${allPeople} people`, 180)]
}
