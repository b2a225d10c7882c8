import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { type PhraseIndex, phraseIndex } from '../../src/engine/rules/phrase-index.ts'
import { normalise } from '../../src/lib/normalise.ts'
import { type Bench, median, NotMeasured } from './support/bench.ts'

type Pair = [utterance: string, intent: string]
/** Of an utterance: the intent of the phrase that is most like it. */
type Ask = (utterance: string) => string | undefined

const rounds = 5
/** The baseline takes too long to be asked everything. */
const everyNth = 5

/** Rules of 15,000 phrases, asked what they were not made of; and one more for an agent that has 10,000. */
export const rules: Bench = async (_scope, { data }) => {
  const { train, val } = read(join(data, 'clinc150-train-val.json'))
  const byIntent = Map.groupBy(train, ([, intent]) => intent)
  const intents = [...byIntent.keys()]
  const entries = [...byIntent.values()].map((pairs) => pairs.map(([utterance]) => utterance))

  const built = timed(rounds, () => ready(phraseIndex(entries)))
  const ours: Ask = (utterance) => intents[built.last.search(utterance, 1)[0]?.entry ?? -1]
  // Until it is compiled.
  questions(ours, val, 1)
  const answers = questions(ours, val, rounds)
  const fts = timed(1, () => ftsTrigram(train))
  const sample = val.filter((_, n) => n % everyNth === 0)
  const theirs = questions(fts.last, sample, 1)

  const single = train.slice(0, 10_000).map(([utterance]) => [utterance])
  const anew = timed(rounds, () => ready(phraseIndex(single)))
  const added: number[] = []
  let index = anew.last
  for (let n = 0; n < 50; n++) {
    const rule = [`my rule number ${n} is new`]
    // As it is read from the store: all of its texts are other ones in memory.
    const more = JSON.parse(JSON.stringify(single.toSpliced(n * 100, 0, rule))) as string[][]
    const { ms, last } = timed(1, () => ready(index.derive(more)))
    added.push(ms)
    index = last
  }
  const perQuery = { unit: 'ms', goal: { atMost: 1 } }
  return [
    {
      metric: 'index of 15,000 phrases (FTS5 trigram)',
      ours: built.ms,
      baseline: fts.ms,
      unit: 'ms',
      goal: { atMost: 1000 },
    },
    {
      metric: 'top-1 of 3,000 utterances (FTS5, of 600)',
      ours: answers.right,
      baseline: theirs.right,
      unit: '%',
      goal: { atLeast: 83 },
    },
    { metric: 'search, median (FTS5)', ours: answers.p50, baseline: theirs.p50, ...perQuery },
    { metric: 'search, 99th percentile (FTS5)', ours: answers.p99, baseline: theirs.p99, ...perQuery },
    { metric: 'one rule more beside 10,000 (all anew)', ours: median(added), baseline: anew.ms, unit: 'ms' },
  ]
}

function read(file: string): { train: Pair[]; val: Pair[] } {
  if (!existsSync(file)) throw new NotMeasured(`there is no ${file}; say with --data in which folder it is`)
  return JSON.parse(readFileSync(file, 'utf8'))
}

/** The rest of the work of making an index is done when it is first asked. */
function ready(index: PhraseIndex): PhraseIndex {
  index.search('anything else', 1)
  return index
}

/** The median, and the result of the last round. */
function timed<T>(times: number, work: () => T): { ms: number; last: T } {
  const took: number[] = []
  let last: T
  for (let round = 0; round < times; round++) {
    const startedAt = performance.now()
    last = work()
    took.push(performance.now() - startedAt)
  }
  return { ms: median(took), last: last! }
}

/** Each is asked several times and counts with its median: what else the machine does is no matter of the search. */
function questions(ask: Ask, pairs: readonly Pair[], times: number): { right: number; p50: number; p99: number } {
  const took = pairs.map((): number[] => [])
  let right = 0
  for (let round = 0; round < times; round++) {
    for (const [n, [utterance, intent]] of pairs.entries()) {
      const { ms, last: answer } = timed(1, () => ask(utterance))
      took[n]!.push(ms)
      if (answer === intent) right++
    }
  }
  const sorted = took.map(median).sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.ceil(share * sorted.length) - 1]!
  return { right: (100 * right) / (pairs.length * times), p50: at(0.5), p99: at(0.99) }
}

/** SQLite's full text search by pieces of three letters: the best phrase that has any of the utterance's. */
function ftsTrigram(pairs: readonly Pair[]): Ask {
  const db = new Database(':memory:')
  db.exec("create virtual table phrase using fts5 (text, intent unindexed, tokenize = 'trigram')")
  const insert = db.prepare('insert into phrase (text, intent) values (?, ?)')
  db.transaction(() => {
    for (const [utterance, intent] of pairs) insert.run(normalise(utterance), intent)
  })()
  const best = db.prepare('select intent from phrase where phrase match ? order by rank limit 1').pluck()
  return (utterance) => {
    const text = normalise(utterance)
    const pieces = Array.from({ length: Math.max(0, text.length - 2) }, (_, i) => `"${text.slice(i, i + 3)}"`)
    return best.get([...new Set(pieces)].join(' OR ')) as string | undefined
  }
}
