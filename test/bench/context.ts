import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createSlackSimulator } from '../../console/stand-ins/slack/index.ts'
import { collectContext } from '../../src/context/collect.ts'
import type { Place } from '../../src/model/message.ts'
import { openSqlite } from '../../src/store/sqlite.ts'
import { chatHouse } from '../support/chat-house.ts'
import { type Bench, type Figure, median, within } from './support/bench.ts'
import { tempFolder } from './support/folder.ts'

const questions = 40
const inThread = 30
/** Turns whose heap is compared with that after the first hundred. */
const turns = 10_000
const here = 'C0GENERAL'
const blind = 'C0BLIND'

/** What a mention in a thread of thirty messages takes until the model is asked, beside a place where nothing is looked at. */
export const context: Bench = async (scope) => {
  const simulator = createSlackSimulator({
    limits: { enforceRates: false, retryDelaysMs: [], records: 50 },
    users: ['Ann', 'Ben'].map((name) => ({ id: `U0${name.toUpperCase()}`, name, real_name: name, is_bot: false })),
    channels: [here, blind].map((id) => ({ id, kind: 'channel' as const, name: id.toLowerCase() })),
  })
  await simulator.start()
  scope.defer(() => simulator.stop())
  const asked = new Map<string, (at: number) => void>()
  const house = await chatHouse({
    folder: tempFolder(scope),
    open: openSqlite,
    onFinished: (end) => scope.defer(end),
    async think({ utterance }) {
      asked.get(utterance)?.(performance.now())
      return 'Yes.'
    },
  })
  const slack = await house.connect(simulator)
  await house.work()
  const bound = { place: `slack:T0PARLEY:${blind}`, account: 'default', agent: 'test', mode: 'mention' } as const
  await house.store.db.batch([house.store.places.bindStep({ ...bound, context: 'none' })])

  /** From the message to the question to the model. */
  async function askIn(channel: string, n: number): Promise<number> {
    const root = simulator.say({ user: 'U0BEN', channel, text: 'the beginning' })
    for (let line = 1; line < inThread; line++)
      simulator.say({ user: 'U0BEN', channel, text: `line ${line}`, thread_ts: root })
    await simulator.delivered()
    const text = `${channel} ${n}`
    const { promise, resolve } = Promise.withResolvers<number>()
    asked.set(text, resolve)
    const from = performance.now()
    simulator.say({ user: 'U0ANN', channel, text: `@parley ${text}`, thread_ts: root })
    return (await within(20_000, 'the model', promise)) - from
  }

  let reads = 0
  scope.defer(
    simulator.onCall(({ method }) => {
      if (method === 'conversations.replies') reads++
    }),
  )
  const ms = { read: [] as number[], not: [] as number[] }
  for (let n = 0; n < questions; n++) {
    ms.read.push(await askIn(here, n))
    ms.not.push(await askIn(blind, n))
  }
  return [
    {
      metric: 'mention in a thread of 30 until the model is asked',
      ours: median(ms.read),
      baseline: median(ms.not),
      unit: 'ms',
    },
    {
      metric: 'what reading the thread adds to that',
      ours: median(ms.read) - median(ms.not),
      baseline: null,
      unit: 'ms',
      goal: { atMost: 60 },
    },
    { metric: 'read calls a mention', ours: reads / questions, baseline: null, unit: 'calls', goal: { atMost: 2 } },
    await heap(),
  ]

  async function heap(): Promise<Figure> {
    const root = simulator.say({ user: 'U0BEN', channel: here, text: 'the beginning' })
    for (let line = 1; line < inThread; line++)
      simulator.say({ user: 'U0BEN', channel: here, text: `line ${line}`, thread_ts: root })
    await simulator.delivered()
    const channel = slack.channel('T0PARLEY')!
    const talk = `slack:T0PARLEY:${here}:${root}` as Place
    const author = { uid: 'slack_T0PARLEY_U0ANN', id: 'U0ANN' }
    const { signal } = new AbortController()
    const collect = async (n: number) => {
      const around = { talk, root: `slack:${here}:${root}`, since: 0 }
      const question = {
        eventId: `slack:${here}:${Date.now() / 1000}${n}`,
        key: 'test/default/ann',
        agent: 'test',
        author,
      }
      const parts = {
        store: house.store,
        channel,
        readFiles: async () => ({ images: [], files: [], notes: [], unseen: [] }),
        now: Date.now,
        signal,
      }
      await collectContext({ ...question, text: '', files: [], around, talk }, parts).context()
    }
    for (let n = 0; n < 100; n++) await collect(n)
    const before = used()
    for (let n = 100; n < turns; n++) await collect(n)
    return {
      metric: `heap after ${turns} collected turns, beside that after 100`,
      ours: used() / 2 ** 20,
      baseline: before / 2 ** 20,
      unit: 'MiB',
    }
  }
}

function used(): number {
  setFlagsFromString('--expose_gc')
  const gc = runInNewContext('gc') as () => void
  gc()
  gc()
  return process.memoryUsage().heapUsed
}
