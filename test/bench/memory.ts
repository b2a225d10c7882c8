import { setTimeout as sleep } from 'node:timers/promises'
import type { Bench } from './support/bench.ts'
import { startEchoSlack } from './support/echo-slack.ts'
import { startParley } from './support/parley.ts'

const warmUpMessages = 8000
const people = 5000
const moreMessages = 10_000

// Otherwise the code of the start and its sources are dropped at some time, which hides growth.
const nodeArgs = ['--expose-gc', '--no-flush-bytecode']

/** What is left on the heap, after a collection, of people and messages that have been answered. */
export const memory: Bench = async (scope) => {
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
