import fc from 'fast-check'
import { expect, it } from 'vitest'
import { platforms } from '../../adapters/registry.ts'
import { checkScenarios } from '../../src/admin/scenarios/check.ts'
import { type Scenario, scenarioSchema } from '../../src/model/scenario.ts'
import { anywhere, say, scenarioOf, state, word, words } from '../support/scenarios.ts'

const around = { webhooks: ['lookup'], phrases: [], states: [], prompted: [], declared: {} }
const check = (scenarios: Scenario[]) =>
  checkScenarios(
    scenarios.map((scenario) => ({ file: `${scenario.id}.yaml`, scenario, lineOf: () => 1 })),
    around,
    platforms,
  )

it('raises no false alarm over scenarios that are well made', () => {
  const agents = fc.tuple(scenarioOf('one', 50, ['two']), scenarioOf('two', 10, ['one']))
  fc.assert(
    fc.property(agents, (scenarios) => {
      const errors = check(scenarios).filter(({ severity }) => severity === 'error')
      expect(errors).toEqual([])
    }),
    { numRuns: 300 },
  )
})

it('judges whatever the schema allows', () => {
  const node = fc.record(
    {
      say,
      goto: anywhere(4),
      webhook: fc.constantFrom('lookup', 'other'),
      options: fc.array(fc.record({ text: word, goto: anywhere(4) }, { requiredKeys: ['text'] }), {
        minLength: 1,
        maxLength: 3,
      }),
      select: fc.boolean(),
      collect: fc.record({ state, goto: anywhere(4) }),
      on: fc.array(
        fc.oneof(
          fc.record({ else: anywhere(4) }),
          fc.record({ match: fc.record({ partial: words(1) }), goto: anywhere(4) }),
          fc.record({ match: fc.record({ regex: fc.string({ minLength: 1, maxLength: 8 }) }), goto: anywhere(4) }),
        ),
        { minLength: 1, maxLength: 3 },
      ),
      timeout: fc.record({ after: fc.constant('1m'), goto: anywhere(4) }),
      end: fc.oneof(fc.constant('completed'), fc.record({ jump: fc.constantFrom('one', 'none') })),
    },
    { requiredKeys: [] },
  )
  const nodes = fc.dictionary(anywhere(3), node)
  fc.assert(
    fc.property(nodes, nodes, (one, two) => {
      const scenarios = [one, two].map((nodes) =>
        scenarioSchema.parse({ version: 1, id: 'one', start: [{ match: { any: true } }], first: 'n0', nodes }),
      )
      for (const finding of check(scenarios)) expect(finding).toMatchObject({ code: expect.stringMatching(/^S0\d\d$/) })
    }),
    { numRuns: 300 },
  )
})
