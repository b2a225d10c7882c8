import { expect, it } from 'vitest'
import { diagramOf, toldOf } from '../../src/admin/scenarios/diagram.ts'
import { toMermaid } from '../../src/admin/scenarios/mermaid.ts'
import { type Scenario, scenarioSchema } from '../../src/model/scenario.ts'

const scenario = (fields: object) =>
  scenarioSchema.parse({
    version: 1,
    id: 'one',
    start: [{ match: { exact: 'go' } }],
    first: 'ask',
    nodes: {},
    ...fields,
  })

const drawn = (scenarios: Scenario[]) => toMermaid(diagramOf(scenarios, 'en'))

it('draws a scenario with its ways, each shape and line saying what it is', () => {
  const one = scenario({
    title: 'Rooms',
    policy: { cancel: { exact: ['stop'], goto: 'bye' }, reprompt: { max: 2, goto: 'bye' } },
    nodes: {
      ask: {
        say: { en: 'Which?', ja: 'どれ？' },
        options: [{ text: 'This', goto: 'look' }],
        select: true,
        timeout: { after: '10m', goto: 'bye' },
      },
      look: { webhook: 'search', on: [{ match: { webhook: 'error' }, goto: 'bye' }, { else: 'tell' }] },
      tell: { say: ['Found.', 'There.'], goto: 'hand' },
      hand: { end: { jump: 'two' } },
      bye: { say: 'Bye', end: 'cancelled' },
    },
  })
  const two = scenario({ id: 'two', first: 'last', nodes: { last: { end: 'handoff' } } })
  expect(drawn([one, two])).toMatchInlineSnapshot(`
    "flowchart TD
      subgraph s1["Rooms"]
        s1start(("start"))
        s1n1{{"ask<br/>Which?"}}
        s1n2[["look<br/>search"]]
        s1n3["tell<br/>Found."]
        s1n4(["hand"])
        s1n5(["bye<br/>Bye"])
        s1any>"while waiting"]
        s1start -->|"go"| s1n1
        s1any -.->|"stop"| s1n5
        s1any -->|"asked 2 times"| s1n5
        s1n1 -->|"This"| s1n2
        s1n1 -.->|"after 10m"| s1n5
        s1n2 -->|"webhook error"| s1n5
        s1n2 -->|"else"| s1n3
        s1n3 --> s1n4
      end
      subgraph s2["two"]
        s2start(("start"))
        s2n1(["last"])
        s2start -->|"go"| s2n1
      end
      s1n4 -->|"jump"| s2n1"
  `)
})

it('lets nothing that is written be read as Mermaid or HTML', () => {
  const text = `"] --> x; <b>&amp; \`code\` %% #quot;\n  next line`
  const chart = drawn([scenario({ nodes: { ask: { say: text, end: 'completed' } } })])
  expect(chart).toContain(
    '(["ask<br/>#34;] --#62; x#59; #60;b#62;#38;amp#59; #96;code#96; #37;#37; #35;quot#59;<br/>next …"])',
  )
})

it('leaves out ways that lead nowhere', () => {
  const chart = drawn([scenario({ first: 'lost', nodes: { ask: { goto: 'gone' } } })])
  expect(chart).not.toContain('-->')
  expect(chart).not.toContain('undefined')
})

it('keeps labels short', () => {
  const chart = drawn([scenario({ nodes: { ask: { say: '👍'.repeat(100), end: 'completed' } } })])
  expect(chart).toContain(`${'👍'.repeat(43)}…"`)
})

it('tells the same in words, in the language of whoever reads', () => {
  const one = scenario({
    title: 'Rooms',
    policy: { cancel: { exact: ['stop'], goto: 'bye' } },
    nodes: {
      ask: { say: 'Which\nroom?', options: [{ text: 'This', goto: 'bye' }], timeout: { after: '10m', goto: 'bye' } },
      bye: { say: 'Bye', end: 'completed' },
    },
  })
  expect(toldOf(diagramOf([one], 'en'), 'en')).toBe(`Rooms
- start
  go → ask
- ask: waits, Which room?
  This → bye
  after 10m → bye
- bye: end, Bye
- while waiting: from wherever it waits
  stop → bye`)
  expect(toldOf(diagramOf([one], 'ja'), 'ja')).toContain('- ask: 待つ, Which room?')
  expect(toldOf(diagramOf([one], 'ja'), 'ja')).toContain('  10m 経過 → bye')
})
