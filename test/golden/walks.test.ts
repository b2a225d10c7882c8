import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ConversationTest } from '../../src/app/parts/scenario-test/format.ts'
import { createStage, type TurnOutcome } from '../../src/app/parts/scenario-test/stage.ts'
import { type House, openHouse } from '../../src/cli/scenario-test/house.ts'
import { sentences } from '../../src/engine/words/index.ts'
import type { AgentDocument } from '../../src/model/agent.ts'
import { waits } from '../../src/model/scenario.ts'
import { loadConfig } from '../support/config.ts'
import { extent } from '../support/extent.ts'
import { agents } from './agents.ts'
import { movesIn, nonsense, walk } from './walk.ts'

const config = loadConfig({})
/** Found faults are to be found again. */
const runs = { numRuns: extent({ usual: 60, full: 300 }), seed: 20_270_104 }

/** What Slack and Discord show of options. */
const limits = { count: 25, characters: 75 }

describe.each(agents)('whatever people say to $id', ({ folder }) => {
  let house: House
  let document: AgentDocument
  beforeAll(async () => {
    house = await openHouse(folder, config)
    document = house.parts.agent.document
  })
  afterAll(() => house?.close())

  it('it answers, stands where it can stand, and shows what platforms can show', async () => {
    const entered = new Set<string>()
    await fc.assert(
      fc.asyncProperty(settingOf(document), movesIn(document, nonsense), async (setting, moves) => {
        await walk(document, await createStage(house.parts, setting), moves, (outcome) => {
          expectSound(document, outcome)
          for (const { scenario, node } of outcome.entered) entered.add(`${scenario}/${node}`)
        })
      }),
      runs,
    )
    // The walks lead somewhere, and not always to the next corner.
    const nodes = document.scenarios.flatMap(({ nodes }) => Object.keys(nodes)).length
    expect(entered.size / nodes).toBeGreaterThan(0.75)
  })

  it('it never carries out a directive that somebody else wrote', async () => {
    const directive = fc.constantFrom('#{hacked:yes}', '@{option:hacked}', '#{hacked:#{username}}@{option:hacked}')
    await fc.assert(
      fc.asyncProperty(settingOf(document), movesIn(document, directive), async (setting, moves) => {
        await walk(document, await createStage(house.parts, setting), moves, ({ final }) => {
          expect(final!.answer.options).not.toContain('hacked')
          expect(Object.keys(final!.userState)).not.toContain('hacked')
        })
      }),
      { ...runs, numRuns: extent({ usual: 30, full: 100 }) },
    )
  })
})

function expectSound(document: AgentDocument, { utterance, final, error, standing }: TurnOutcome): void {
  expect(error, utterance).toBeUndefined()
  const { answer, effects } = final!
  expect(answer.utterance.trim(), utterance).not.toBe('')
  for (const sentence of Object.values(sentences.scenarioFailed)) expect(answer.utterance).not.toContain(sentence)
  expect(JSON.stringify(answer), utterance).not.toMatch(/[#@]\{/)

  expect(answer.options.length).toBeLessThanOrEqual(limits.count)
  expect(answer.options.filter((text) => text.trim() === '' || [...text].length > limits.characters)).toEqual([])
  expect(answer.shouldSelectOption && answer.options.length === 0).toBe(false)

  expect(answer.scenarioNode?.id).toBe(standing?.node)
  for (const { scenario: id, node } of [...(standing ? [standing] : []), ...(effects.scenario?.suspended ?? [])]) {
    const scenario = document.scenarios.find((one) => one.id === id)
    expect(scenario && waits(scenario.nodes[node]!), `${id}/${node}`).toBe(true)
  }
}

/** Who speaks, and what webhooks and the model answer. */
function settingOf(document: AgentDocument): fc.Arbitrary<Omit<ConversationTest, 'test' | 'turns'>> {
  const { webhooks, scenarios, replies } = document
  const saved = scenarios.flatMap(({ nodes }) => Object.values(nodes).flatMap(({ save = {} }) => Object.values(save)))
  const names = [...new Set(saved.flatMap((path) => path.match(/[A-Za-z_]\w*/g) ?? []))]
  const book = fc.oneof(fc.constant({ title: 'こころ', due: '5月1日' }), fc.constantFrom({}, { title: 3 }, null))
  const value = fc.oneof(
    { weight: 2, arbitrary: fc.constant('true') },
    { weight: 2, arbitrary: fc.array(book, { maxLength: 4 }) },
    { weight: 1, arbitrary: fc.constantFrom<unknown>('false', '', 'Kyoto', '1', 3, null, {}) },
  )
  const body = fc.oneof(
    { weight: 4, arbitrary: fc.record(Object.fromEntries(names.map((name) => [name, value]))) },
    { weight: 1, arbitrary: fc.constantFrom<unknown>({}, '', 'no JSON', null, []) },
  )
  const reply = fc.oneof(
    { weight: 6, arbitrary: fc.record({ status: fc.constant(200), body }) },
    { weight: 1, arbitrary: fc.record({ status: fc.constantFrom(204, 302, 404, 500) }) },
    { weight: 1, arbitrary: fc.record({ fails: fc.constantFrom('timeout', 'connection') }) },
  )
  const answers = fc.array(reply, { minLength: 1, maxLength: 3 })
  // Where nobody wrote what to say instead, a model that fails is told as an error, as it should be.
  const models = replies.noAnswer ? [undefined, {}, { hello: 'Hello from the model.' }] : [undefined]
  const people = [{}, { username: 'Ann', name: 'Ann' }, { last_room: 'Kyoto', card: '24681357', usual: 'Tea' }]
  return fc.record({
    uid: fc.constant('ann'),
    locale: fc.constantFrom('en', 'ja', 'de-AT'),
    state: fc.constantFrom<Record<string, string>[]>(...people),
    stub: fc.record({
      webhooks: fc.record(Object.fromEntries(webhooks.map(({ name }) => [name, answers]))),
      llm: fc.constantFrom(...models),
      intents: fc.constant(
        models.length > 1 ? Object.fromEntries(intentsOf(document).map((one) => [one, ['hello']])) : undefined,
      ),
    }) as fc.Arbitrary<ConversationTest['stub']>,
  })
}

function intentsOf({ scenarios }: AgentDocument): string[] {
  const matches = scenarios.flatMap(({ start, nodes }) => [
    ...start.map(({ match }) => match),
    ...Object.values(nodes).flatMap(({ on = [] }) => on.flatMap((it) => ('match' in it ? [it.match] : []))),
  ])
  return matches.flatMap((match) => ('intent' in match ? [match.intent] : []))
}
