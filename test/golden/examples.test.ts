import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { platforms } from '../../adapters/registry.ts'
import { checkFolder } from '../../src/admin/scenarios/folder.ts'
import { testFolder } from '../../src/cli/scenario-test/index.ts'
import { loadConfig } from '../support/config.ts'

const examples = join(import.meta.dirname, '../../examples/agents')

/** Those whose whole conversations are golden are played elsewhere. */
const others = readdirSync(examples).filter((name) => !['front-desk', 'library-ja'].includes(name))

it.each(others)('%s has nothing wrong with it, and answers as its tests say', async (name) => {
  const folder = join(examples, name)
  expect(checkFolder(folder, platforms).findings).toEqual([])
  const { tests } = await testFolder(folder, { config: loadConfig({}), generate: false })
  expect(tests.length).toBeGreaterThan(0)
  expect(tests.flatMap(({ failed }) => failed)).toEqual([])
})
