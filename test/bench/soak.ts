import { statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Bench, Figure } from './support/bench.ts'
import type { Chart } from './support/charts.ts'
import { startEchoSlack } from './support/echo-slack.ts'
import { growthOf } from './support/growth-of.ts'
import { type ParleyChild, startParley } from './support/parley.ts'
import { quantile } from './support/quantile.ts'

const perSecond = 20
const people = 10_000
const connections = 32
const samples = 60
/** What is grown to, before that is no sign of a leak: caches fill, and the log reaches its size. */
const warmUp = 0.25
/** Of what there is in the mean, from the warm-up to the end. */
const most = 10
/** `journal_size_limit`: the log begins anew in the room that it has, and grows in steps where somebody reads for long. */
const mostLogMb = 16

interface Sample {
  minute: number
  rssMb: number
  heapMb: number
  handles: number
  logMb: number
  p50: number
  p99: number
}

/**
 * An hour of mentions that a rule answers (without `--full` a minute, or `--minutes`), 20 a second of 10,000 people: whether memory,
 * handles, the log of the database and the time from a mention to its answer are the same in the end.
 */
export const soak: Bench = async (scope, { full, minutes = full ? 60 : 1, chart }) => {
  const slack = await startEchoSlack(scope)
  const parley = await startParley(scope, { env: slack.env, unlimited: true, nodeArgs: ['--expose-gc'] })
  const line = slack.open(`${parley.url}/slack/events`, connections)
  scope.defer(line.close)
  const seen: Sample[] = []
  const begun = performance.now()
  let sent = 0
  for (let n = 1; n <= samples; n++) {
    const end = begun + (n / samples) * minutes * 60_000
    const waits: number[] = []
    const running = new Set<Promise<void>>()
    do {
      const due = begun + (sent * 1000) / perSecond
      await sleep(Math.max(0, due - performance.now()))
      const from = performance.now()
      const said = line.say(`U${(sent++ * 7919) % people}`).then(() => {
        waits.push(performance.now() - from)
        running.delete(said)
      })
      running.add(said)
      // What Parley cannot keep up with is not heaped up here.
      if (running.size > 10 * connections) await Promise.race(running)
    } while (performance.now() < end)
    await Promise.all(running)
    seen.push(await sampleOf(parley, waits, (performance.now() - begun) / 60_000))
  }
  chart(chartOf(seen, minutes))
  return [
    { metric: `mentions answered in ${minutes} minutes`, ours: sent, baseline: null, unit: 'messages' },
    ...figuresOf(seen),
  ]
}

async function sampleOf(parley: ParleyChild, waits: number[], minute: number): Promise<Sample> {
  const { rssBytes, heapBytes, handles } = await parley.usage()
  const log = statSync(join(parley.data, 'parley.db-wal'), { throwIfNoEntry: false })?.size ?? 0
  return {
    minute,
    rssMb: rssBytes / 2 ** 20,
    heapMb: heapBytes / 2 ** 20,
    handles,
    logMb: log / 2 ** 20,
    p50: quantile(waits, 0.5),
    p99: quantile(waits, 0.99),
  }
}

const measured = [
  { of: 'rssMb', what: 'resident memory', unit: 'MB' },
  { of: 'heapMb', what: 'heap after a collection', unit: 'MB' },
  { of: 'handles', what: 'handles', unit: 'handles' },
  { of: 'p50', what: 'mention to answer, median', unit: 'ms' },
] as const

/** How each ended, and how much it grew by the line of least squares, after the warm-up. */
function figuresOf(seen: readonly Sample[]): Figure[] {
  const after = seen.slice(Math.floor(seen.length * warmUp))
  const largestLog = Math.max(...seen.map(({ logMb }) => logMb))
  const log = { metric: 'log of the database, at its largest', ours: largestLog, baseline: null, unit: 'MB' }
  const grown = measured.flatMap(({ of, what, unit }): Figure[] => {
    const growth = growthOf(after.map((sample) => [sample.minute, sample[of]]))
    return [
      { metric: `${what} in the end`, ours: after.at(-1)![of], baseline: null, unit },
      { metric: `${what}: growth`, ours: growth * 100, baseline: null, unit: '%', goal: { atMost: most } },
    ]
  })
  return [...grown, { ...log, goal: { atMost: mostLogMb } }]
}

function chartOf(seen: readonly Sample[], minutes: number): Chart {
  const curve = (label: string, of: Exclude<keyof Sample, 'minute'>) => ({
    label,
    points: seen.map((sample): [number, number] => [sample.minute, sample[of]]),
  })
  return {
    title: `${perSecond} mentions a second for ${minutes} minutes`,
    along: 'minutes',
    panels: [
      { label: 'memory, MB', curves: [curve('resident', 'rssMb'), curve('heap', 'heapMb')] },
      { label: 'handles', curves: [curve('handles', 'handles')] },
      { label: 'log of the database, MB', curves: [curve('log', 'logMb')] },
      { label: 'mention to answer, ms', curves: [curve('median', 'p50'), curve('99th percentile', 'p99')] },
    ],
  }
}
