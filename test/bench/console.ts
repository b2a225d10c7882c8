import type { Database } from '../../src/store/database.ts'
import { openPostgres } from '../../src/store/postgres.ts'
import { recentTurns } from '../../src/store/recent-turns.ts'
import { openSqlite } from '../../src/store/sqlite.ts'
import type { TurnFilter } from '../../src/store/turn-seen/shape.ts'
import { runCommand } from '../support/command.ts'
import type { Bench, BenchOptions, Figure } from './support/bench.ts'
import { tempFolder } from './support/folder.ts'
import { postgresFor } from './support/postgres.ts'

const rounds = 100
const limit = 50
const lookMs = 100
const firstMs = 1000

/** What somebody looks for, from what nearly every turn has to what hardly any has. */
const looks: Readonly<Record<string, Partial<TurnFilter>>> = {
  newest: {},
  'of an agent': { agents: ['office'] },
  'of an agent, unanswered': { agents: ['it-desk'], outcome: 'unanswered' },
  'found not good': { rating: 'bad' },
  'in a channel': { place: 'slack:T0DEMO/C00002' },
  'with a frequent word': { words: 'VPN' },
  'with a Japanese word, of an agent': { words: '休暇', agents: ['office'] },
  'with a rare word': { words: 'cellar' },
  'with two words': { words: 'glacier rope' },
  'with a word that nobody said': { words: 'zuckerwatte' },
  'with a word, an agent, an outcome and an opinion': {
    ...{ words: '申請', agents: ['office'], outcome: 'unanswered', rating: 'bad' },
  },
}

/** How long the console's lists take among 1,000,000 turns of a made-up week; without `--full` among 100,000. */
export const consoleLists: Bench = async (scope, options) => {
  const folder = tempFolder(scope)
  await fill({ PARLEY_DATA: folder }, options)
  const db = await openSqlite(folder)
  scope.defer(() => db.close())
  return measure(db, options)
}

/** The same on PostgreSQL. */
export const consoleListsPostgres: Bench = async (scope, options) => {
  const makeDatabase = await postgresFor(scope)
  const url = await makeDatabase()
  await fill({ PARLEY_DATA: tempFolder(scope), DATABASE_URL: url }, options)
  const db = await openPostgres(url)
  scope.defer(() => db.close())
  return measure(db, options)
}

const turnsOf = ({ full }: BenchOptions) => (full ? 1_000_000 : 100_000)

async function fill(env: Record<string, string>, options: BenchOptions): Promise<void> {
  let said = ''
  const write = (text: string) => (said += text)
  const argv = ['demo-data', '--turns', String(turnsOf(options))]
  const code = await runCommand(argv, { stdout: { write }, stderr: { write }, env })
  if (code !== 0) throw new Error(said)
}

async function measure(db: Database, options: BenchOptions): Promise<Figure[]> {
  const among = `among ${turnsOf(options)} turns`
  const { page } = recentTurns(db)
  const look = async (filter: Partial<TurnFilter>) => {
    const begun = performance.now()
    await page({ account: 'default', agents: 'all', ...filter }, { limit })
    return performance.now() - begun
  }
  const figures: Figure[] = []
  const figure = (metric: string, ours: number, atMost: number) =>
    figures.push({ metric, ours, baseline: null, unit: 'ms', goal: { atMost } })
  figure(`the first page after opening, ${among}`, await look({}), firstMs)
  for (const [name, filter] of Object.entries(looks)) {
    const seen: number[] = []
    for (let round = 0; round < rounds; round++) seen.push(await look(filter))
    figure(`turns ${name}, ${among}, p99`, seen.toSorted((a, b) => a - b)[Math.floor(rounds * 0.99) - 1]!, lookMs)
  }
  return figures
}
