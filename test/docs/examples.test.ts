import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parse, parseDocument } from 'yaml'
import { platforms } from '../../adapters/registry.ts'
import { checkScenarios } from '../../src/admin/scenarios/check.ts'
import { nodeSchema, scenarioSchema } from '../../src/model/scenario.ts'

const docs = join(import.meta.dirname, '../../docs')

/** Every example in YAML, with the page and the line on which it begins. */
const examples = readdirSync(docs)
  .filter((name) => name.endsWith('.md'))
  .flatMap((page) => {
    const text = readFileSync(join(docs, page), 'utf8')
    return [...text.matchAll(/^```yaml\n(.*?)^```/gms)].map(({ 1: yaml, index }) => ({
      at: `${page}:${text.slice(0, index).split('\n').length}`,
      yaml: yaml!,
    }))
  })

it.each(examples)('$at is YAML, and a scenario in it is a sound one', ({ yaml, at }) => {
  expect(parseDocument(yaml).errors).toEqual([])
  const written = parse(yaml) as { version?: unknown; nodes?: Record<string, unknown> } | null
  if (yaml.startsWith('# part of a scenario')) {
    for (const node of Object.values(written!.nodes!)) nodeSchema.parse(node)
  } else if (written?.version === 1 && written.nodes) {
    const scenario = scenarioSchema.parse(written)
    const around = { webhooks: undefined, phrases: [], states: [], prompted: [], declared: {} }
    const findings = checkScenarios([{ file: at, scenario, lineOf: () => 0 }], around, platforms)
    // The scenarios that it leads to stand elsewhere.
    expect(findings.filter(({ code, severity }) => severity === 'error' && code !== 'S013')).toEqual([])
  }
})
