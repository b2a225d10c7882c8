import { type Summary, summarise } from './scale/fairness.ts'
import { meanAnswerMs } from './scale/people.ts'
import { type Played, play, type Workload } from './scale/simulation.ts'
import { sumOf } from './scale/slack.ts'
import type { Bench, Figure, Scope } from './support/bench.ts'
import type { Chart } from './support/charts.ts'
import { tempFolder } from './support/folder.ts'

/** What a worker's core carries: see `streams1000`. */
const streamsOfWorker = 1000
/** Answers a minute in a workspace, from where none waits to where more end than may be posted. */
const loads = [5, 20, 50, 100, 150, 200, 250, 300]

/**
 * 1,000,000 people in 10,000 workspaces of Slack, 100,000 answers at once, in virtual time; without `--full` a five-hundredth of that, or the `--part`.
 * Then, at a fiftieth of the size at most, what else may be: workspaces of all sizes, no Redis, several databases, a worker that dies; and, in few
 * workspaces, more and more to answer, to see what breaks first. What is counted does not depend on what else the machine does.
 */
export const scale: Bench = async (scope, { full, part: of = full ? 1 : 500, chart }) => {
  const whole = sized(1 / of)
  const part = sized(1 / Math.max(50, of))
  const figures = [
    ...(await figuresOf(scope, 'all at once', whole)),
    ...(await figuresOf(scope, 'workspaces of all sizes', { ...part, sizes: 'uneven' })),
    ...(await figuresOf(scope, 'several databases', { ...part, deployments: 2 })),
    ...(await figuresOf(scope, 'a worker dies', { ...part, kill: true })),
    ...(await figuresOf(scope, 'no Redis: shares', { ...part, budget: 'shares' })),
  ]
  const seen = []
  for (const load of loads) seen.push({ load, summary: await loaded(scope, load, of > 50 ? 3 : 10) })
  chart(chartOf(seen))
  return [
    ...figures,
    ...seen.flatMap(figuresOfLoad),
    { metric: 'most memory of the run', ours: mostMemory(), baseline: null, unit: 'MB' },
  ]
}

function sized(part: number): Workload {
  const streams = 100_000 * part
  return {
    people: 1_000_000 * part,
    workspaces: 10_000 * part,
    sizes: 'even',
    streams,
    seconds: 60,
    deployments: 1,
    workers: Math.max(4, streams / streamsOfWorker),
    budget: 'shared',
  }
}

async function played(scope: Scope, workload: Workload): Promise<{ run: Played; seen: Summary; tookSeconds: number }> {
  const began = performance.now()
  const run = await play(workload, () => tempFolder(scope))
  return { run, seen: summarise(run.answers), tookSeconds: (performance.now() - began) / 1000 }
}

async function figuresOf(scope: Scope, what: string, workload: Workload): Promise<Figure[]> {
  const { run, seen, tookSeconds } = await played(scope, workload)
  const { people, workspaces, seconds, budget } = workload
  const figure = (metric: string, ours: number, unit: string, more: Partial<Figure> = {}): Figure => ({
    metric: `${what}: ${metric}`,
    ours,
    baseline: null,
    unit,
    ...more,
  })
  const busiest = (of: 'statements' | 'renewed') => Math.max(...run.databases.map((asked) => asked[of])) / seconds
  // Where a process knows only its own calls it may make one too many: that is what Redis is for.
  const never = budget === 'shared' ? { goal: { atMost: 0 } } : {}
  return [
    figure(`refused of ${sumOf(run.slack.calls)} calls`, sumOf(run.slack.refused), 'calls', never),
    figure(`not answered, of ${people} people`, run.written - run.answers.length, 'messages', { goal: { atMost: 0 } }),
    figure(`at once, in ${workspaces} workspaces`, Math.max(...run.underWay), 'answers'),
    figure('delay of a character, 99th of 100 workspaces, median', seen.delay.p99, 's', {
      baseline: seen.delay.median,
    }),
    figure('delay of a character, worst workspace, median', seen.delay.worst, 's', { baseline: seen.delay.median }),
    figure("Jain's index of workspaces", seen.jain, ''),
    figure('text to first seen, 99th percentile, median', seen.first.p99, 's', { baseline: seen.first.p50 }),
    figure('end to whole text, 99th percentile, median', seen.lag.p99, 's', { baseline: seen.lag.p50 }),
    figure('shown as a native stream', seen.ways.native * 100, '%'),
    figure('shown whole at once', seen.ways.whole * 100, '%'),
    figure('statements a second of the busiest database', busiest('statements'), '/s'),
    figure('leases renewed a second in it', busiest('renewed'), '/s'),
    ...(run.takenOver.length > 0
      ? [figure(`longest until ${run.takenOver.length} people were taken over`, Math.max(...run.takenOver) / 1000, 's')]
      : []),
    figure('took', tookSeconds, 's'),
  ]
}

interface Load {
  /** Answers a minute in each workspace. */
  load: number
  summary: Summary
}

async function loaded(scope: Scope, perMinute: number, workspaces: number): Promise<Summary> {
  const streams = (perMinute * workspaces * meanAnswerMs) / 60_000
  const few = { workspaces, people: workspaces * 1000, streams, workers: 2, seconds: 150 }
  return (await played(scope, { ...sized(1), ...few })).seen
}

function figuresOfLoad({ load, summary: { delay, lag, ways } }: Load): Figure[] {
  const what = `${load} answers a minute in a workspace`
  return [
    { metric: `${what}: delay of a character`, ours: delay.median, baseline: null, unit: 's' },
    { metric: `${what}: end to whole text, 99th percentile`, ours: lag.p99, baseline: null, unit: 's' },
    { metric: `${what}: shown whole at once`, ours: ways.whole * 100, baseline: null, unit: '%' },
  ]
}

function chartOf(seen: readonly Load[]): Chart {
  const curve = (label: string, of: (summary: Summary) => number) => ({
    label,
    points: seen.map(({ load, summary }): [number, number] => [load, of(summary)]),
  })
  return {
    title: 'More and more to answer in workspaces of Slack, in virtual time',
    along: 'answers a minute in each workspace',
    panels: [
      { label: 'mean delay of a character, s', curves: [curve('', ({ delay }) => delay.median)] },
      { label: 'end to whole text, 99th percentile, s', curves: [curve('', ({ lag }) => lag.p99)] },
      {
        label: 'how answers are shown, % of them',
        curves: [
          curve('native stream', ({ ways }) => ways.native * 100),
          curve('post and edits', ({ ways }) => ways.edits * 100),
          curve('whole at once', ({ ways }) => ways.whole * 100),
        ],
      },
    ],
  }
}

const mostMemory = (): number => process.resourceUsage().maxRSS / 1024
