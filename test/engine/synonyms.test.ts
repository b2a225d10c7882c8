import { describe, expect, it } from 'vitest'
import { bestRule } from '../../src/engine/rules/match.ts'
import { waysToSay } from '../../src/engine/synonyms.ts'
import { agentDocumentSchema } from '../../src/model/agent.ts'
import { minimalAgent } from '../support/agent.ts'

const synonyms = [
  ['holiday', 'vacation', 'annual leave'],
  ['有給', '年休'],
  ['laptop', 'notebook', 'PC'],
]
const document = minimalAgent({
  synonyms,
  rules: [
    { when: ['how do I ask for annual leave', '年休の取り方'], say: 'In the portal.' },
    { when: ['my PC is broken', 'the PC does not start'], say: 'Bring it to the desk.' },
  ],
})
const agent = { id: 'desk', account: 'default', version: 1, document }

describe('what was said, in other words', () => {
  it.each([
    ['My Vacations!', ['My holiday!', 'My annual leave!']],
    ['ANNUAL  LEAVE?', ['holiday?', 'vacation?']],
    ['有給を取りたい', ['年休を取りたい']],
    ['holidayland', []],
    ['leave', []],
  ])('%s', (said, others) => {
    expect(waysToSay(document, said)).toEqual([said, ...others])
  })

  it('is at most eight ways, and the first is as it was said', () => {
    const ways = waysToSay(document, 'a laptop for the holiday, 有給')
    expect(ways).toHaveLength(8)
    expect(ways[0]).toBe('a laptop for the holiday, 有給')
    expect(new Set(ways).size).toBe(8)
  })
})

it.each([
  ['How do I ask for holiday?', 0, 100],
  ['有給の取り方', 0, 100],
  ['my notebook is broken', 1, 100],
])('a rule is recognised by the words its author calls the same: %s', (said, index, score) => {
  expect(bestRule(agent, said, [34, 47, 62, 74])).toMatchObject({ index, score })
})

it.each([
  [[['holiday']], 'needs at least two words that mean the same'],
  [[['holiday', '!']], 'must hold a letter or a digit'],
  [[['holiday', 'Holiday']], '“Holiday” stands in this list already'],
  [
    [
      ['holiday', 'leave'],
      ['LEAVE', 'exit'],
    ],
    '“LEAVE” stands in list 1 too: put what means the same into one list',
  ],
])('refuses %j', (faulty, message) => {
  const { error } = agentDocumentSchema.safeParse({ ...document, synonyms: faulty })
  expect(error?.issues.map((issue) => issue.message)).toEqual([message])
})
