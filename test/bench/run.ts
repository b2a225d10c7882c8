import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ack } from './ack.ts'
import { api } from './api.ts'
import { approvals } from './approvals.ts'
import { budget } from './budget.ts'
import { commands } from './commands.ts'
import { comparedWith } from './compared.ts'
import { consoleLists, consoleListsPostgres } from './console.ts'
import { consoles } from './consoles.ts'
import { context } from './context.ts'
import { discord } from './discord.ts'
import { discordAck } from './discord-ack.ts'
import { discordLibrary } from './discord-library.ts'
import { discordNoise } from './discord-noise.ts'
import { durable } from './durable.ts'
import { echo } from './echo.ts'
import { engine } from './engine.ts'
import { files } from './files.ts'
import { forget, forgetPostgres } from './forget.ts'
import { growth } from './growth.ts'
import { handover } from './handover.ts'
import { knowledge, knowledgePostgres } from './knowledge.ts'
import { memory } from './memory.ts'
import { pace } from './pace.ts'
import { peers } from './peers.ts'
import { postgres } from './postgres.ts'
import { queue } from './queue.ts'
import { rules } from './rules.ts'
import { scale } from './scale.ts'
import { slack } from './slack.ts'
import { slow } from './slow.ts'
import { soak } from './soak.ts'
import { start } from './start.ts'
import { stream } from './stream.ts'
import { streams200 } from './streams200.ts'
import { streams1000 } from './streams1000.ts'
import { type Bench, createScope, NotMeasured } from './support/bench.ts'
import { drawFlames } from './support/flame.ts'
import { readTold, type Told, writeDrawings } from './support/plots.ts'
import { isMet, tableHead, tableRow, toldOf } from './support/report.ts'
import { teams } from './teams.ts'
import { teamsDoor } from './teams-door.ts'

const benches: Record<string, Bench> = {
  echo,
  peers,
  durable,
  ack,
  stream,
  slack,
  discord,
  discordAck,
  discordNoise,
  discordLibrary,
  teams,
  teamsDoor,
  commands,
  approvals,
  context,
  files,
  api,
  streams200,
  streams1000,
  start,
  memory,
  pace,
  scale,
  budget,
  rules,
  engine,
  slow,
  growth,
  soak,
  knowledge,
  knowledgePostgres,
  postgres,
  queue,
  handover,
  forget,
  forgetPostgres,
  console: consoleLists,
  consolePostgres: consoleListsPostgres,
  consoles,
}

const { values } = parseArgs({
  options: {
    json: { type: 'boolean' },
    only: { type: 'string' },
    full: { type: 'boolean' },
    profile: { type: 'boolean' },
    minutes: { type: 'string' },
    part: { type: 'string' },
    compare: { type: 'string' },
    // A folder for drawings of what is measured, or of what a run has told before, with --json, into a file.
    plot: { type: 'string' },
    from: { type: 'string' },
    data: { type: 'string', default: '../shared/data' },
  },
})
if (values.from !== undefined) {
  if (values.plot === undefined) {
    console.error('--from FILE draws what was measured before: say with --plot FOLDER where to.')
    process.exit(2)
  }
  for (const path of writeDrawings(values.plot, readTold(readFileSync(values.from, 'utf8')))) console.log(path)
  process.exit()
}
if (values.compare !== undefined) {
  for (const name of Object.keys(benches)) delete benches[name]
  benches['compared'] = comparedWith(values.compare)
}
const profiles = values.profile ? mkdtempSync(join(tmpdir(), 'parley-profiles-')) : undefined
if (profiles !== undefined) {
  // Each process that is measured writes one as it ends: https://nodejs.org/api/cli.html#--cpu-prof
  process.env['NODE_OPTIONS'] = `${process.env['NODE_OPTIONS'] ?? ''} --cpu-prof --cpu-prof-dir=${profiles}`
  console.error(
    `Profiles go to ${profiles}, each with its flame graph; a browser's developer tools open them too (Performance, Load profile).`,
  )
}
// What fetches packages of others does so for whoever asks for it.
const names = values.only?.split(',') ?? Object.keys(benches).filter((name) => name !== 'peers')
const unknown = names.filter((name) => !Object.hasOwn(benches, name))
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(', ')}; there are ${Object.keys(benches).join(', ')}.`)
  process.exit(2)
}

let scope = createScope()
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => void scope.end().finally(() => process.exit(1)))
}

const { full, data } = values
const minutes = values.minutes === undefined ? {} : { minutes: Number(values.minutes) }
const part = values.part === undefined ? {} : { part: Number(values.part) }
const told: Told[] = []
const tell = (line: Told) => {
  told.push(line)
  if (values.json) console.log(JSON.stringify(line))
}
if (!values.json) console.log(tableHead)
for (const name of names) {
  scope = createScope()
  try {
    for (const figure of await benches[name]!(scope, {
      data,
      ...minutes,
      ...part,
      ...(full && { full }),
      chart: (chart) => tell({ bench: name, chart }),
    })) {
      // What is slower than it was is a fault of whoever changed it; what was never as fast as wanted is told, and known.
      if (values.compare !== undefined && !isMet(figure)) process.exitCode = 1
      tell(toldOf(name, figure))
      if (!values.json) console.log(tableRow(name, figure))
    }
  } catch (error) {
    if (error instanceof NotMeasured) {
      console.error(`${name}: not measured: ${error.message}`)
      continue
    }
    console.error(`${name}: ${(error as Error).stack}`)
    process.exitCode = 1
  } finally {
    await scope.end()
  }
}
if (values.plot !== undefined) for (const path of writeDrawings(values.plot, told)) console.error(path)
if (profiles !== undefined) for (const path of drawFlames(profiles)) console.error(path)
