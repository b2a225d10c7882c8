import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { stringify } from 'yaml'
import { testFolder } from '../../src/cli/scenario-test/index.ts'
import { sampleOf } from '../../src/cli/scenario-test/sample.ts'
import { findRegex } from '../../src/engine/scenario/regex.ts'
import { loadConfig } from '../support/config.ts'
import { scenarioOf } from '../support/scenarios.ts'
import { tempFolder } from '../support/temp-folder.ts'

const agent = {
  agent: {
    displayName: 'Rooms',
    description: '',
    photoUrl: 'https://example.com/rooms.png',
    providerName: 'Example',
    scope: 'private',
    llmSettings: { llm: 'gpt-4o-mini' },
  },
  webhooks: [
    {
      name: 'lookup',
      method: 'GET',
      url: 'https://example.com/lookup',
      trigger: { triggerType: 0, condition: 1, conditionValues: ['look it up'] },
    },
  ],
}

/** A folder of an agent with these scenarios. */
function agentFolder(scenarios: readonly unknown[]): string {
  const folder = join(tempFolder(), 'rooms')
  mkdirSync(join(folder, 'scenarios'), { recursive: true })
  writeFileSync(join(folder, 'agent.yaml'), stringify(agent))
  for (const [i, scenario] of scenarios.entries())
    writeFileSync(join(folder, 'scenarios', `${i}.yaml`), stringify(scenario))
  return folder
}

const config = loadConfig({})

it('writes tests that pass, each of which takes the edge it is named for', async () => {
  await fc.assert(
    fc.asyncProperty(scenarioOf('one', 50, ['two']), scenarioOf('two', 10, ['one']), async (...scenarios) => {
      const folder = agentFolder(scenarios)
      const { tests, coverage, generated } = await testFolder(folder, { config, generate: true })
      expect(tests.filter(({ failed }) => failed.length > 0)).toEqual([])
      for (const { test, ways } of tests) expect(ways).toContain(test)
      // Only what the state may never be is left to people.
      const missing = coverage.flatMap(({ scenario, edges }) => edges.missing.map(({ name }) => `${scenario}: ${name}`))
      expect(generated!.left.map(({ name }) => name)).toEqual(missing)
      expect(missing.filter((name) => !name.includes('] state '))).toEqual([])
    }),
    { numRuns: 5 },
  )
})

it.each([
  ['^(?<h>[01]?\\d|2[0-3]):(?<m>[0-5]\\d)$', '1:01'],
  ['(?i)room\\s+(\\d{3})', 'room 111'],
  ['\\bcolou?r\\b', 'color'],
  ['^.+@.+\\..+$', 'x@x.x'],
  ['(?:予約|会議)する?', '予約す'],
  ['a{2,3}?[+-]?[]x]', 'aa]'],
  ['^[^a-z]\\P{L}$', 'A1'],
  ['\\p{Han}+[[:digit:]]\\pL', '漢1a'],
  ['^[\\p{Hiragana}\\p{Katakana}ー]+$', 'ー'],
  ['^[\\]\\d-]{2}$', ']]'],
])('finds a text that %s is found in', (regex, text) => {
  expect(sampleOf(regex)).toBe(text)
  expect(findRegex(regex, text)).toBeDefined()
})

it.each(['\\p{Tibetan}', 'x*', '(a', '^\\s*$', '[^\\S\\s]', '[a', '\\p{Nothing}'])('leaves %s to people', (regex) => {
  expect(sampleOf(regex)).toBeUndefined()
})

it('never offers a text that an expression is not found in', () => {
  const piece = fc.constantFrom(
    'a',
    'b',
    '1',
    '.',
    '\\d',
    '\\w',
    '[a-c]',
    '(x|y)',
    '?',
    '*',
    '+',
    '{2}',
    '^',
    '$',
    '|',
    '(',
    ')',
    '\\b',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const sample = sampleOf(pieces.join(''))
      if (sample !== undefined) expect(findRegex(pieces.join(''), sample)).toBeDefined()
    }),
  )
})

it('goes by every word that a step waits for', async () => {
  const approve = { what: 'Order it', by: 'owner', approved: 'yes', denied: 'no', expired: 'late' }
  const end = (say: string) => ({ say, end: 'completed' })
  const nodes = { ask: { approve }, yes: end('Done.'), no: end('No.'), late: end('Late.') }
  const folder = agentFolder([{ version: 1, id: 'order', start: [{ match: { exact: 'order' } }], first: 'ask', nodes }])
  const { tests, coverage, generated } = await testFolder(folder, { config, generate: true })
  expect(tests.map(({ test, failed }) => [test, failed])).toEqual(
    ['approved → yes', 'denied → no', 'expired → late'].map((way) => [`order: ask ${way}`, []]),
  )
  expect(coverage[0]!.edges.missing).toEqual([])
  expect(generated!.left).toEqual([])
})
