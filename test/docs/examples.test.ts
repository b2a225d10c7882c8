import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parse, parseDocument } from 'yaml'
import type { z } from 'zod'
import { platforms } from '../../adapters/registry.ts'
import { checkScenarios } from '../../src/admin/scenarios/check.ts'
import { readTests } from '../../src/app/parts/scenario-test/format.ts'
import { readModels } from '../../src/config/index.ts'
import { settingsSchema } from '../../src/config/settings.ts'
import { agentDocumentSchema } from '../../src/model/agent.ts'
import { nodeSchema, scenarioSchema } from '../../src/model/scenario.ts'
import { toolsSchema } from '../../src/model/tools.ts'
import { tempFolder } from '../support/temp-folder.ts'

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

const agentKeys = Object.keys(agentDocumentSchema.shape)
/** What every agent has, which examples leave out. */
const whoever = { displayName: 'Parley', description: '', photoUrl: '', providerName: 'Ann', scope: 'private' }
const settingKeys = Object.keys(settingsSchema.shape)

/** What is wrong with an example, held to the file that it is part of, which its first keys tell; undefined: it is of no file of ours. */
function faultsIn(yaml: string): unknown[] | undefined {
  const written = parse(yaml) as Record<string, unknown> | unknown[]
  const faults = (schema: z.ZodType, value: unknown = written) => schema.safeParse(value).error?.issues ?? []
  if (Array.isArray(written)) return faults(agentDocumentSchema.shape.rules)
  const keys = Object.keys(written)
  const within = (known: readonly string[]) => keys.every((key) => known.includes(key))
  if (keys.includes('nodes')) return yaml.startsWith('# part of') ? [] : faults(scenarioSchema)
  if (keys.includes('servers')) return faults(toolsSchema)
  if (keys.includes('scenario_tests')) {
    const folder = tempFolder()
    mkdirSync(join(folder, 'tests'))
    writeFileSync(join(folder, 'tests/example.yaml'), yaml)
    return readTests(folder, () => true).faults
  }
  if (keys.includes('providers')) {
    const folder = tempFolder()
    const models = parseDocument(readFileSync(join(docs, '../config/models.yaml'), 'utf8'))
    const given = written['providers'] as Record<string, { models: Record<string, unknown> }>
    for (const [provider, { models: some }] of Object.entries(given))
      for (const [name, model] of Object.entries(some)) models.setIn(['providers', provider, 'models', name], model)
    writeFileSync(join(folder, 'models.yaml'), `${models}`)
    return Object.keys(readModels(folder).providers).length > 0 ? [] : ['no provider']
  }
  if (within(settingKeys)) return faults(settingsSchema)
  if (within(agentKeys))
    return faults(agentDocumentSchema, { ...written, agent: { ...whoever, ...(written['agent'] ?? {}) } })
  return undefined
}

it.each(examples)('$at is what its file may hold', ({ yaml }) => {
  const faults = faultsIn(yaml)
  // The chart has its own schema, and tests of its own.
  if (faults === undefined) expect(yaml).toMatch(/^mode: scale$/m)
  else expect(faults).toEqual([])
})

it.each([
  ['- when: [hours]\n  sya: [Nine.]\n', /sya/],
  ['agent:\n  memroy: facts\n', /memroy/],
  ['context:\n  reach: everywhere\n', /invalid/i],
  ['servers:\n  desk: { uri: https://example.com }\n', /uri/],
  ['webhooks:\n  alow: [hooks.internal]\n', /alow/],
  ['scenario_tests:\n  - test: greets\n    turn: []\n', /turn/],
])('an example that its file would not hold is found: %j', (yaml, fault) => {
  expect(JSON.stringify(faultsIn(yaml))).toMatch(fault)
})
