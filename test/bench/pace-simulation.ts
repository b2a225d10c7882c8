import { createPacer, type Pacer } from '../../src/bridge/pace.ts'
import type { Ask, Rank } from '../../src/bridge/pace-order.ts'
import { createLocalBudget } from '../../src/drivers/budget-local.ts'
import type { Budget, Scope } from '../../src/ports/budget.ts'
import { quantile } from './support/quantile.ts'
import { createRandom, gaussian } from './support/random.ts'
import { createClock, nextTurn } from './support/virtual-clock.ts'

/** Many answers through the real pacer and the real budget in virtual time, against a server that counts strictly. */
export interface Workload {
  streams: number
  /** Answers a minute in each workspace. */
  answersPerMinute: number
  /** What the pacer believes … */
  limit: { limit: number; windowMs: number }
  /** … and what the server allows, if that is something else. */
  trueLimit?: { limit: number; windowMs: number }
  seed?: number
}

/** Times in seconds. */
export interface Figures {
  firstTextP50: number
  firstTextP99: number
  /** Mean over all characters of (visible − produced). */
  meanCharDelay: number
  finalLagP50: number
  finalLagP99: number
  editsPerStream: number
  limited: number
  calls: number
  virtualMinutes: number
}

const tokensPerSecond = 50
const medianTokens = 250
/** With it the mean answer takes 6 s. */
const sigma = 0.6
const firstHoldMs = 300
/** The workspaces that share the streams: enough for many to be busy at once. */
const workspaces = 100

/** The processes that share the streams: one budget each. */
export interface Processes {
  budgets(clock: { readonly time: number }): Budget[]
  /** Resolves when nothing happens any more before time goes on. */
  settled(): Promise<void>
}

const oneProcess: Processes = {
  budgets: (clock) => [createLocalBudget({ now: () => clock.time })],
  settled: nextTurn,
}

export async function simulate(workload: Workload, { budgets, settled } = oneProcess): Promise<Figures> {
  const random = createRandom(workload.seed ?? 1)
  const clock = createClock(settled)
  const pacers = budgets(clock).map((budget) =>
    createPacer({ budget, now: () => clock.time, setTimer: clock.setTimer, random }),
  )
  const server = createServer(workload.trueLimit ?? workload.limit)
  const firsts: number[] = []
  const lags: number[] = []
  const never = new AbortController().signal
  let delaySum = 0
  let tokenSum = 0
  let edits = 0

  const legMs = () => 45 - 15 * Math.log(1 - random())

  async function stream(workspace: number, pacer: Pacer): Promise<void> {
    const scope: Scope = { key: `edit ${workspace}`, ...workload.limit }
    const post: Scope = { key: `post ${workspace}`, limit: Infinity, windowMs: 1000 }
    const tokens = Math.max(1, Math.round(medianTokens * Math.exp(sigma * gaussian(random))))
    const start = clock.time
    const tokenMs = 1000 / tokensPerSecond
    const end = start + tokens * tokenMs
    const produced = () => Math.min(tokens, Math.floor((clock.time - start) / tokenMs + 1e-9))
    let sent = 0
    let posted = false
    const ask: { -readonly [key in keyof Ask]: Ask[key] } = {
      scopes: [post],
      rank: (): Rank => (!posted ? 'first' : clock.time >= end ? 'final' : 'edit'),
      unseen: () => produced() - sent,
      lastShownAt: start,
      endedAt: end,
    }
    clock.at(end, () => pacer.changed(ask))
    await clock.sleep(Math.min(firstHoldMs + tokenMs, end - start))
    while (true) {
      // A token every few milliseconds reports itself; here the next one is enough.
      if (produced() === sent && sent < tokens) clock.at(start + (sent + 1) * tokenMs, () => pacer.changed(ask))
      await pacer.grant(ask, never)
      const snapshot = produced()
      ask.lastShownAt = clock.time
      if (posted) edits++
      await clock.sleep(legMs())
      const retryAfter = posted ? server.call(workspace, clock.time) : 0
      await clock.sleep(legMs())
      if (retryAfter > 0) {
        pacer.limited(scope, clock.time + retryAfter)
        continue
      }
      // Token k was produced at start + k · tokenMs.
      for (let token = sent + 1; token <= snapshot; token++) delaySum += clock.time - (start + token * tokenMs)
      if (!posted) firsts.push(clock.time - start)
      posted = true
      sent = snapshot
      ask.scopes = [scope]
      if (sent === tokens) break
    }
    tokenSum += tokens
    lags.push(clock.time - end)
  }

  const meanGapMs = 60_000 / (workload.answersPerMinute * workspaces)
  let arrival = 0
  const running: Promise<void>[] = []
  for (let index = 0; index < workload.streams; index++) {
    arrival -= Math.log(1 - random()) * meanGapMs
    const workspace = Math.floor(random() * workspaces)
    clock.at(clock.origin + arrival, () => running.push(stream(workspace, pacers[index % pacers.length]!)))
  }
  await clock.run()
  await Promise.all(running)
  for (const pacer of pacers) pacer.close()
  return {
    firstTextP50: quantile(firsts, 0.5) / 1000,
    firstTextP99: quantile(firsts, 0.99) / 1000,
    meanCharDelay: delaySum / tokenSum / 1000,
    finalLagP50: quantile(lags, 0.5) / 1000,
    finalLagP99: quantile(lags, 0.99) / 1000,
    editsPerStream: edits / workload.streams,
    limited: server.limited(),
    calls: server.calls(),
    virtualMinutes: (clock.time - clock.origin) / 60_000,
  }
}

/** At most `limit` calls in any window, by time of arrival; tells how long to wait, 0 when the call was taken. */
function createServer({ limit, windowMs }: { limit: number; windowMs: number }) {
  const accepted = new Map<number, number[]>()
  let calls = 0
  let limited = 0
  return {
    call(workspace: number, time: number): number {
      calls++
      const times = (accepted.get(workspace) ?? []).filter((at) => at > time - windowMs)
      accepted.set(workspace, times)
      if (times.length < limit) {
        times.push(time)
        return 0
      }
      limited++
      return Math.max(1000, Math.ceil((times[0]! + windowMs - time) / 1000) * 1000)
    },
    calls: () => calls,
    limited: () => limited,
  }
}
