import { setTimeout as sleep } from 'node:timers/promises'
import { type Bench, type Figure, type Scope, within } from './support/bench.ts'
import { ANN, APP, GENERAL, startDiscord } from './support/discord.ts'
import { startPacedModel, type Written } from './support/paced-model.ts'
import { startParley } from './support/parley.ts'

const latencyMs = 80
const everyMs = 40
const tokens = Array.from({ length: 300 }, (_, n) => `w${String(n).padStart(3, '0')} `)
const whole = tokens.join('').trim()
const together = 5
const apartMs = 800
const rounds = 4

/** What people see of answers that a model writes for 12 s, against Discord's own limits and at its distance. */
export const discord: Bench = async (scope) => {
  const single = await measure(scope, 1)
  const several = await measure(scope, together)
  return [
    ...figures('one answer', single, { first: 300, final: 150 }),
    ...figures(`${together} answers in one channel`, several, { final: 2000 }),
  ]
}

interface Seen {
  firstMs: number[]
  finalMs: number[]
  edits: number
  limited: number
}

async function measure(scope: Scope, people: number): Promise<Seen> {
  const { simulator, env } = await startDiscord(scope)
  const written: Written[] = []
  const model = await startPacedModel(scope, { everyMs, tokens, onAnswer: (one) => written.push(one) })
  await startParley(scope, { env: { ...env, ...model.env } })
  // The way there and back.
  simulator.onCall(() => sleep(latencyMs / 2))
  simulator.onDone(() => sleep(latencyMs / 2))
  const users = [ANN, ...Array.from({ length: people - 1 }, (_, n) => simulator.join({ username: `person${n}` }))]

  const seen: Seen = { firstMs: [], finalMs: [], edits: 0, limited: 0 }
  for (let round = 0; round < (people === 1 ? rounds * 2 : rounds); round++) {
    const calls = simulator.calls.length
    const answers = users.map(async (user, n) => {
      await sleep(n * apartMs)
      const asked = simulator.say({ user, channel: GENERAL, content: `<@${APP}> Tell me story ${round}` })
      return watch(asked)
    })
    const times = await within(90_000, 'the answers', Promise.all(answers))
    // Models end in the order in which they began.
    const begun = written.splice(0).toSorted((a, b) => a.firstAt - b.firstAt)
    for (const [n, { firstAt, finalAt }] of times.entries()) {
      seen.firstMs.push(firstAt - begun[n]!.firstAt)
      seen.finalMs.push(finalAt - begun[n]!.lastAt)
    }
    const made = simulator.calls.slice(calls)
    seen.edits += made.filter(({ method }) => method === 'PATCH').length / users.length
    seen.limited += made.filter(({ status }) => status === 429).length
    await sleep(6000)
  }
  seen.edits /= people === 1 ? rounds * 2 : rounds
  return seen

  /** When the answer to a message was first seen, and when it was whole. */
  async function watch(asked: string): Promise<{ firstAt: number; finalAt: number }> {
    const { promise, resolve } = Promise.withResolvers<{ firstAt: number; finalAt: number }>()
    let mine: string | undefined
    let firstAt = 0
    const end = simulator.onDone(({ method, route, body, response }) => {
      if (!route.includes('/messages')) return
      const { message_reference: replied } = (body ?? {}) as { message_reference?: { message_id: string } }
      const { id, content } = response as { id: string; content: string }
      if (method === 'POST' && replied?.message_id === asked) {
        mine = id
        firstAt = performance.now()
      }
      if (id === mine && content === whole) {
        end()
        resolve({ firstAt, finalAt: performance.now() })
      }
    })
    return promise
  }
}

function figures(
  what: string,
  { firstMs, finalMs, edits, limited }: Seen,
  goals: { first?: number; final: number },
): Figure[] {
  const at = (ms: number[], share: number) => {
    const sorted = ms.toSorted((a, b) => a - b)
    return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!
  }
  const figure = (metric: string, ours: number, unit: string, goal?: { atMost: number }): Figure => ({
    metric: `${what}: ${metric}`,
    ours,
    baseline: null,
    unit,
    ...(goal && { goal }),
  })
  return [
    figure('first text, 99th percentile', at(firstMs, 0.99), 'ms', goals.first ? { atMost: goals.first } : undefined),
    figure('final lag, median', at(finalMs, 0.5), 'ms'),
    figure('final lag, 99th percentile', at(finalMs, 0.99), 'ms', { atMost: goals.final }),
    figure('edits of each', edits, ''),
    figure('answers of 429', limited, '', { atMost: 0 }),
  ]
}
