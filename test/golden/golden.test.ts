import { basename } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { platforms } from '../../adapters/registry.ts'
import { checkFolder } from '../../src/admin/scenarios/folder.ts'
import { readTests } from '../../src/app/parts/scenario-test/format.ts'
import { createStage } from '../../src/app/parts/scenario-test/stage.ts'
import { type House, openHouse } from '../../src/cli/scenario-test/house.ts'
import { testFolder } from '../../src/cli/scenario-test/index.ts'
import type { AgentReport } from '../../src/cli/scenario-test/report.ts'
import type { AgentDocument } from '../../src/model/agent.ts'
import { loadConfig } from '../support/config.ts'
import { agents } from './agents.ts'

const config = loadConfig({})

describe.each(agents)('$id', ({ folder }) => {
  let report: AgentReport
  let house: House
  beforeAll(async () => {
    report = await testFolder(folder, { config, generate: false })
    house = await openHouse(folder, config)
  })
  afterAll(() => house?.close())

  describe.each(readTests(folder, () => true).files)('$file', ({ file, tests }) => {
    it.each(tests)('$test', ({ test }) => {
      expect(report.tests.find((one) => one.file === file && one.test === test)?.failed).toEqual([])
    })
    it('names each test once', () => {
      expect(new Set(tests.map(({ test }) => test)).size).toBe(tests.length)
    })
  })

  it('has tests that go through every node and every way of its scenarios', () => {
    expect(report.coverage.length).toBeGreaterThan(0)
    const missing = report.coverage.flatMap(({ file, nodes, edges }) =>
      [...nodes.missing, ...edges.missing].map(({ name, line }) => `${basename(file)}:${line} ${name}`),
    )
    expect(missing).toEqual([])
  })

  it('gives no check a reason to complain', () => {
    expect(checkFolder(folder, platforms).findings).toEqual([])
  })

  it('has an answer, without a model, to whatever it offers', async () => {
    const offered = offeredBy(house.parts.agent.document)
    expect(offered.length).toBeGreaterThan(4)
    const unanswered: string[] = []
    for (const option of offered) {
      const stage = createStage(house.parts, { uid: 'ann', state: {}, stub: {} })
      const { final } = await stage.say(option)
      if (!final || final.trace.source === 'fixed') unanswered.push(option)
    }
    expect(unanswered).toEqual([])
  })
})

/** The quick replies that stand in fixed replies and in rules. */
function offeredBy({ replies, rules }: AgentDocument): string[] {
  const texts = [replies.opening, replies.noAnswer, replies.noModel, ...rules.map(({ say }) => say)].flat()
  const written = texts.flatMap((text) =>
    [...(text ?? '').matchAll(/@\{option:([^}]+)\}/g)].map(([, option]) => option!),
  )
  return [...new Set([...(replies.openingOptions ?? []), ...rules.flatMap(({ options }) => options ?? []), ...written])]
}
