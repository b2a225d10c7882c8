import { join } from 'node:path'
import type { Drafts } from '../../../admin/drafts/index.ts'
import type { Admin } from '../../../admin/index.ts'
import type { PlayedTest, ReadCoverage, ScenarioCoverage } from '../../../admin/scenario-coverage.ts'
import { edgesOf } from '../../../admin/scenarios/graph.ts'
import type { EngineParts } from '../../../engine/converse.ts'
import { createFind } from '../../../engine/knowledge/find.ts'
import { rulesLearned } from '../../../engine/rules/match.ts'
import type { KeptTest } from '../../../model/kept-test.ts'
import type { Scenario } from '../../../model/scenario.ts'
import { firstAccount } from '../../../store/accounts.ts'
import { agentNameOf, playgroundAccount } from '../../../store/apart.ts'
import type { Store } from '../../../store/index.ts'
import { createSearch } from '../../../store/search.ts'
import { mayBeTaken } from './coverage.ts'
import { folderOf, readTestsSent } from './folder.ts'
import type { ConversationTest, TestFile } from './format.ts'
import { type Result, runFiles } from './run.ts'
import { nameOf } from './ways.ts'

export interface CoverageParts extends Pick<EngineParts, 'levels' | 'memoryItems' | 'state'> {
  store: Store
  drafts: Pick<Drafts, 'current'>
  agents: Pick<Admin['agents'], 'get'>
  /** Where the folders of agents are. */
  configFolder: string
}

/** Whoever looks waits, and others talk meanwhile. */
const mostTurns = 2000

/** What the tests of an agent go through of its draft, on the engine that also answers people. */
export function createCoverage(parts: CoverageParts): ReadCoverage {
  const { store, drafts, agents, configFolder, levels, memoryItems, state } = parts
  // By words alone, as `parley scenario test` does: nothing is paid for.
  const find = createFind({ store, search: createSearch(store.db) })

  return async (named, by) => {
    const { id, version: live } = await agents.get(named, by)
    const { document, revision } = await drafts.current(named, by)
    const version = { id, account: by.account, version: live, document }
    // Folders are applied for these two alone: another account's agent of that name has none.
    const hasFolders = by.account === firstAccount || by.account === playgroundAccount
    const folder = hasFolders ? await folderOf(join(configFolder, 'agents'), agentNameOf(id)) : undefined
    const read = folder === undefined ? { files: [], faults: [] } : await readTestsSent(folder)
    const kept = document.tests ?? []
    const { files, isCut } = cut([...read.files, ofKept(kept)])
    await rulesLearned(version)
    const results = await runFiles(files, { agent: version, find, levels, memoryItems, state })
    return {
      ...{ revision, kept: kept.length, faults: read.faults, isCut },
      played: results.filter(({ file }) => file !== keptFile).map(told),
      scenarios: document.scenarios.map((scenario) => ({ scenario: scenario.id, edges: walked(scenario, results) })),
    }
  }
}

const keptFile = 'agent.yaml'

/** What is kept with the agent is judged by a replay, which knows what was recorded; here it only goes its ways. */
function ofKept(tests: readonly KeptTest[]): TestFile {
  const asked = ({ said }: KeptTest): ConversationTest => ({
    ...{ test: said, uid: 'ann', state: {}, stub: {} },
    turns: [{ user: said }],
  })
  return { file: keptFile, tests: tests.map(asked), lineOf: () => 0 }
}

/** Whole tests, of no more turns together than are played. */
function cut(files: readonly TestFile[]): { files: TestFile[]; isCut: boolean } {
  let left = mostTurns
  let isCut = false
  const fits = ({ turns: { length } }: ConversationTest) => {
    const isRoom = length <= left
    if (isRoom) left -= length
    else isCut = true
    return isRoom
  }
  const fitting = files.map(({ tests, ...file }) => ({ ...file, tests: tests.filter(fits) }))
  return { files: fitting, isCut }
}

function told({ file, line, test, failed }: Result): PlayedTest {
  const text = (value: unknown) => JSON.stringify(value) ?? 'null'
  return {
    ...{ file, line, test },
    failed: failed.flatMap(({ turn, line, differences }) =>
      differences.map(({ what, expected, actual }) => ({
        ...{ turn, line, what, expected: text(expected), actual: text(actual) },
      })),
    ),
  }
}

function walked(scenario: Scenario, results: readonly Result[]): ScenarioCoverage['scenarios'][number]['edges'] {
  return edgesOf(scenario)
    .filter((edge) => mayBeTaken(edge, scenario))
    .map(({ path, ...edge }) => {
      const name = nameOf(scenario, { path, ...edge })
      return { ...edge, tests: results.filter(({ ways }) => ways.includes(name)).length }
    })
}
