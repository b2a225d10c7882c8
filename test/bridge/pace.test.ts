import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createPacer, type Pacer } from '../../src/bridge/pace.ts'
import type { Ask, Rank } from '../../src/bridge/pace-order.ts'
import { createLocalBudget } from '../../src/drivers/budget-local.ts'
import type { Budget, Scope } from '../../src/ports/budget.ts'
import { simulate } from '../bench/pace-simulation.ts'

const workspace: Scope = { key: 'workspace', limit: 50, windowMs: 60_000 }
const channel: Scope = { key: 'channel', limit: 5, windowMs: 5000 }
const free: Scope = { key: 'free', limit: Infinity, windowMs: 1000 }
const never = new AbortController().signal

/** An ask whose values the test changes. */
class Reply implements Ask {
  scopes: readonly Scope[]
  current: Rank
  text = 10
  lastShownAt: number
  endedAt: number | undefined
  constructor(
    current: Rank,
    scopes: readonly Scope[],
    values: Partial<Pick<Reply, 'text' | 'lastShownAt' | 'endedAt'>> = {},
  ) {
    this.scopes = scopes
    this.current = current
    this.lastShownAt = Date.now()
    Object.assign(this, values)
  }
  rank(): Rank {
    return this.current
  }
  unseen(): number {
    return this.text
  }
}

let budget: Budget
let pacer: Pacer
/** Names in the order of their grants. */
let granted: string[]

beforeEach(() => {
  vi.useFakeTimers({ now: 1_800_000_000_000 })
  budget = createLocalBudget({ now: Date.now })
  pacer = createPacer({ budget, now: Date.now, random: () => 0 })
  granted = []
})

afterEach(() => {
  pacer.close()
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})

function request(name: string, reply: Reply): void {
  pacer.grant(reply, never).then(
    () => granted.push(name),
    () => {},
  )
}

/** Takes what a scope has, so that everybody waits for its next token. */
async function use(scope: Scope): Promise<void> {
  while ((await budget.tryTake([scope], 'urgent')) === 'ok');
}

async function microtasks(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve()
}

describe('grant', () => {
  test('needs no timer where there are tokens and nobody waits', async () => {
    await pacer.grant(new Reply('first', [workspace]), never)
    await pacer.grant(new Reply('final', [workspace, channel]), never)
    await pacer.grant(new Reply('edit', [workspace], { lastShownAt: Date.now() - 1000 }), never)
    await pacer.grant(new Reply('first', []), never)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('finals, oldest end first; then first texts, oldest first; then edits by unseen text × time', async () => {
    await use(channel)
    const now = Date.now()
    request('edit 10×2s', new Reply('edit', [channel], { text: 10, lastShownAt: now - 2000 }))
    request('edit 50×1s', new Reply('edit', [channel], { text: 50, lastShownAt: now - 1000 }))
    request('first', new Reply('first', [channel]))
    request('second', new Reply('first', [channel]))
    request('final', new Reply('final', [channel], { endedAt: now }))
    request('older final', new Reply('final', [channel], { endedAt: now - 500 }))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(granted).toEqual(['older final', 'final', 'first', 'second', 'edit 50×1s', 'edit 10×2s'])
  })

  test('the order also holds across lanes that share a scope', async () => {
    await use(workspace)
    for (const rank of ['edit', 'first', 'final'] as const) {
      request(rank, new Reply(rank, [workspace, { ...free, key: rank }], { lastShownAt: Date.now() - 5000 }))
    }
    await vi.advanceTimersByTimeAsync(30_000)
    expect(granted).toEqual(['final', 'first', 'edit'])
  })

  test('whoever cannot have its scope blocks nobody else', async () => {
    await use(channel)
    request('waits', new Reply('final', [workspace, channel]))
    await microtasks()
    request('other channel', new Reply('final', [workspace, { ...channel, key: 'other' }]))
    request('edit', new Reply('edit', [workspace], { lastShownAt: Date.now() - 5000 }))
    await microtasks()
    expect(granted).toEqual(['other channel', 'edit'])
    expect(budget.level(workspace).tokens).toBe(12)
  })

  test('an edit may not have the reserved token, a final that comes later may', async () => {
    await budget.tryTake([channel], 'normal')
    request('edit', new Reply('edit', [channel], { lastShownAt: Date.now() - 60_000 }))
    await microtasks()
    expect(granted).toEqual([])
    request('final', new Reply('final', [channel]))
    await microtasks()
    expect(granted).toEqual(['final'])
  })

  test('edits end while finals use up the rate', async () => {
    await use(channel)
    request('edit', new Reply('edit', [channel], { text: 1e6, lastShownAt: 0 }))
    for (let final = 0; final < 20; final++) request('final', new Reply('final', [channel]))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(granted.indexOf('edit')).toBe(20)
  })
})

describe('gap between edits', () => {
  test('is 350 ms where nothing limits', async () => {
    request('edit', new Reply('edit', [free]))
    await vi.advanceTimersByTimeAsync(349)
    expect(granted).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(granted).toEqual(['edit'])
  })

  test('spreads a burst, and widens with the number of replies', async () => {
    const times: number[] = []
    for (const count of [1, 10]) {
      const started = Date.now()
      const replies = Array.from({ length: count }, () => new Reply('edit', [{ ...workspace, key: `${count}` }]))
      for (const reply of replies) request(`${count}`, reply)
      while (granted.length === 0) await vi.advanceTimersByTimeAsync(10)
      times.push(Date.now() - started)
      granted = []
    }
    // 1 / (34.3/60 + 14/12) = 0.58 s and 10 of that, less for the room that grows meanwhile.
    expect(times[0]).toBeGreaterThan(500)
    expect(times[0]).toBeLessThan(600)
    expect(times[1]).toBeGreaterThan(4500)
    expect(times[1]).toBeLessThan(6000)
  })

  test('holds neither for a first text nor for a final one', async () => {
    request('first', new Reply('first', [workspace]))
    request('final', new Reply('final', [workspace]))
    await microtasks()
    expect(granted).toEqual(['final', 'first'])
  })
})

describe('changed', () => {
  test('an edit without unseen text waits for some, without a timer', async () => {
    const reply = new Reply('edit', [workspace], { text: 0 })
    request('edit', reply)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(vi.getTimerCount()).toBe(0)
    reply.text = 1
    pacer.changed(reply)
    await microtasks()
    expect(granted).toEqual(['edit'])
  })

  test('an edit that became final goes at once', async () => {
    const reply = new Reply('edit', [workspace])
    request('reply', reply)
    await microtasks()
    reply.current = 'final'
    reply.text = 0
    pacer.changed(reply)
    await microtasks()
    expect(granted).toEqual(['reply'])
  })

  test('means nothing for a reply that does not wait', () => {
    pacer.changed(new Reply('edit', [workspace]))
  })
})

describe('abort', () => {
  test('rejects with the reason and leaves no trace', async () => {
    await use(channel)
    const abort = new AbortController()
    const reply = new Reply('final', [channel])
    const waiting = pacer.grant(reply, abort.signal)
    await microtasks()
    expect(vi.getTimerCount()).toBe(1)
    abort.abort(new Error('stopped'))
    await expect(waiting).rejects.toThrow('stopped')
    expect(vi.getTimerCount()).toBe(0)
    await expect(pacer.grant(reply, abort.signal)).rejects.toThrow('stopped')
    request('again', reply)
    await vi.advanceTimersByTimeAsync(2000)
    expect(granted).toEqual(['again'])
  })

  test('a token taken for somebody who left goes to the next', async () => {
    await use(channel)
    const abort = new AbortController()
    const left = pacer.grant(new Reply('final', [channel], { endedAt: 1 }), abort.signal)
    request('next', new Reply('final', [channel], { endedAt: 2 }))
    left.catch(() => {})
    await microtasks()
    const take = vi.spyOn(budget, 'tryTake')
    vi.advanceTimersToNextTimer()
    abort.abort()
    await microtasks()
    expect(granted).toEqual(['next'])
    expect(take).toHaveBeenCalledTimes(1)
  })

  test('close rejects whoever waits or comes later', async () => {
    await use(channel)
    const waiting = pacer.grant(new Reply('final', [channel]), never)
    await microtasks()
    pacer.close()
    await expect(waiting).rejects.toThrow('closed')
    await expect(pacer.grant(new Reply('first', []), never)).rejects.toThrow('closed')
  })

  test('an ask waits once', async () => {
    await use(channel)
    const reply = new Reply('final', [channel])
    request('reply', reply)
    await expect(pacer.grant(reply, never)).rejects.toThrow('waiting already')
    await vi.advanceTimersByTimeAsync(2000)
    expect(granted).toEqual(['reply'])
  })
})

test('after "too many" nobody calls before the time that was told', async () => {
  pacer.limited(workspace, Date.now() + 30_000)
  request('final', new Reply('final', [workspace]))
  await vi.advanceTimersByTimeAsync(29_999)
  expect(granted).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(granted).toEqual(['final'])
})

test('a budget that cannot be asked is asked again a second later', async () => {
  const tryTake = vi.spyOn(budget, 'tryTake').mockRejectedValueOnce(new Error('no connection'))
  request('final', new Reply('final', [workspace]))
  await vi.advanceTimersByTimeAsync(999)
  expect(granted).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(granted).toEqual(['final'])
  expect(tryTake).toHaveBeenCalledTimes(2)
})

test('10,000 replies in one scope, a token every 20 ms and 50 changes a second each', async () => {
  const busy: Scope = { key: 'busy', limit: 3000, windowMs: 60_000 }
  const replies = Array.from({ length: 10_000 }, (_, index) => new Reply('edit', [busy], { text: index }))
  for (const [index, reply] of replies.entries()) request(`${index}`, reply)
  for (let second = 0; second < 2; second++) {
    for (let token = 0; token < 50; token++) for (const reply of replies) pacer.changed(reply)
    await vi.advanceTimersByTimeAsync(1000)
  }
})

describe('in virtual time, against a server that counts strictly', () => {
  const slack = { limit: 50, windowMs: 60_000 }

  beforeEach(() => {
    vi.useRealTimers()
  })
  afterEach(() => {
    vi.useFakeTimers()
  })

  test.each([1, 2])('Slack: 5 answers a minute in a workspace of 50 edits a minute, seed %d', async (seed) => {
    const figures = await simulate({ streams: 3000, answersPerMinute: 5, limit: slack, seed })
    expect(figures.limited).toBe(0)
    expect(figures.meanCharDelay).toBeLessThan(0.8)
    expect(figures.finalLagP99).toBeLessThan(0.4)
    expect(figures.firstTextP99).toBeLessThan(0.6)
  })

  test('Slack: 25 answers a minute, finals alone take most of the rate', async () => {
    const figures = await simulate({ streams: 1000, answersPerMinute: 25, limit: slack })
    expect(figures.limited).toBe(0)
    expect(figures.finalLagP50).toBeLessThan(0.3)
  })

  test('Discord: 2 answers a minute in a channel of 5 edits in 5 s', async () => {
    const figures = await simulate({ streams: 1000, answersPerMinute: 2, limit: { limit: 5, windowMs: 5000 } })
    expect(figures.limited).toBe(0)
    expect(figures.meanCharDelay).toBeLessThan(1.2)
    expect(figures.finalLagP99).toBeLessThan(1.2)
  })

  test('one call a second', async () => {
    const figures = await simulate({ streams: 1000, answersPerMinute: 0.5, limit: { limit: 1, windowMs: 1000 } })
    expect(figures.limited).toBe(0)
    expect(figures.finalLagP99).toBeLessThan(1.5)
  })

  test('a server stricter than we were told is seldom offended', async () => {
    const trueLimit = { limit: 30, windowMs: 60_000 }
    const figures = await simulate({ streams: 1000, answersPerMinute: 5, limit: slack, trueLimit })
    expect(figures.limited / figures.calls).toBeLessThan(0.04)
  })
})

test('edits leave room for the calls that are expected, until they have come', async () => {
  const told: Scope = { ...channel, key: 'told', told: true }
  const ends = Array.from({ length: 5 }, () => pacer.expect([told]))
  request('edit', new Reply('edit', [told], { lastShownAt: 0 }))
  await vi.advanceTimersByTimeAsync(20_000)
  expect(granted).toEqual([])
  request('final', new Reply('final', [told], { endedAt: Date.now() }))
  await microtasks()
  expect(granted).toEqual(['final'])
  for (const end of ends) end()
  await vi.advanceTimersByTimeAsync(5000)
  expect(granted).toEqual(['final', 'edit'])
})

test('the room that is left in a scope is for those who need it there', async () => {
  const minute: Scope = { key: 'own', limit: 20, windowMs: 60_000 }
  const tenant: Scope = { key: 'tenant', limit: 50, windowMs: 1000 }
  pacer.expect([minute, tenant])
  for (let other = 0; other < 10; other++) pacer.expect([{ ...minute, key: `${other}` }, tenant])
  for (let n = 0; n < 4; n++) request(`${n}`, new Reply('edit', [minute, tenant], { lastShownAt: 0 }))
  await microtasks()
  expect(granted).toEqual(['0', '1', '2', '3'])
})
