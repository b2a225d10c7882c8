import { describe, expect, it } from 'vitest'
import { settingsSchema } from '../../src/config/settings.ts'
import { thresholdOf } from '../../src/engine/rules/levels.ts'
import { bestRule } from '../../src/engine/rules/match.ts'
import type { AgentVersion } from '../../src/model/agent.ts'
import { agentDocumentSchema } from '../../src/model/agent.ts'

const { levels } = settingsSchema.parse({}).rules

function agentWith(rules: string[][], { version = 1, level }: { version?: number; level?: number } = {}): AgentVersion {
  const document = agentDocumentSchema.parse({
    agent: {
      displayName: 'Guide',
      description: '',
      photoUrl: '',
      providerName: '',
      scope: 'private',
      ...(level !== undefined && { autoResponseSettings: { ruleBasedThresholdLevel: level } }),
    },
    rules: rules.map((when, i) => ({ when, say: `Answer ${i}` })),
  })
  return { id: 'guide', account: 'default', version, document }
}

/** What the rule that answers says; undefined when none does. */
function answer(agent: AgentVersion, utterance: string): string | undefined {
  const best = bestRule(agent, utterance, levels)
  return best && best.score >= thresholdOf(agent.document, levels) ? (best.rule.say as string) : undefined
}

describe('what is the same text', () => {
  const agent = agentWith([['hello', 'こんにちは'], ['hello', 'bye'], ['?'], ['👋'], ['Wi-Fi']])

  it.each([
    ['HELLO!', 0],
    ['  hello  ', 0],
    ['ｈｅｌｌｏ', 0],
    ['コンニチハ。', 0],
    ['bye', 1],
    [' ? ', 2],
    ['👋', 3],
    ['wi fi', 4],
  ])('%s is', (utterance, index) => {
    expect(bestRule(agent, utterance, levels)).toMatchObject({ index, score: 100 })
  })

  it('beats everything else, however alike; the first of two rules with one phrase wins', () => {
    const twice = agentWith([['order a large pizza now'], ['order a large pizza'], ['Order a large pizza!']])
    expect(bestRule(twice, 'order a large pizza', levels)).toMatchObject({
      index: 1,
      phrase: 'order a large pizza',
      score: 100,
    })
  })

  it('is nothing else', () => {
    for (const utterance of ['', ' ', '!', '🎉', 'constructor', '__proto__']) {
      expect(bestRule(agent, utterance, levels)).toBeUndefined()
    }
    expect(bestRule(agentWith([]), 'hello', levels)).toBeUndefined()
  })
})

describe('a rule of an agent that has only one', () => {
  const agent = agentWith([['opening hours']])

  it.each(['what are your opening hours?', 'Opening hours please', 'your openning hours'])(
    'answers %s',
    (utterance) => {
      expect(answer(agent, utterance)).toBe('Answer 0')
    },
  )

  it.each(['hello', 'what is your address?', 'how are you', 'お元気ですか', 'ours'])(
    'does not answer %s',
    (utterance) => {
      expect(answer(agent, utterance)).toBeUndefined()
    },
  )
})

describe('the rules of a small shop', () => {
  const agent = agentWith([
    ['hello', 'good morning'],
    ['what are your opening hours?', 'when do you open'],
    ['cancel my order', 'i want to cancel'],
    ['where is my parcel'],
    ['do you have vegetarian food'],
  ])

  it.each([
    ['hello there', 0],
    ['opening hours?', 1],
    ['what are your hours', 1],
    ['please cancel my order', 2],
    ['i want to cancel my order', 2],
    ['wheres my parcel', 3],
    ['where is my pacel', 3],
    ['you have vegetarian food, do you?', 4],
  ])('answer %s', (utterance, index) => {
    expect(answer(agent, utterance)).toBe(`Answer ${index}`)
  })

  it.each(['what are your prices', 'i want to order', 'do you have a car park', 'what', 'tell me a joke', '42'])(
    'do not answer %s',
    (utterance) => {
      expect(answer(agent, utterance)).toBeUndefined()
    },
  )
})

describe('the rules of a hotel in Japan', () => {
  const agent = agentWith([
    ['営業時間'],
    ['予約をキャンセルしたい', '予約の取り消し'],
    ['駐車場はありますか'],
    ['WiFiのパスワード'],
    ['朝食は何時から'],
  ])

  it.each([
    ['営業時間は？', 0],
    ['営業時間を教えてください', 0],
    ['予約キャンセル', 1],
    ['予約をｷｬﾝｾﾙしたいのですが', 1],
    ['駐車場はある？', 2],
    ['WIFIのぱすわーど', 3],
    ['ＷｉＦｉのパスワードは？', 3],
    ['朝食は何時からですか', 4],
  ])('answer %s', (utterance, index) => {
    expect(answer(agent, utterance)).toBe(`Answer ${index}`)
  })

  it.each(['こんにちは', '予約したい', 'トイレはありますか', '教えてください', 'チェックアウトは何時まで'])(
    'do not answer %s',
    (utterance) => {
      expect(answer(agent, utterance)).toBeUndefined()
    },
  )
})

it.each([
  ['Korean', '영업 시간', '영업시간'],
  ['Russian', 'где мой заказ', 'а где же мой заказ?'],
  ['Thai', 'ยกเลิกการจอง', 'ขอยกเลิกการจอง'],
  ['Hindi', 'मेरा ऑर्डर कहाँ है', 'मेरा ऑर्डर कहाँ है भाई'],
])('understands %s', (_, phrase, utterance) => {
  expect(answer(agentWith([['hello'], [phrase]]), utterance)).toBe('Answer 1')
})

it('answers the more the lower the level, which is 2 when an agent says nothing', () => {
  const utterances = ['i have to cancel today', 'cancel my booking', 'can you cancel my orders', 'cancel the order']
  const rules = [['cancel my order'], ['where is my order']]
  const answered = (level?: number) => {
    const agent = agentWith(rules, level === undefined ? {} : { level })
    return utterances.filter((utterance) => answer(agent, utterance) !== undefined).length
  }
  expect([0, 1, 2, 3].map((level) => answered(level))).toEqual([4, 3, 2, 1])
  expect(answered()).toBe(answered(2))
})

it('keeps each version of an agent with its own rules', () => {
  const first = agentWith([['hello'], ['bye']])
  expect(bestRule(first, 'hello', levels)).toMatchObject({ index: 0, score: 100 })
  const second = agentWith([['welcome'], ['bye'], ['see you later']], { version: 2 })
  expect(bestRule(second, 'hello', levels)).toBeUndefined()
  expect(bestRule(second, 'see you later', levels)).toMatchObject({ index: 2, score: 100 })
  expect(bestRule(second, 'bye', levels)).toMatchObject({ index: 1, score: 100 })
  expect(bestRule(first, 'hello', levels)).toMatchObject({ index: 0, score: 100 })
  expect(bestRule(first, 'see you later', levels)).toBeUndefined()
  expect(bestRule(first, 'welcome', levels)).toBeUndefined()
})
