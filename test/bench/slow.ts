import { type Bench, median } from './support/bench.ts'
import { agentId, greeting, type ParleyChild, startParley } from './support/parley.ts'

const rounds = 5
/** Somebody asks so often meanwhile. */
const everyMs = 5
const goal = { atMost: 20 } as const

const agent = {
  displayName: 'Slow',
  description: '',
  photoUrl: '',
  providerName: '',
  scope: 'private',
} as const
const sentence = (n: number) =>
  `Paragraph ${n} tells of the ${n}th pump, its ${n % 97} valves and who looks after them. `

/** What one author or person can ask for that takes long, each in a round of its own. */
const slowThings: Readonly<Record<string, (ask: Ask, round: number) => Promise<unknown>>> = {
  'a message of 8,000 characters and 40 large expressions': (ask, n) =>
    ask('POST', '/api', { agent_id: 'slow', utterance: 'ab'.repeat(4000), uid: `slow_${n}` }),
  'a message of 8,000 characters, every second of which ends a sentence': (ask, n) =>
    ask('POST', '/api', { agent_id: 'slow', utterance: 'a.'.repeat(4000), uid: `slow_${n}` }),
  'a document of 2 MB that is read and indexed': (ask, n) =>
    ask('POST', '/v1/agents/slow/knowledge', { name: `book-${n}.md`, text: bookOf(2_000_000) }),
  'a question of 8,000 characters to that knowledge': (ask) =>
    ask('GET', `/v1/agents/slow/knowledge-search?q=${encodeURIComponent(sentence(7).repeat(120).slice(0, 8000))}`),
  '3,000 rules that are made live, checked and learned': async (ask, n) => {
    const draft = await ask('GET', '/v1/agents/slow/draft')
    const rules = Array.from({ length: 3000 }, (_, i) => ({ when: [`${sentence(i)} ${n}`], say: `Answer ${i}.` }))
    const put = await ask('PUT', '/v1/agents/slow/rules', { rules }, draft.etag)
    await ask('POST', '/v1/agents/slow/draft/publish', undefined, put.etag)
    return ask('POST', '/api', { agent_id: 'slow', utterance: sentence(3), uid: `slow_${n}` })
  },
}

const bookOf = (length: number) => {
  let text = ''
  for (let n = 0; text.length < length; n++)
    text += `${n % 20 === 0 ? `\n\n# Chapter ${n / 20}\n\n` : ''}${sentence(n)}`
  return text
}

/** How much longer others wait for an answer by rule while something slow goes on: the worst of them, the median of the rounds. */
export const slow: Bench = async (scope) => {
  const parley = await startParley(scope, { managed: true })
  const ask = asker(parley)
  const expression = '(?i)(?:.*?a.*?b){99}\\bq'
  const on = Array.from({ length: 40 }, (_, n) => ({ match: { regex: `${expression}${n}` }, goto: 'done' }))
  const start = on.map(({ match }) => ({ match }))
  const nodes = { done: { say: 'Done.', end: 'completed' } }
  await ask('POST', '/v1/agents', { agent: { ...agent, id: 'slow' } })
  const { etag } = await ask('GET', '/v1/agents/slow/draft')
  const hunt = { version: 1, id: 'hunt', title: 'Hunt', start, first: 'done', nodes }
  const put = await ask('PUT', '/v1/agents/slow/scenarios/hunt', hunt, etag)
  await ask('POST', '/v1/agents/slow/draft/publish', undefined, put.etag)
  const worst = async (during: () => Promise<unknown>) => {
    const waits: number[] = []
    let isOver = false
    const others = (async () => {
      while (!isOver) {
        const begun = performance.now()
        await ask('POST', '/api', { agent_id: agentId, utterance: greeting.asked, uid: 'other' })
        waits.push(performance.now() - begun)
        await new Promise((resolve) => setTimeout(resolve, everyMs))
      }
    })()
    await during()
    isOver = true
    await others
    return waits.toSorted((a, b) => a - b)
  }
  const quiet = await worst(() => new Promise((resolve) => setTimeout(resolve, 2000)))
  const usual = median(quiet)
  const figures = [
    {
      metric: 'others, while nothing is slow, the worst beside the median',
      ours: quiet.at(-1)! - usual,
      baseline: null,
      unit: 'ms',
    },
  ]
  for (const [name, during] of Object.entries(slowThings)) {
    const delays: number[] = []
    for (let round = 0; round < rounds; round++) delays.push((await worst(() => during(ask, round))).at(-1)! - usual)
    figures.push({
      metric: `others wait longer during ${name}`,
      ours: median(delays),
      baseline: null,
      unit: 'ms',
      ...{ goal },
    })
  }
  return figures
}

type Ask = (method: string, path: string, body?: object, match?: string) => Promise<{ etag: string }>

function asker({ url, apiKey, managementKey }: ParleyChild): Ask {
  return async (method, path, body, match) => {
    const isTalk = path === '/api'
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...(!isTalk && { authorization: `Bearer ${managementKey}` }),
        ...(body && { 'content-type': 'application/json' }),
        ...(match && { 'if-match': match }),
      },
      ...(body && { body: JSON.stringify(isTalk ? { ...body, api_key: apiKey } : body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path} was answered ${response.status}: ${text.slice(0, 300)}`)
    return { etag: response.headers.get('etag') ?? '' }
  }
}
