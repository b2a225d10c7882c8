import { describe, expect, it } from 'vitest'
import { bestRule, isPhrase, likelyRules, rulesLearned, suggestedFrom } from '../../src/engine/rules/match.ts'
import { type AgentVersion, agentDocumentSchema } from '../../src/model/agent.ts'

const levels = [34, 47, 62, 74] as const

const asked =
  'how do I|can I|I want to|I would like to|please help me to|where can I|what if I|is there a way to|who will|should I|do I have to'.split(
    '|',
  )
const deeds =
  'cancel my booking|book a table|change my password|reset the router|track the parcel|pay an invoice|report a leak|borrow a bicycle|renew my passport|find a dentist|return these shoes|open an account|print a boarding pass|rent a boat|join the choir|feed the penguins'.split(
    '|',
  )
/** Eleven phrases for each of some deeds. */
const groupsOf = (count: number) => deeds.slice(0, count).map((deed) => asked.map((how) => `${how} ${deed}`))

function agentOf(rules: { when: string[]; say: string }[], id = 'guide'): AgentVersion {
  const agent = { displayName: 'Guide', description: '', photoUrl: '', providerName: '', scope: 'private' }
  return { id, account: 'default', version: 1, document: agentDocumentSchema.parse({ agent, rules }) }
}

const rulesOf = (count: number) => groupsOf(count).map((when, i) => ({ when, say: `Answer ${i}` }))

describe('what is learned of the phrases of rules', () => {
  it('finds what is put in other words than any phrase, where comparing phrase by phrase does not', async () => {
    const agent = agentOf(rulesOf(16))
    const said = 'so can I track my own little parcel today?'
    const before = bestRule(agent, said, levels)!
    await rulesLearned(agent)
    const after = bestRule(agent, said, levels)!
    expect(before).toMatchObject({ index: 4 })
    expect(before.score).toBeLessThan(62)
    expect(before).not.toHaveProperty('words')
    expect(after).toMatchObject({ index: 4, phrase: expect.stringContaining('track the parcel') })
    expect(after.words).toContain('parcel')
    expect(after.score).toBeGreaterThan(before.score)
  })

  it('leaves the same text 100, and what has nothing in common nothing', async () => {
    const agent = agentOf(rulesOf(10), 'other')
    await rulesLearned(agent)
    expect(bestRule(agent, 'Can I join the choir', levels)?.score ?? 0).toBeLessThan(100)
    expect(bestRule(agent, 'CAN I pay an invoice!', levels)).toMatchObject({ index: 5, score: 100 })
    expect(isPhrase(agent, 'can i pay an invoice')).toBe(true)
    expect(isPhrase(agent, 'can i pay')).toBe(false)
    expect(bestRule(agent, 'zzz', levels)).toBeUndefined()
  })

  it('takes rules that answer the same for one, and names the one whose phrase is nearest', () => {
    const single = groupsOf(6).flatMap((when, i) => when.map((phrase) => ({ when: [phrase], say: `Answer ${i}` })))
    const found = likelyRules(agentOf(single, 'single'), 'I have to renew a passport', levels, 3)
    expect(new Set(found.map(({ rule }) => rule.say)).size).toBe(found.length)
    const [best] = likelyRules(agentOf(single, 'single'), 'my bicycle booking, cancel', levels, 3)
    expect(best!.rule.when).toEqual([best!.phrase])
  })

  it('does not learn from a phrase or so a rule: then each is compared', () => {
    const agent = agentOf([{ when: ['opening hours'], say: 'Nine to five.' }], 'small')
    expect(bestRule(agent, 'your opening hours', levels)).not.toHaveProperty('words')
    expect(suggestedFrom(agent, levels)).toBeLessThan(34)
  })
})
