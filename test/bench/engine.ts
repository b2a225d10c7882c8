import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { rulesLearned } from '../../src/engine/rules/match.ts'
import { createEngine, createMemoryStore } from '../../src/exports/engine.ts'
import { type AgentVersion, agentDocumentSchema } from '../../src/model/agent.ts'
import { type Bench, NotMeasured } from './support/bench.ts'

/** Whole answers, from what was said to what is to be committed: so many phrases, and the data's own where they are there. */
const phrases = 10_000
const rounds = 5

/**
 * The whole engine without a model: an agent of 150 rules with 10,000 phrases, a scenario, synonyms and suggestions, asked what it was
 * not made of. Storage is in memory, so that nothing else is measured.
 */
export const engine: Bench = async (_scope, { data }) => {
  const file = join(data, 'clinc150-train-val.json')
  if (!existsSync(file)) throw new NotMeasured(`there is no ${file}; say with --data in which folder it is`)
  const { train, val, oos_val } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, [string, string][]>
  const byIntent = Map.groupBy(train!, ([, intent]) => intent)
  const each = Math.ceil(phrases / byIntent.size)
  const agent: AgentVersion = { id: 'bench', account: 'default', version: 1, document: documentOf(byIntent, each) }
  const store = createMemoryStore()
  store.publish(agent)
  const asked = [...val!, ...oos_val!].map(([utterance]) => utterance)
  const { converse } = createEngine({ store })
  const answer = async (utterance: string, n: number) => {
    const request = {
      account: 'default',
      agent: 'bench',
      uid: `u${n}`,
      conversation: 'dm',
      door: 'http',
      utterance,
    } as const
    const run = { signal: new AbortController().signal, beforeCall: async () => {} }
    const from = performance.now()
    let source = ''
    for await (const event of converse(request, agent, run)) if (event.kind === 'final') source = event.trace.source
    return { ms: performance.now() - from, source }
  }
  await answer('hello', 0)
  await rulesLearned(agent)
  for (const [n, utterance] of asked.slice(0, 500).entries()) await answer(utterance, n)
  const took = asked.map((): number[] => [])
  let ruled = 0
  for (let round = 0; round < rounds; round++) {
    for (const [n, utterance] of asked.entries()) {
      const { ms, source } = await answer(utterance, n)
      took[n]!.push(ms)
      if (source === 'rule') ruled++
    }
  }
  // What else the machine does is no matter of the engine: each counts with its second fastest.
  const sorted = took.map((times) => times.sort((a, b) => a - b)[1]!).sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.ceil(share * sorted.length) - 1]!
  return [
    { metric: 'an answer without a model, 10,000 phrases, median', ours: at(0.5), baseline: null, unit: 'ms' },
    {
      metric: 'an answer without a model, 10,000 phrases, 99th percentile',
      ours: at(0.99),
      baseline: null,
      unit: 'ms',
      goal: { atMost: 2 },
    },
    { metric: 'of them answered by a rule', ours: (100 * ruled) / (rounds * asked.length), baseline: null, unit: '%' },
  ]
}

function documentOf(byIntent: ReadonlyMap<string, [string, string][]>, each: number) {
  return agentDocumentSchema.parse({
    agent: { displayName: 'Bench', description: '', photoUrl: '', providerName: '', scope: 'private' },
    replies: { noAnswer: 'No idea.' },
    synonyms: [
      ['card', 'debit card'],
      ['vacation', 'holiday', 'annual leave'],
    ],
    rules: [...byIntent].map(([intent, pairs]) => ({
      when: pairs.slice(0, each).map(([utterance]) => utterance),
      say: `That is about ${intent}.`,
    })),
    scenarios: [
      {
        version: 1,
        id: 'parking',
        start: [{ match: { partial: 'garage' } }, { match: { rule: ['where may I park', 'a place for my car'] } }],
        first: 'ask',
        nodes: {
          ask: { say: 'Which garage?', collect: { state: 'garage', goto: 'done' } },
          done: { say: 'Noted.', end: 'completed' },
        },
      },
    ],
  })
}
