import { existsSync } from 'node:fs'
import { readScenarios, scenarioFilesIn } from '../../admin/scenarios/folder.ts'
import { coverageOf } from '../../app/parts/scenario-test/coverage.ts'
import { generatedFile, readTests } from '../../app/parts/scenario-test/format.ts'
import { runFiles } from '../../app/parts/scenario-test/run.ts'
import { AppError, type Fault } from '../../lib/errors.ts'
import { generate, writeGenerated } from './generate.ts'
import { type HouseConfig, openHouse } from './house.ts'
import type { AgentReport } from './report.ts'

export interface TestOptions {
  config: HouseConfig
  /** Write tests for what no other test goes through, and run them too. */
  generate: boolean
}

/**
 * Runs the tests of an agent folder on the real engine, over a database of their own. Throws `invalid_agent_folder` with every
 * fault in the folder and in its tests.
 */
export async function testFolder(folder: string, options: TestOptions): Promise<AgentReport> {
  const file = generatedFile(folder)
  const isGenerated = (path: string) => path === file
  const { files, faults } = readTests(folder, (path) => !options.generate || !isGenerated(path))
  const { parts, close } = await openHouse(folder, options.config).catch((error) => {
    throw error instanceof AppError && error.faults.length > 0 ? invalid(folder, [...error.faults, ...faults]) : error
  })
  try {
    if (faults.length > 0) throw invalid(folder, faults)
    const scenarios = readScenarios(scenarioFilesIn(folder)).files
    const tests = await runFiles(files, parts)
    const coverage = () => scenarios.map((scenario) => coverageOf(scenario, tests))
    if (!options.generate) return { folder, tests, coverage: coverage(), generated: undefined }

    const generated = await generate(scenarios, coverage(), parts)
    if (generated.tests.length + generated.left.length > 0 || existsSync(file)) writeGenerated(file, generated)
    tests.push(...(await runFiles(readTests(folder, isGenerated).files, parts)))
    return { folder, tests, coverage: coverage(), generated: { file, ...generated } }
  } finally {
    await close()
  }
}

function invalid(folder: string, faults: readonly Fault[]): AppError {
  return new AppError('invalid_agent_folder', `There are faults in ${folder}:`, { faults })
}
