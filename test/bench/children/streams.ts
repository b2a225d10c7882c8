import type { Llm } from '../../../src/ports/llm.ts'
import { serveProbe } from '../support/probe.ts'

const built = new URL('../../../dist/src/', import.meta.url)
const { createApp }: typeof import('../../../src/app/index.ts') = await import(new URL('app/index.js', built).href)
const { platforms }: typeof import('../../../adapters/registry.ts') = await import(
  new URL('../adapters/registry.js', built).href
)
const { loadConfig }: typeof import('../../../src/config/index.ts') = await import(
  new URL('config/index.js', built).href
)

const everyMs = Number(process.env['EVERY_MS'])
const tokens: string[] = JSON.parse(process.env['TOKENS']!)

/** Streams wake in groups, spread over the time of a token, as those of a thousand people do. */
const groups = Array.from({ length: 10 }, () => new Set<() => void>())
let turn = 0
setInterval(() => {
  const waking = groups[turn++ % groups.length]!
  const woken = [...waking]
  waking.clear()
  for (const wake of woken) wake()
}, everyMs / groups.length)
let begun = 0

/** Writes within the process, at an even pace: what it costs to read a model over the network is another benchmark's. */
const llm: Llm = {
  model: (id) => ({ upstream: id, provider: 'bench', vision: false, tools: true, contextTokens: 100_000 }),
  async *stream() {
    const group = groups[begun++ % groups.length]!
    const startedAt = performance.now()
    for (let next = 0; next < tokens.length; ) {
      await new Promise<void>((resolve) => group.add(resolve))
      // However late it is woken, it has written as much as there was time for.
      const due = Math.min(tokens.length, Math.floor((performance.now() - startedAt) / everyMs) + 1)
      while (next < due) yield { type: 'text', text: tokens[next++]! }
    }
    yield { type: 'end', reason: 'complete' }
  },
}

serveProbe((await createApp(loadConfig(process.env, platforms), { llm })).url)
