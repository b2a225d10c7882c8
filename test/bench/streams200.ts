import { Pool } from 'undici'
import { type Bench, median, within } from './support/bench.ts'
import { startPacedModel } from './support/paced-model.ts'
import { agentId, startParley } from './support/parley.ts'

const rounds = 3
const streams = 200
const tokens = Array.from({ length: 400 }, (_, n) => `w${String(n).padStart(3, '0')} `)
const whole = tokens.join('').trimEnd()

/** So many model answers at once over HTTP, each of 50 tokens a second for 8 s. */
export const streams200: Bench = async (scope) => {
  const model = await startPacedModel(scope, { everyMs: 20, tokens })
  const parley = await startParley(scope, { env: model.env })
  const pool = new Pool(parley.url, { connections: streams })
  scope.defer(() => pool.destroy())

  const converse = async (uid: string): Promise<void> => {
    const body = { api_key: parley.apiKey, agent_id: agentId, uid, utterance: 'Tell me a story', stream: true }
    const headers = { 'content-type': 'application/json' }
    const answer = await pool.request({ path: '/api', method: 'POST', headers, body: JSON.stringify(body) })
    let last = ''
    for await (const chunk of answer.body.setEncoding('utf8')) {
      last = (last + chunk).split('\n').slice(-2).join('\n')
    }
    const { bestResponse, error } = JSON.parse(last)
    if (error || bestResponse.utterance !== whole) throw new Error(`an answer was not whole: ${last}`)
  }

  const all = async () => {
    const before = await parley.usage()
    const startedAt = performance.now()
    await within(
      30_000,
      'the answers',
      Promise.all(Array.from({ length: streams }, (_, n) => converse(`example_${n}`))),
    )
    const seconds = (performance.now() - startedAt) / 1000
    const after = await parley.usage()
    return { ...after, corePercent: (after.cpuMs - before.cpuMs) / seconds / 10 }
  }
  const seen: Awaited<ReturnType<typeof all>>[] = []
  for (let round = 0; round < rounds; round++) seen.push(await all())
  const delay = median(seen.map(({ loopDelayP99Ms }) => loopDelayP99Ms))
  const share = median(seen.map(({ corePercent }) => corePercent))
  const memory = seen.at(-1)!.rssBytes / 2 ** 20
  return [
    { metric: 'event-loop delay, 99th percentile', ours: delay, baseline: null, unit: 'ms', goal: { atMost: 50 } },
    { metric: 'share of a core', ours: share, baseline: null, unit: '%' },
    { metric: 'resident memory', ours: memory, baseline: null, unit: 'MiB' },
  ]
}
