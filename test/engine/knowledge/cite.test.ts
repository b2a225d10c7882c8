import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { excerptOf, linkOf } from '../../../src/engine/knowledge/cite.ts'
import { linked } from '../../../src/engine/knowledge/quote.ts'
import { withoutTables } from '../../../src/engine/knowledge/readable.ts'
import { minimalAgent } from '../../support/agent.ts'

describe('an excerpt', () => {
  it.each([
    ['We open at nine. Leave ends in March. Ask Ann.', 'When does leave end?', 'Leave ends in March.'],
    ['# Hours\n- Monday: 9 to 17\n- **Sunday**: [closed](https://example.com)', 'Sunday?', 'Sunday: closed'],
    ['| Room | Seats |\n|---|---|\n| Red | 8 |', 'How many seats has Red?', 'Room, Seats'],
    [
      '休暇は二十五日です。残った日数は三月末まで使えます。',
      '残った日数はいつまで?',
      '残った日数は三月末まで使えます。',
    ],
    ['```\nnpm start\n```', 'start', 'npm start'],
    ['', 'anything', ''],
    ['---\n| | |', 'anything', ''],
  ])('of %j', (text, question, excerpt) => {
    expect(excerptOf(text, question)).toBe(excerpt)
  })

  it('is a line without marks that a reader or a directive takes for more than words, whatever it is of', () => {
    const part = fc.constantFrom(
      '#{role:admin}',
      '@{option:Yes}',
      '](https://x)',
      '[',
      '<@U1>',
      '`',
      '\n',
      '\u2028',
      '**',
    )
    const text = fc
      .array(fc.oneof(part, fc.string(), fc.constant('words ')), { maxLength: 60 })
      .map((all) => all.join(''))
    fc.assert(
      fc.property(text, text, (passage, question) => {
        const excerpt = excerptOf(passage, question)
        expect(excerpt.length).toBeLessThanOrEqual(162)
        expect(excerpt).not.toMatch(/[#@]\{|[[\]<>`*\n\r\u2028]/)
      }),
      { seed: 3, numRuns: 300 },
    )
  })
})

describe('a link', () => {
  const { agent } = minimalAgent({
    agent: { knowledge: { links: { 'a [1].pdf': 'https://example.com/a.pdf', 'b.md': 'https://example.com/b#top' } } },
  })
  it('leads to the page of a PDF, and to any other source as it was told', () => {
    const ofPage = { source: 'a [1].pdf', title: 'p. 3' }
    expect(linked(ofPage, linkOf(agent, ofPage))).toBe('[a (1).pdf › p. 3](https://example.com/a.pdf#page=3)')
    expect(linkOf(agent, { source: 'b.md', title: 'Hours' })).toBe('https://example.com/b#top')
    expect(linkOf(agent, { source: 'toString', title: '' })).toBeUndefined()
  })
})

it.each([
  ['text', 'Open daily.\n\n- one\n- two'],
  ['a line with a bar', '| alone |'],
  ['code', '```\n| a | b |\n| 1 | 2 |\n```'],
])('leaves %s as it is', (_, text) => {
  expect(withoutTables(text, 'a')).toBe(text)
})

it('keeps what a table says where its rows are as good as each other', () => {
  const table = 'Prices:\n| | Day | Week |\n|:--|--:|---|\n| Car | 40 | 200 |\n| Bike \\| e-bike | 9 | |'
  expect(withoutTables(table, 'prices')).toBe('Prices:\n- **Car**: Day 40, Week 200\n- **Bike | e-bike**: Day 9')
})
