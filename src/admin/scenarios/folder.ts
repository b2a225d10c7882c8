import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { readYaml } from '../../lib/yaml/index.ts'
import { agentDocumentSchema } from '../../model/agent.ts'
import { scenarioSchema } from '../../model/scenario.ts'
import { stateDeclarationsSchema } from '../../model/state.ts'
import { checkScenarios, type Surroundings, surroundingsOf } from './check.ts'
import { type Finding, findingOf, type ScenarioFile } from './finding.ts'
import type { Shows } from './options.ts'

/** What is read of `agent.yaml` and `rules.yaml`; the rest of them is for those who apply the folder to judge. */
const agentSchema = z.looseObject({
  agent: z
    .looseObject({
      llmSettings: z.looseObject({ prompt: z.string().optional() }).optional(),
      state: stateDeclarationsSchema.optional(),
    })
    .default({}),
  webhooks: z.array(z.looseObject({ name: z.string(), isEnable: z.boolean().optional() })).default([]),
})
const rulesSchema = agentDocumentSchema.shape.rules.unwrap()

/** The scenario files of an agent folder, in the order of their names. */
export function scenarioFilesIn(folder: string): string[] {
  const scenarios = join(folder, 'scenarios')
  if (!existsSync(scenarios)) return []
  return readdirSync(scenarios, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.') && /\.ya?ml$/.test(entry.name))
    .map((entry) => join(scenarios, entry.name))
    .sort()
}

/** The files that are scenarios, and what is wrong with those that are not. */
export function readScenarios(paths: readonly string[]): { files: ScenarioFile[]; findings: Finding[] } {
  const files: ScenarioFile[] = []
  const findings: Finding[] = []
  for (const file of paths) {
    const read = readYaml(file, scenarioSchema)
    if ('value' in read) files.push({ file, scenario: read.value, lineOf: read.lineOf })
    else findings.push(...read.faults.map(findingOf))
  }
  return { files, findings }
}

/** Everything that is wrong with some scenario files of one agent. */
export function checkFiles(
  paths: readonly string[],
  around: Surroundings,
  platforms: readonly Shows[],
): { files: ScenarioFile[]; findings: Finding[] } {
  const { files, findings } = readScenarios(paths)
  const more = checkScenarios(files, around, platforms)
  // What a file that cannot be read holds for the others is not known.
  const judged = findings.length > 0 ? more.filter(({ code }) => code !== 'S013' && code !== 'S018') : more
  return { files, findings: [...findings, ...judged] }
}

/** Everything that is wrong with the scenarios of an agent folder. */
export function checkFolder(
  folder: string,
  platforms: readonly Shows[],
): { files: ScenarioFile[]; findings: Finding[] } {
  const { around, findings } = readSurroundings(folder)
  const checked = checkFiles(scenarioFilesIn(folder), around, platforms)
  return { files: checked.files, findings: [...findings, ...checked.findings] }
}

/** What stands around the scenarios of an agent folder, as far as it can be read. */
function readSurroundings(folder: string): { around: Surroundings; findings: Finding[] } {
  const rulesFile = join(folder, 'rules.yaml')
  const agent = readYaml(join(folder, 'agent.yaml'), agentSchema)
  const rules = existsSync(rulesFile) ? readYaml(rulesFile, rulesSchema, []) : { value: [] }
  const findings = [agent, rules].flatMap((read) => ('faults' in read ? read.faults.map(findingOf) : []))
  const written = surroundingsOf({
    ...('value' in agent ? agent.value : { agent: {}, webhooks: [] }),
    rules: 'value' in rules ? rules.value : [],
  })
  return { around: 'value' in agent ? written : { ...written, webhooks: undefined }, findings }
}
