import { existsSync, statSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { bundleFolders } from '../../admin/bundles/read.ts'
import { type DrawnScenarios, diagramOf, inOne } from '../../admin/scenarios/diagram.ts'
import type { Finding } from '../../admin/scenarios/finding.ts'
import { checkFiles, checkFolder, readScenarios, scenarioFilesIn } from '../../admin/scenarios/folder.ts'
import { toMermaid } from '../../admin/scenarios/mermaid.ts'
import { countedEn } from '../../lib/counts.ts'
import { AppError } from '../../lib/errors.ts'
import { text } from '../../ports/command-line.ts'
import type { Platform } from '../../ports/platform.ts'
import { type FileCommand, jsonOption } from '../command.ts'
import { testFolder } from '../scenario-test/index.ts'
import { type AgentReport, tell, view } from '../scenario-test/report.ts'

const folder = {
  name: 'folder',
  about: 'The folder of an agent or of several, or one scenario file; without it config/agents.',
  optional: true,
}

export const scenarioCommands = (platforms: readonly Platform[]): FileCommand[] => [
  {
    name: 'scenario check',
    summary: 'Find what is wrong with scenarios, file by file and line by line.',
    arguments: [folder],
    options: { json: jsonOption },
    async look({ given, answer }) {
      const checked = targetsOf(text(given['folder'])).map(({ folder, only }) => {
        if (!folder)
          return checkFiles(
            [only!],
            { webhooks: undefined, phrases: [], states: [], prompted: [], declared: {} },
            platforms,
          )
        const { files, findings } = checkFolder(folder, platforms)
        if (!only) return { files, findings }
        return {
          files: files.filter(({ file }) => file === only),
          findings: findings.filter(({ file }) => file === only),
        }
      })
      const findings = checked.flatMap((it) => it.findings)
      const scenarios = checked.flatMap((it) => it.files).length
      const errors = findings.filter(({ severity }) => severity === 'error').length
      const sums = [countedEn(errors, 'error'), countedEn(findings.length - errors, 'warning')].join(', ')
      answer([...byFile(findings), `${countedEn(scenarios, 'scenario')}: ${sums}`].join('\n'), { scenarios, findings })
      return errors === 0
    },
  },
  {
    name: 'scenario test',
    summary: 'Play the conversation tests of agents, and show what they go through.',
    arguments: [{ ...folder, about: 'The folder of an agent or of several; without it config/agents.' }],
    options: {
      generate: { about: 'Write tests/generated.yaml: a test for each edge that no other test takes.' },
      json: jsonOption,
    },
    async look({ config, given, answer }) {
      const options = { config: config(), generate: given['generate'] === true }
      const reports: AgentReport[] = []
      for (const { folder, only } of targetsOf(text(given['folder']))) {
        if (!folder || only) throw new AppError('no_such_folder', `${only} is a file: name the folder of its agent.`)
        const report = await testFolder(folder, options)
        if (report.tests.length > 0 || report.coverage.length > 0) reports.push(report)
      }
      const tests = reports.flatMap((report) => report.tests)
      const failed = tests.filter((test) => test.failed.length > 0).length
      const sum = `${countedEn(tests.length, 'test')}, ${failed} failed`
      answer([...reports.flatMap((report) => [tell(report), '']), sum].join('\n'), reports.map(view))
      return failed === 0
    },
  },
  {
    name: 'scenario draw',
    summary: 'Draw the scenarios of each agent as a Mermaid flowchart, or as a picture.',
    arguments: [folder],
    options: { out: { about: 'Write a picture into this file (PNG), in place of the flowchart.', value: 'FILE' } },
    async look({ given, answer }) {
      const shown = targetsOf(text(given['folder'])).map(({ folder, only }) => {
        const { files, findings } = readScenarios(only ? [only] : scenarioFilesIn(folder!))
        if (findings.length > 0)
          throw new AppError('invalid_scenario', 'Some scenarios cannot be read:', { faults: findings })
        return diagramOf(
          files.map(({ scenario }) => scenario),
          'en',
        )
      })
      const out = text(given['out'])
      const drawings = out === undefined ? shown.map(toMermaid) : [await writePicture(shown, out)]
      answer(drawings.join('\n\n'), drawings)
      return true
    },
  },
]

/** Where it is now. */
async function writePicture([only, ...others]: readonly DrawnScenarios[], path: string): Promise<string> {
  if (!only || others.length > 0)
    throw new AppError('wrong_usage', 'A picture is of one agent or of one scenario: name its folder or its file.')
  const { createDrawings } = await import('../../app/parts/drawings.ts')
  const png = await createDrawings({ log: { warn() {} } }).png(inOne(only), Number.POSITIVE_INFINITY)
  if (!png)
    throw new AppError('drawing_too_large', 'No picture can be made of so much. Name the file of one scenario of it.')
  await writeFile(path, png)
  return path
}

/** An agent's folder, and the one file of it that is meant; no folder: a file that belongs to no agent. */
type Target = { folder: string; only?: string } | { folder?: undefined; only: string }

function targetsOf(given: string | undefined): Target[] {
  if (given === undefined) return bundleFolders(join('config', 'agents')).map((folder) => ({ folder }))
  if (!existsSync(given)) throw new AppError('no_such_folder', `There is no file or folder ${given}.`)
  if (statSync(given).isFile()) {
    const folder = dirname(dirname(given))
    const isAgents = basename(dirname(given)) === 'scenarios' && existsSync(join(folder, 'agent.yaml'))
    return [isAgents ? { folder, only: given } : { only: given }]
  }
  const isAgent = (folder: string) => existsSync(join(folder, 'agent.yaml'))
  if (isAgent(given)) return [{ folder: given }]
  const folders = bundleFolders(given).filter(isAgent)
  if (folders.length > 0) return folders.map((folder) => ({ folder }))
  throw new AppError('no_such_folder', `${given} holds neither agent.yaml nor folders of agents.`)
}

/** A block for each file: its findings in the order of their lines. */
function byFile(findings: readonly Finding[]): string[] {
  return [...Map.groupBy(findings, ({ file }) => file)].flatMap(([file, found]) => [
    file,
    ...found.map(({ line, severity, code, path, message }) => {
      const key = path.slice(`${file}:${line}`.length).trim()
      return `  ${String(line).padStart(4)}  ${severity.padEnd(7)}  ${code}  ${`${key} ${message}`.trim()}`
    }),
    '',
  ])
}
