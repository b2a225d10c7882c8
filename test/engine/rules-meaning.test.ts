import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createOpenAiEmbeddings } from '../../src/drivers/embeddings-openai.ts'
import { createRuleMeanings } from '../../src/engine/rules/meanings.ts'
import { createEngine, createMemoryStore, type Final } from '../../src/exports/engine.ts'
import type { AgentVersion } from '../../src/model/agent.ts'
import { minimalAgent } from '../support/agent.ts'

const rules = [
  { when: ['pay an invoice', 'settle my account', 'how do I pay', 'send you the money'], say: 'Pay.' },
  { when: ['meet a doctor', 'book a visit', 'see somebody today', 'an examination'], say: 'Visit.' },
  { when: ['lost my key', 'the door is locked', 'locked out', 'key is gone'], say: 'Key.' },
]

/** Each rule means a direction of its own, and so does what is said of it in other words. */
const about: [RegExp, number[]][] = [
  [/pay|invoice|account|money|\u652f\u6255/, [1, 0.05, 0]],
  [/doctor|visit|see somebody|examination|unwell/, [0, 1, 0.05]],
  [/key|lock/, [0.05, 0, 1]],
  [/moon/, [0.4, 0.4, -0.9]],
  [/./, [-1, -1, -1]],
]

async function setup() {
  let requests = 0
  const server = createServer(async (request, response) => {
    requests++
    const { input } = (await json(request)) as { input: string[] }
    const data = input.map((text, index) => ({ index, embedding: about.find(([words]) => words.test(text))![1] }))
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ data }))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close().closeAllConnections())
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  const agent: AgentVersion = {
    id: 'desk',
    account: 'default',
    version: 1,
    document: minimalAgent({ rules, replies: { noAnswer: 'No.', didYouMean: false } }),
  }
  const at = (baseUrl: string) => {
    const clock = { now: 0 }
    const embeddings = createOpenAiEmbeddings({ baseUrl, model: 'small' })
    const meanings = createRuleMeanings({ embeddings, now: () => clock.now })
    const store = createMemoryStore()
    store.publish(agent)
    const engine = createEngine({ store, meanings })
    const ask = async (utterance: string): Promise<Final> => {
      const request = {
        account: 'default',
        agent: 'desk',
        uid: 'ann',
        conversation: 'dm',
        door: 'http',
        utterance,
      } as const
      const run = { signal: new AbortController().signal, beforeCall: async () => {} }
      for await (const event of engine.converse(request, agent, run)) if (event.kind === 'final') return event
      throw new Error('no final')
    }
    return { ask, clock, settled: () => meanings.settled(agent) }
  }
  return { baseUrl, at, requests: () => requests }
}

describe('rules by meaning', () => {
  it('answer what shares no word with a phrase, from the second question on, and nothing that is no rule’s', async () => {
    const { baseUrl, at } = await setup()
    const { ask, settled } = at(baseUrl)
    expect((await ask('I feel unwell')).trace.source).toBe('fixed')
    await settled()
    const { answer, trace } = await ask('I feel unwell')
    expect(answer.utterance).toBe('Visit.')
    expect(trace).toMatchObject({ source: 'rule', rule: { index: 1, meaning: expect.closeTo(1, 1) } })
    expect((await ask('\u652f\u6255\u3044\u305f\u3044')).answer.utterance).toBe('Pay.')
    expect((await ask('is the moon far')).trace.source).toBe('fixed')
  })

  it('ask nothing where the words tell', async () => {
    const { baseUrl, at, requests } = await setup()
    const { ask, settled } = at(baseUrl)
    await ask('I feel unwell')
    await settled()
    const before = requests()
    expect((await ask('locked out')).trace).toMatchObject({ source: 'rule', rule: { score: 100 } })
    expect(requests()).toBe(before)
  })

  it('are as if there were no server where it cannot be reached', async () => {
    const { at } = await setup()
    const { ask, settled } = at('http://127.0.0.1:9/v1')
    expect((await ask('I feel unwell')).trace.source).toBe('fixed')
    await settled()
    expect((await ask('locked out')).answer.utterance).toBe('Key.')
    expect((await ask('I feel unwell')).trace.source).toBe('fixed')
  })
})
