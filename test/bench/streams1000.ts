import { Pool } from 'undici'
import { type Bench, median, within } from './support/bench.ts'
import { agentId, startParley } from './support/parley.ts'

const rounds = 3
const streams = 1000
const everyMs = 20
const tokens = Array.from({ length: 400 }, (_, n) => `w${String(n).padStart(3, '0')} `)
const whole = tokens.join('').trimEnd()

/** So many answers at once over HTTP, each of 50 tokens a second for 8 s, as the server writes them. */
export const streams1000: Bench = async (scope) => {
  const parley = await startParley(scope, {
    script: new URL('./children/streams.ts', import.meta.url),
    env: { EVERY_MS: String(everyMs), TOKENS: JSON.stringify(tokens) },
  })
  const pool = new Pool(parley.url, { connections: streams })
  scope.defer(() => pool.destroy())

  const converse = async (uid: string): Promise<number> => {
    const body = { api_key: parley.apiKey, agent_id: agentId, uid, utterance: 'Tell me a story', stream: true }
    const headers = { 'content-type': 'application/json' }
    const answer = await pool.request({ path: '/api', method: 'POST', headers, body: JSON.stringify(body) })
    let lines = 0
    let rest: Buffer[] = []
    for await (const chunk of answer.body as AsyncIterable<Buffer>) {
      const at = chunk.lastIndexOf(0x0a, -2)
      if (at >= 0) rest = []
      rest.push(chunk)
      for (let i = chunk.indexOf(0x0a); i >= 0; i = chunk.indexOf(0x0a, i + 1)) lines++
    }
    const last = Buffer.concat(rest).toString().trimEnd().split('\n').at(-1)!
    const { bestResponse, error } = JSON.parse(last)
    if (error || bestResponse.utterance !== whole) throw new Error(`an answer was not whole: ${last}`)
    return lines
  }

  const all = async (round: number) => {
    const before = await parley.usage()
    const startedAt = performance.now()
    const answers = Array.from({ length: streams }, (_, n) => converse(`example_${round}_${n}`))
    const lines = await within(60_000, 'the answers', Promise.all(answers))
    const seconds = (performance.now() - startedAt) / 1000
    const after = await parley.usage()
    return { ...after, lines: median(lines), corePercent: (after.cpuMs - before.cpuMs) / seconds / 10 }
  }
  const seen: Awaited<ReturnType<typeof all>>[] = []
  for (let round = 0; round < rounds; round++) seen.push(await all(round))
  const of = (name: 'corePercent' | 'loopDelayP99Ms' | 'lines') => median(seen.map((one) => one[name]))
  const memory = seen.at(-1)!.rssBytes / 2 ** 20
  return [
    {
      metric: 'share of a core, of writing a model’s answers',
      ours: of('corePercent'),
      baseline: null,
      unit: '%',
      goal: { atMost: 75 },
    },
    { metric: 'lines of an answer', ours: of('lines'), baseline: null, unit: 'lines' },
    {
      metric: 'event-loop delay, 99th percentile',
      ours: of('loopDelayP99Ms'),
      baseline: null,
      unit: 'ms',
      goal: { atMost: 30 },
    },
    { metric: 'resident memory', ours: memory, baseline: null, unit: 'MiB', goal: { atMost: 286 } },
  ]
}
