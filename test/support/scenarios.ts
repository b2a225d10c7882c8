import fc from 'fast-check'
import { keyOf } from '../../src/lib/normalise.ts'
import { type Scenario, type ScenarioNode, scenarioSchema } from '../../src/model/scenario.ts'

export const word = fc.constantFrom('yes', 'no', 'later', '予約', 'カナ', 'a b c', '12', 'Ünder', '👍', '?')
export const say = fc.oneof(word, fc.array(word, { minLength: 1, maxLength: 3 }), fc.record({ en: word, ja: word }))
export const words = (minLength: number) => fc.uniqueArray(word, { minLength, maxLength: 5, selector: keyOf })
export const state = fc.constantFrom('name', 'room')

/** One of the nodes after the `i`th of `n`: a way there can never come back without a question. */
const after = (i: number, n: number) => fc.integer({ min: i + 1, max: n }).map(nameOf)
export const anywhere = (n: number) => fc.integer({ min: 0, max: n }).map(nameOf)
const nameOf = (i: number) => `n${i}`

/** A node that leads on to the next one, and by other ways elsewhere. */
function nodeAt(i: number, n: number): fc.Arbitrary<Partial<ScenarioNode>> {
  const next = nameOf(i + 1)
  return fc.oneof(
    fc.record({ say, goto: fc.constant(next) }),
    fc.record({ say, collect: fc.record({ state, goto: fc.constant(next) }) }),
    fc
      .record({
        say,
        texts: words(1),
        targets: fc.array(anywhere(n), { minLength: 5, maxLength: 5 }),
        select: fc.boolean(),
      })
      .map(({ say, texts, targets, select }) => ({
        say,
        select,
        options: texts.map((text, j) => ({ text, goto: j === 0 ? next : targets[j]!, set: { room: text } })),
      })),
    fc
      .record({ say, texts: words(1), target: anywhere(n), timeout: anywhere(n), otherwise: fc.boolean() })
      .map(({ say, texts, target, timeout, otherwise }) => ({
        say,
        on: [
          { match: { exact: texts }, goto: next },
          { match: { regex: '^(?<t>\\d+)$' }, set: { room: '@{match.t}' }, goto: target },
          { match: { intent: 'gives up' }, goto: target },
          ...(otherwise ? [{ else: target }] : []),
        ],
        timeout: { after: '5m', goto: timeout },
      })),
    fc.record({ target: after(i, n) }).map(({ target }) => ({
      webhook: 'lookup',
      save: { room: '$.room' },
      on: [
        { match: { webhook: 'error' as const }, goto: target },
        { match: { state: 'room', op: 'eq' as const, value: 'x' }, goto: next },
        { else: next },
      ],
    })),
    fc.record({ target: after(i, n), state }).map(({ target, state }) => ({
      on: [
        { match: { state, op: 'exists' as const }, goto: next },
        { match: { state, op: 'missing' as const }, goto: target },
      ],
    })),
  )
}

/** A scenario without a fault: from each node there is a way to the next, and from the last one an end. */
export function scenarioOf(id: string, priority: number, others: readonly string[]): fc.Arbitrary<Scenario> {
  return fc.integer({ min: 1, max: 12 }).chain((n) =>
    fc
      .record({
        nodes: fc.tuple(...Array.from({ length: n }, (_, i) => nodeAt(i, n))),
        end: fc.oneof(
          fc.constantFrom('completed', 'failed'),
          fc.constantFrom(id, ...others).map((jump) => ({ jump })),
        ),
        policy: fc.record(
          {
            cancel: fc.record({ exact: fc.constant(['stop it']), goto: anywhere(n) }),
            timeout: fc.record({ after: fc.constant('2h'), goto: anywhere(n) }),
            reprompt: fc.record({ max: fc.integer({ min: 1, max: 5 }), goto: anywhere(n) }),
            digression: fc.constantFrom('return', 'stay', 'leave'),
          },
          { requiredKeys: [] },
        ),
      })
      .map(({ nodes, end, policy }) => {
        const all = [...nodes, { say: 'Bye', end }]
        return scenarioSchema.parse({
          version: 1,
          id,
          priority,
          start: [{ match: { exact: `begin ${id}` } }],
          policy,
          // Jumps that lead here cannot come round without this question.
          first: 'begin',
          nodes: {
            begin: { say: 'Shall we?', on: [{ match: { any: true }, goto: nameOf(0) }] },
            ...Object.fromEntries(all.map((node, i) => [nameOf(i), node])),
          },
        })
      }),
  )
}
