import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { placeText } from '../../src/admin/drafts/lists.ts'
import { mergeThree, valueAt, withValueOf } from '../../src/admin/drafts/merge.ts'
import type { AgentDocument } from '../../src/model/agent.ts'
import { webhookSchema } from '../../src/model/webhook.ts'
import { guide, webhook } from './support.ts'

/** Few values, so that sides often agree, and names that objects have from birth. */
const word = fc.constantFrom('a', 'b', 'c', 'constructor', '__proto__')
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })
const clean = <T>(value: T): T => JSON.parse(JSON.stringify(value))
const distinct = <T>(item: fc.Arbitrary<T>, by: (item: T) => unknown) =>
  fc.uniqueArray(item, { selector: by, maxLength: 4, comparator: 'SameValue' })

const document: fc.Arbitrary<AgentDocument> = fc
  .record({
    agent: fc.record({
      displayName: word,
      description: word,
      photoUrl: fc.constant('p'),
      providerName: fc.constant('q'),
      scope: fc.constantFrom('public', 'private'),
      llmSettings: maybe(
        fc.record({ llm: fc.constant('gpt-4o'), temperature: maybe(fc.constantFrom(0, 1)), prompt: maybe(word) }),
      ),
      knowledge: maybe(fc.record({ searchQueryPrompt: maybe(word) })),
    }),
    replies: fc.record({ opening: maybe(word), noAnswer: maybe(word) }),
    context: maybe(fc.record({ messages: fc.constantFrom(5, 30) })),
    synonyms: maybe(fc.array(fc.array(word), { maxLength: 2 })),
    webhooks: distinct(
      fc.record({
        name: word,
        url: fc.constantFrom('https://a.example', 'https://b.example'),
        payload: maybe(fc.dictionary(word, word)),
      }),
      ({ name }) => name,
    ),
    rules: fc.array(fc.record({ when: fc.array(word, { minLength: 1, maxLength: 1 }), say: word }), { maxLength: 5 }),
    scenarios: distinct(fc.record({ id: word, title: maybe(word) }), ({ id }) => id),
  })
  .map((value) => clean(value) as unknown as AgentDocument)

const runs = { seed: 8, numRuns: 500 }

describe('what becomes of two changes', () => {
  it('never sends the secrets of one side to the server of the other', () => {
    const of = (url: string, value?: string) => {
      const headers = value === undefined ? [] : [{ key: 'Authorization', value }]
      const servers = { desk: { url, headers } }
      const webhooks = [webhookSchema.parse(webhook('crm', { url, authHeaders: headers }))]
      return {
        agent: guide,
        replies: {},
        rules: [],
        scenarios: [],
        webhooks,
        tools: { servers },
      } as unknown as AgentDocument
    }
    const base = of('https://crm.example/hook')
    const live = of('https://crm.example/hook', 'of live')
    const draft = of('https://elsewhere.example/hook')
    const { document: merged, conflicts } = mergeThree(base, live, draft)
    expect(JSON.stringify(merged)).not.toContain('of live')
    expect(conflicts.map(placeText)).toEqual(['tools.servers.desk', 'webhooks["crm"]'])
    const settled = conflicts.reduce((document, path) => withValueOf(document, path, live), merged)
    expect(settled).toMatchObject({ webhooks: live.webhooks, tools: live.tools })
    // Nor where a conflict was met before one side went elsewhere.
    for (const path of [
      ['webhooks', 'crm', 'authHeaders'],
      ['tools', 'servers', 'desk', 'headers'],
    ] as const) {
      const { webhooks, tools } = withValueOf(draft, path, live)
      expect(path[0] === 'webhooks' ? webhooks : tools).toEqual(live[path[0]])
    }
    // On one server both are done.
    const { document: both, conflicts: none } = mergeThree(base, live, of('https://crm.example/other'))
    expect([JSON.stringify(both.webhooks), none]).toEqual([expect.stringMatching(/other.*of live|of live.*other/), []])
  })

  it('is the other side, whole and in its order, where one side changed nothing', () => {
    fc.assert(
      fc.property(document, document, (base, other) => {
        expect(mergeThree(base, other, base)).toEqual({ document: other, conflicts: [] })
        expect(mergeThree(base, base, other)).toEqual({ document: other, conflicts: [] })
        expect(mergeThree(base, other, other)).toEqual({ document: other, conflicts: [] })
      }),
      runs,
    )
  })

  it('names every place where the sides differ from the base and from each other, and has what the draft says there', () => {
    fc.assert(
      fc.property(document, document, document, (base, live, draft) => {
        const { document: merged, conflicts } = mergeThree(base, live, draft)
        for (const path of conflicts) {
          const [b, l, d] = [base, live, draft].map((one) => valueAt(one, path))
          expect(l).not.toEqual(d)
          expect(b).not.toEqual(l)
          expect(b).not.toEqual(d)
          expect(valueAt(merged, path)).toEqual(d)
        }
        expect(new Set(conflicts.map(placeText)).size).toBe(conflicts.length)
      }),
      runs,
    )
  })

  it('has in every place what one of the two says, and never what only the base said', () => {
    const leaves = (value: unknown, path: string[] = []): string[][] =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? [path, ...Object.entries(value).flatMap(([key, inner]) => leaves(inner, [...path, key]))]
        : [path]
    fc.assert(
      fc.property(document, document, document, (base, live, draft) => {
        const { document: merged, conflicts } = mergeThree(base, live, draft)
        const isOpen = (path: string[]) =>
          conflicts.some((one) => one.every((key, i) => key === path[i]) || path.every((key, i) => key === one[i]))
        const settings = [base, live, draft, merged]
          .flatMap(({ agent }) => leaves({ agent }))
          .filter(({ length }) => length > 1)
        for (const path of settings.filter((one) => !isOpen(one))) {
          const [b, l, d, m] = [base, live, draft, merged].map((one) => valueAt(one, path))
          if (JSON.stringify(l) === JSON.stringify(d)) expect(m).toEqual(l)
          if (typeof m !== 'object' && typeof l !== 'object' && typeof d !== 'object') {
            expect([l, d]).toContainEqual(m)
            if (b === l) expect(m).toEqual(d)
            else if (b === d) expect(m).toEqual(l)
          }
        }
      }),
      runs,
    )
  })

  it('settles in favour of what is live by taking its value, wherever that stands', () => {
    fc.assert(
      fc.property(document, document, document, (base, live, draft) => {
        const { document: merged, conflicts } = mergeThree(base, live, draft)
        const settled = conflicts.reduce((one, path) => withValueOf(one, path, live), merged)
        for (const path of conflicts) expect(valueAt(settled, path)).toEqual(valueAt(live, path))
        expect(mergeThree(base, live, settled).conflicts).toEqual([])
      }),
      runs,
    )
  })
})

const hook = (name: string, url = 'https://example.com/hook') => webhookSchema.parse(webhook(name, { url }))
const base: AgentDocument = {
  agent: { ...guide, scope: 'private', llmSettings: { llm: 'gpt-4o', temperature: 0, prompt: 'Be kind.' } },
  webhooks: [hook('a'), hook('b')],
  replies: {},
  rules: ['one', 'two', 'three'].map((when) => ({ when: [when], say: when })),
  scenarios: [],
}
const rule = (when: string) => ({ when: [when], say: when })
const [one, two, three] = base.rules as [(typeof base.rules)[0], (typeof base.rules)[0], (typeof base.rules)[0]]

it('changes of different settings, rules and webhooks all survive, each item in its place', () => {
  const live = {
    ...base,
    agent: { ...base.agent, description: 'New', llmSettings: { ...base.agent.llmSettings!, temperature: 1 } },
    webhooks: [hook('a', 'https://example.com/new'), hook('b')],
    rules: [rule('zero'), one, two, three],
  }
  const draft = {
    ...base,
    agent: { ...base.agent, llmSettings: { llm: 'gpt-4o' as const, temperature: 0, prompt: 'Be short.' } },
    webhooks: [hook('a'), hook('c')],
    rules: [one, { ...two, say: 'Two!' }, rule('two and a half'), three],
  }
  const { document, conflicts } = mergeThree(base, live, draft)
  expect(conflicts).toEqual([])
  expect(document.agent).toMatchObject({
    description: 'New',
    llmSettings: { temperature: 1, prompt: 'Be short.' },
  })
  expect(document.webhooks).toEqual([hook('a', 'https://example.com/new'), hook('c')])
  expect(document.rules.map(({ say }) => say)).toEqual(['zero', 'one', 'Two!', 'two and a half', 'three'])
})

it('conflicts are told by their paths', () => {
  const live = { ...base, agent: { ...base.agent, displayName: 'Live' }, rules: [{ ...one, say: 'Live' }, two] }
  const draft = { ...base, agent: { ...base.agent, displayName: 'Draft' }, rules: [two, { ...three, say: 'Draft' }] }
  const { document, conflicts } = mergeThree(base, live, draft)
  expect(conflicts.map(placeText).sort()).toEqual(['agent.displayName', 'rules["one"]', 'rules["three"]'])
  expect(document.agent.displayName).toBe('Draft')
  expect(document.rules).toEqual([two, { ...three, say: 'Draft' }])
})

it('an item that both made is a conflict as a whole', () => {
  const live = { ...base, rules: [...base.rules, { when: ['new'], say: 'Live', topic: 'a' }] }
  const draft = { ...base, rules: [...base.rules, { when: ['new'], say: 'Draft' }] }
  const { document, conflicts } = mergeThree(base, live, draft)
  expect(conflicts.map(placeText)).toEqual(['rules["new"]'])
  expect(document).toEqual(draft)
})
