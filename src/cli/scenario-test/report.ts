import { relative } from 'node:path'
import type { Coverage } from '../../app/parts/scenario-test/coverage.ts'
import type { Result } from '../../app/parts/scenario-test/run.ts'
import type { Generated } from './generate.ts'

/** Everything there is to tell of the tests of one agent. */
export interface AgentReport {
  folder: string
  tests: readonly Result[]
  coverage: readonly Coverage[]
  /** When tests were asked for. */
  generated: (Generated & { file: string }) | undefined
}

/** For people. */
export function tell({ folder, tests, coverage, generated }: AgentReport): string {
  return [
    folder,
    ...tests.flatMap(tellTest),
    ...tellGenerated(folder, generated),
    ...coverage.flatMap((it) => tellCoverage(folder, it)),
  ].join('\n')
}

function tellTest({ file, line, test, failed }: Result): string[] {
  if (failed.length === 0) return [`  ✓ ${test}`]
  return [
    `  ✗ ${test}  ${file}:${line}`,
    ...failed.flatMap(({ turn, line, differences }) => [
      `      turn ${turn}  ${file}:${line}`,
      ...differences.flatMap(({ what, expected, actual }) => [
        `        ${what}`,
        `          expected  ${JSON.stringify(expected)}`,
        `          was       ${JSON.stringify(actual) ?? 'nothing'}`,
      ]),
    ]),
  ]
}

function tellGenerated(folder: string, generated: AgentReport['generated']): string[] {
  if (!generated) return []
  const { file, tests, left } = generated
  return [
    `  ${tests.length} written to ${relative(folder, file)}`,
    ...left.map(({ name, file, line }) => `  needs a test of your own: ${name}  ${relative(folder, file)}:${line}`),
  ]
}

function tellCoverage(folder: string, { scenario, file, nodes, edges }: Coverage): string[] {
  const covered = ({ total, missing }: { total: number; missing: readonly unknown[] }) =>
    `${total - missing.length}/${total}`
  const where = ({ name, line }: { name: string; line: number }) => `${name}  ${relative(folder, file)}:${line}`
  return [
    `  ${scenario}: nodes ${covered(nodes)}, edges ${covered(edges)}`,
    ...nodes.missing.map((node) => `    not entered  ${where(node)}`),
    ...edges.missing.map((edge) => `    not taken    ${where(edge)}`),
  ]
}

/** For programs. */
export function view({ folder, tests, coverage, generated }: AgentReport) {
  const bare = ({ edge, ...missing }: Coverage['edges']['missing'][number]) => missing
  return {
    folder,
    tests: tests.map(({ file, line, test, failed }) => ({ file, line, test, passed: failed.length === 0, failed })),
    coverage: coverage.map(({ scenario, file, nodes, edges: { total, missing } }) => ({
      scenario,
      file,
      nodes,
      edges: { total, missing: missing.map(bare) },
    })),
    ...(generated && { generated: { file: generated.file, tests: generated.tests.length, left: generated.left } }),
  }
}
