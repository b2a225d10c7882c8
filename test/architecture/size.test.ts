import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { beforeAll, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const rules = ['noExcessiveCognitiveComplexity', 'noExcessiveLinesPerFunction'] as const
type Rule = (typeof rules)[number]

interface Override {
  includes: string[]
  linter: { rules: { complexity?: Partial<Record<Rule, unknown>> } }
}

/** The files for which `biome.json` does not hold functions to a rule. */
function listed(rule: Rule): string[] {
  const { overrides } = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8')) as { overrides: Override[] }
  const off = overrides.filter(({ linter }) => linter.rules.complexity?.[rule] === 'off')
  return off.flatMap(({ includes }) => includes).filter((path) => !path.includes('*'))
}

let diagnostics: { category: string; location: { path: string } }[]
beforeAll(() => {
  // Asked for alone, rules are on everywhere.
  const { stdout } = spawnSync(
    join(root, 'node_modules/.bin/biome'),
    ['lint', ...rules.map((rule) => `--only=complexity/${rule}`), '--reporter=json', '--max-diagnostics=none', '.'],
    { cwd: root, encoding: 'utf8', maxBuffer: 64 * 2 ** 20 },
  )
  diagnostics = JSON.parse(stdout).diagnostics
})

/** The files that have functions over a rule, each as often as it has. */
function over(rule: Rule): string[] {
  const paths = diagnostics.filter(({ category }) => category.endsWith(rule)).map(({ location }) => location.path)
  // What a suite describes is a list, however long.
  return rule === 'noExcessiveLinesPerFunction' ? paths.filter((path) => !path.startsWith('test/')) : paths
}

it.each(rules)(
  'the list of files with one function over %s only shrinks: take off what is not over any more',
  (rule) => {
    expect(over(rule).sort()).toEqual(listed(rule).sort())
  },
)
