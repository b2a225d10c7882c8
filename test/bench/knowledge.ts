import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import Database from 'better-sqlite3'
import { sql } from 'kysely'
import { defaultThreshold } from '../../src/engine/knowledge/retrieve.ts'
import type { Database as Kept } from '../../src/store/database.ts'
import { createStore } from '../../src/store/index.ts'
import { openPostgres } from '../../src/store/postgres.ts'
import { createSearch } from '../../src/store/search.ts'
import { openSqlite } from '../../src/store/sqlite.ts'
import { type Bench, type BenchOptions, type Figure, median, NotMeasured, type Scope } from './support/bench.ts'
import { tempFolder } from './support/folder.ts'
import { postgresFor } from './support/postgres.ts'

const wanted = 10_000
const rounds = 3
/** The baseline takes too long to be asked everything. */
const everyNth = 10

interface Question {
  text: string
  /** The one passage that answers it. */
  passage: number
}
/** The numbers of the best passages for a question. */
type Ask = (question: string) => Promise<number[]>

/** Japanese questions to 10,000 passages, of which one answers each. */
export const knowledge: Bench = (scope, options) =>
  answersOn(scope, options, async () => {
    const db = await openSqlite(tempFolder(scope))
    scope.defer(() => db.close())
    return db
  })

/** The same on PostgreSQL. */
export const knowledgePostgres: Bench = async (scope, options) => {
  const makeDatabase = await postgresFor(scope)
  return answersOn(scope, options, async () => {
    const db = await openPostgres(await makeDatabase())
    scope.defer(() => db.close())
    return db
  })
}

async function answersOn(scope: Scope, { data }: BenchOptions, openDatabase: () => Promise<Kept>): Promise<Figure[]> {
  const { passages, questions, articles } = readJaquad(join(data, 'jaquad-dev-0-1.json'))
  const all = padded(passages, wanted)
  const few = await open(await openDatabase(), passages)
  const many = await open(await openDatabase(), all)
  const trigram = ftsTrigram(scope, all)

  const halves = await Promise.all(
    [0, 1].map(async (half) => {
      const own = passages.filter((_, n) => articles[n]! % 2 === half)
      return (await open(await openDatabase(), own)).best
    }),
  )
  const alone = await questioned(few.ask, questions)
  const judged = await thresholdOn(
    halves,
    questions.map(({ text, passage }) => ({ text, half: articles[passage]! % 2 })),
  )
  await questioned(many.ask, questions)
  const runs: Awaited<ReturnType<typeof questioned>>[] = []
  for (let round = 0; round < rounds; round++) runs.push(await questioned(many.ask, questions))
  const [ours] = runs as [(typeof runs)[number]]
  const theirs = await questioned(
    trigram.ask,
    questions.filter((_, n) => n % everyNth === 0),
  )
  const of = (pick: (run: (typeof runs)[number]) => number) => median(runs.map(pick))
  return [
    {
      metric: 'recall@5 of 2,072 questions (FTS5 trigram, of 208)',
      ours: ours.recall5,
      baseline: theirs.recall5,
      unit: '%',
      goal: { atLeast: 95 },
    },
    {
      metric: 'questions with an answer that find nothing at the default threshold',
      ours: judged.missed,
      baseline: null,
      unit: '%',
      goal: { atMost: 2 },
    },
    {
      metric: 'questions without an answer that find something (the other half of the articles)',
      ours: judged.fired,
      baseline: null,
      unit: '%',
      goal: { atMost: 10 },
    },
    { metric: 'recall@1 (FTS5 trigram)', ours: ours.recall1, baseline: theirs.recall1, unit: '%' },
    {
      metric: "recall@5 among the set's own 792 passages",
      ours: alone.recall5,
      baseline: null,
      unit: '%',
      goal: { atLeast: 97 },
    },
    { metric: 'search, median (FTS5 trigram)', ours: of(({ p50 }) => p50), baseline: theirs.p50, unit: 'ms' },
    {
      metric: 'search, 99th percentile (FTS5 trigram)',
      ours: of(({ p99 }) => p99),
      baseline: theirs.p99,
      unit: 'ms',
      goal: { atMost: 10 },
    },
    { metric: 'adding 10,000 passages (FTS5 trigram)', ours: many.ms, baseline: trigram.ms, unit: 'ms' },
    { metric: 'longest pause of the server meanwhile', ours: many.pauseMs, baseline: null, unit: 'ms' },
    { metric: 'the database then', ours: many.megabytes, baseline: null, unit: 'MB' },
  ]
}

/** `articles`: which one each passage is of. */
function readJaquad(file: string): { passages: string[]; questions: Question[]; articles: number[] } {
  if (!existsSync(file)) throw new NotMeasured(`${file} is missing; --data names the folder it is in`)
  const { data } = JSON.parse(readFileSync(file, 'utf8')) as {
    data: { paragraphs: { context: string; qas: { question: string }[] }[] }[]
  }
  const paragraphs = data.flatMap((article) => article.paragraphs)
  const questions = paragraphs.flatMap(({ qas }, passage) => qas.map(({ question }) => ({ text: question, passage })))
  const articles = data.flatMap(({ paragraphs: of }, article) => of.map(() => article))
  return { passages: paragraphs.map(({ context }) => context), questions, articles }
}

/**
 * More passages of the same language that answer none of the questions: the set's own, again and again, each time with every
 * kanji and katakana exchanged for another that is about as common. Hiragana, and so the grammar, stays.
 */
function padded(passages: readonly string[], count: number): string[] {
  const frequency = new Map<string, number>()
  for (const letter of passages.join('').match(/[\p{Script=Han}\p{Script=Katakana}]/gu) ?? []) {
    frequency.set(letter, (frequency.get(letter) ?? 0) + 1)
  }
  const byFrequency = [...frequency.keys()].sort((a, b) => frequency.get(b)! - frequency.get(a)!)
  const scripts = [/\p{Script=Han}/u, /\p{Script=Katakana}/u].map((script) =>
    byFrequency.filter((letter) => script.test(letter)),
  )
  const random = seeded(1)
  const all = [...passages]
  while (all.length < count) {
    const exchange = new Map<string, string>()
    for (const letters of scripts) {
      for (let from = 0; from < letters.length; from += 40) {
        const band = letters.slice(from, from + 40)
        const shuffled = band.map((letter) => ({ letter, at: random() })).sort((a, b) => a.at - b.at)
        for (const [i, letter] of band.entries()) exchange.set(letter, shuffled[i]!.letter)
      }
    }
    for (const passage of passages) all.push([...passage].map((letter) => exchange.get(letter) ?? letter).join(''))
  }
  return all.slice(0, count)
}

function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

async function open(db: Kept, passages: readonly string[]) {
  const store = createStore(db)
  const search = createSearch(db)
  const source = { agent: 'bench', name: 'bench.txt', sha256: '', mimetype: 'text/plain', bytes: 0 }
  const pauses = monitorEventLoopDelay({ resolution: 1 })
  pauses.enable()
  const from = performance.now()
  const staged = await store.knowledge.stage(
    source,
    new Uint8Array(),
    passages.map((text) => ({ title: '', text })),
  )
  await db.batch(store.knowledge.goLiveSteps(staged, 'bench', 'bench.txt'))
  await search.settle(passages.length)
  const ms = performance.now() - from
  pauses.disable()
  const best = async (question: string) => (await search.query('bench', question, 1))[0]?.score ?? 0
  // They are numbered from 1, in their order.
  const ask: Ask = async (question) => (await search.query('bench', question, 5)).map(({ id }) => id - 1)
  return { ask, best, ms, pauseMs: pauses.max / 1e6, megabytes: (await bytesOf(db)) / 1e6 }
}

/** Questions of one half of the articles, asked of that half, which answers them, and of the other, which does not. */
async function thresholdOn(
  halves: readonly ((question: string) => Promise<number>)[],
  questions: readonly { text: string; half: number }[],
) {
  let missed = 0
  let fired = 0
  for (const { text, half } of questions) {
    if ((await halves[half]!(text)) < defaultThreshold) missed++
    if ((await halves[1 - half]!(text)) >= defaultThreshold) fired++
  }
  return { missed: (100 * missed) / questions.length, fired: (100 * fired) / questions.length }
}

async function bytesOf({ dialect, query }: Kept): Promise<number> {
  const size =
    dialect === 'postgres'
      ? sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`
      : sql<{ bytes: number }>`select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`
  return (await size.execute(query)).rows[0]!.bytes
}

/** What SQLite does for Japanese by itself. */
function ftsTrigram(scope: Scope, passages: readonly string[]): { ask: Ask; ms: number } {
  const db = new Database(join(tempFolder(scope), 'trigram.db'))
  scope.defer(() => db.close())
  db.exec("create virtual table passage using fts5(text, tokenize = 'trigram')")
  const insert = db.prepare('insert into passage (rowid, text) values (?, ?)')
  const from = performance.now()
  db.transaction(() => {
    for (const [n, text] of passages.entries()) insert.run(n + 1, text)
  })()
  const ms = performance.now() - from
  const find = db.prepare<[string], { rowid: number }>(
    'select rowid from passage where passage match ? order by rank limit 5',
  )
  const ask: Ask = async (question) => {
    const letters = [...question]
    const terms = letters.slice(2).map(
      (_, i) =>
        `"${letters
          .slice(i, i + 3)
          .join('')
          .replaceAll('"', '""')}"`,
    )
    return find.all([...new Set(terms)].join(' OR ')).map(({ rowid }) => rowid - 1)
  }
  return { ask, ms }
}

async function questioned(ask: Ask, questions: readonly Question[]) {
  const times: number[] = []
  let first = 0
  let amongFive = 0
  for (const { text, passage } of questions) {
    const from = performance.now()
    const found = await ask(text)
    times.push(performance.now() - from)
    if (found[0] === passage) first++
    if (found.includes(passage)) amongFive++
  }
  times.sort((a, b) => a - b)
  const share = (count: number) => (count / questions.length) * 100
  return {
    recall1: share(first),
    recall5: share(amongFive),
    p50: times[times.length >> 1]!,
    p99: times[Math.floor(times.length * 0.99)]!,
  }
}
