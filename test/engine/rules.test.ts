import { describe, expect, it } from 'vitest'
import { matchRule, normalise } from '../../src/engine/rules.ts'
import { agentDocumentSchema } from '../../src/model/agent.ts'

describe('normalise', () => {
  it.each([
    ['Hello!', 'hello'],
    ['  HELLO   there ?! ', 'hello there'],
    ['Ｈｅｌｌｏ', 'hello'],
    ['コンニチハ。', 'こんにちは'],
    ['ﾗｰﾒﾝ', 'らーめん'],
    ["What's up?", 'what s up'],
    ['👋', ''],
  ])('%s → %s', (text, expected) => {
    expect(normalise(text)).toBe(expected)
  })
})

describe('matchRule', () => {
  const document = agentDocumentSchema.parse({
    agent: { displayName: 'A', description: '', photoUrl: '', providerName: '', scope: 'private' },
    rules: [
      { when: ['hello', 'こんにちは'], say: 'Hi' },
      { when: ['hello', 'bye'], say: 'Bye' },
      { when: ['?'], say: 'Ask away' },
    ],
  })

  it('finds a rule by any of its phrases, the first rule first', () => {
    expect(matchRule(document, 'Hello!')).toMatchObject({ index: 0, score: 100 })
    expect(matchRule(document, 'コンニチハ')).toMatchObject({ index: 0 })
    expect(matchRule(document, 'bye')).toMatchObject({ index: 1 })
  })

  it('finds nothing for anything else', () => {
    expect(matchRule(document, 'hello world')).toBeUndefined()
    expect(matchRule(document, '👋')).toBeUndefined()
    expect(matchRule(document, ' ? ')).toMatchObject({ index: 2 })
    expect(matchRule(document, 'constructor')).toBeUndefined()
  })
})
