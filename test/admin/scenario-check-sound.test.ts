import fc from 'fast-check'
import { expect, it } from 'vitest'
import { platforms } from '../../adapters/registry.ts'
import { checkScenarios } from '../../src/admin/scenarios/check.ts'
import { type Scenario, scenarioSchema } from '../../src/model/scenario.ts'
import { answering, createWorld } from '../engine/scenario-world.ts'
import { scenarioOf } from '../support/scenarios.ts'

interface Change {
  /** Taken modulo how many there are. */
  scenario: number
  node: number
  part: number
  kind: 'delete' | 'lead elsewhere' | 'drop a transition' | 'end'
}
const change: fc.Arbitrary<Change> = fc.record({
  scenario: fc.nat(),
  node: fc.nat(),
  part: fc.nat(),
  kind: fc.constantFrom('delete', 'lead elsewhere', 'drop a transition', 'end'),
})

/** Scenarios with some things in them changed, right or wrong; undefined if that is none any more. */
function changed(scenarios: readonly Scenario[], changes: Change[]): Scenario[] | undefined {
  const written = structuredClone(scenarios) as Scenario[]
  for (const { scenario, node: which, part, kind } of changes) {
    const { nodes } = written[scenario % written.length]!
    const ids = Object.keys(nodes)
    const node = nodes[ids[which % ids.length]!]!
    const keys = Object.keys(node) as (keyof typeof node)[]
    const on = node.on ?? []
    const elsewhere = ids[(which + part) % ids.length]!
    const transition = on[part % on.length]
    if (kind === 'delete' && keys.length > 0) delete node[keys[part % keys.length]!]
    else if (kind === 'end') node.end = part % 2 === 0 ? 'completed' : { jump: written[0]!.id }
    else if (kind === 'drop a transition') on.splice(part % Math.max(1, on.length), 1)
    else if (node.goto) node.goto = elsewhere
    else if (transition && 'else' in transition) transition.else = elsewhere
    else if (transition) transition.goto = elsewhere
  }
  const parsed = written.map((scenario) => scenarioSchema.safeParse(scenario))
  return parsed.every(({ success }) => success) ? parsed.map(({ data }) => data!) : undefined
}

const hasErrors = (scenarios: readonly Scenario[]) =>
  checkScenarios(
    scenarios.map((scenario, i) => ({ file: `${i}.yaml`, scenario, lineOf: () => 1 })),
    { webhooks: ['lookup'], phrases: [], states: [], prompted: [], declared: {} },
    platforms,
  ).some(({ severity }) => severity === 'error')

it('no scenario that is let pass ever comes to where it cannot go on', async () => {
  let calls = 0
  const { send } = answering({
    lookup: () => ({ status: ++calls % 3 === 0 ? 500 : 200, body: { room: calls % 2 ? 'x' : 'y' } }),
  })
  const around = { webhooks: ['lookup'], replies: { noAnswer: 'Sorry.' } }
  const world = await createWorld({ ...around, send })
  const said = fc.constantFrom('yes', 'no', 'later', '予約', 'カナ', '12', '👍', 'hm', 'stop it', 'begin two')
  let played = 0
  await fc.assert(
    fc.asyncProperty(
      scenarioOf('one', 50, ['two']),
      scenarioOf('two', 10, ['one']),
      fc.array(change, { maxLength: 3 }),
      fc.array(said, { maxLength: 12 }),
      async (one, two, changes, utterances) => {
        const scenarios = changed([one, two], changes)
        if (!scenarios || hasErrors(scenarios)) return
        played++
        await world.publish({ ...around, scenarios })
        await world.say('')
        for (const utterance of ['begin one', ...utterances]) {
          world.advance(1)
          expect((await world.say(utterance)).text).not.toContain('Something went wrong')
        }
      },
    ),
    { numRuns: 150 },
  )
  expect(played).toBeGreaterThan(20)
})
