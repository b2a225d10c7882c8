import { expect, it, onTestFinished } from 'vitest'
import { createLog } from '../../src/lib/log.ts'
import { createPriceBook } from '../../src/lib/price-book.ts'
import type { Budget, Payer } from '../../src/model/budget.ts'
import type { Image, Llm, LlmEvent, Prompt } from '../../src/ports/llm.ts'
import type { RequestEnd } from '../../src/ports/request-end.ts'
import { OverBudget } from '../../src/ports/spending.ts'
import type { Transcriber } from '../../src/ports/transcriber.ts'
import { firstAccount as account } from '../../src/store/accounts.ts'
import { createStore, type Store } from '../../src/store/index.ts'
import { meteredEmbeddings } from '../../src/turns/spending/embedding.ts'
import { meteredLlm, paidBy } from '../../src/turns/spending/meter.ts'
import { meteredTranscriber } from '../../src/turns/spending/transcribing.ts'
import { openDatabase } from '../support/database.ts'
import { extent } from '../support/extent.ts'
import { prices, startPricedModel } from '../support/priced-model.ts'
import { tempFolder } from '../support/temp-folder.ts'

const noon = Date.parse('2026-11-22T12:00:00Z')
const ben: Payer = { account, agent: 'demo', uid: 'slack_T_BEN', door: 'slack' }
/** In millionths: 30 tokens in, 10 cached and 10 out of the dear model; and the most that a call of these tests can come to. */
const cost = 30 * 10_000 + 10 * 1000 + 10 * 20_000
const most = (5 + 8) * 10_000 + 100 * 20_000

async function setup({ folder = tempFolder(), stores: count = 1, timeouts = {} } = {}) {
  const clock = { now: noon }
  const model = await startPricedModel({ timeouts: { retry: 1, ...timeouts } })
  const open = async () => {
    const db = await openDatabase(folder)
    onTestFinished(() => db.close())
    return createStore(db, () => clock.now)
  }
  const stores = [await open()]
  // Where a database can be several processes'.
  if (stores[0]!.db.dialect === 'postgres') for (let i = 1; i < count; i++) stores.push(await open())
  const [store] = stores as [Store]
  const told: string[] = []
  const meter = (of: Store): Llm =>
    meteredLlm(model.llm, {
      store: of,
      prices: createPriceBook(prices),
      holdMs: 60_000,
      now: () => clock.now,
      log: createLog('silent'),
      onSpent: (_, budgets) => told.push(...budgets.map(({ scope }) => scope)),
    })
  const llms = stores.map(meter)
  async function ask(
    said = 'hello',
    {
      payer = ben,
      llm = llms[0]!,
      id = 'gpt-4o',
      cheaper = '',
      images = [] as Image[],
      schema = undefined as Prompt['schema'],
    } = {},
  ) {
    const message = { role: 'user' as const, text: said, ...(images.length > 0 && { images }) }
    const prompt = { model: id, messages: [message], ...(schema && { schema }) }
    return paidBy({ ...payer, ...(cheaper && { cheaper }) }, async () => {
      const events: LlmEvent[] = []
      for await (const event of llm.stream(prompt, AbortSignal.timeout(60_000))) events.push(event)
      return events
    })
  }
  const limit = (budget: Partial<Budget> & { most: number }) => {
    const whole = { scope: 'agent', subject: 'demo', unit: 'money', period: 'day', ...budget } as const
    return store.db.batch([store.budgets.setStep(account, whole, 'cli')])
  }
  const row = async (scope: Budget['scope'] = 'agent', subject = 'demo', start = '2026-11-22') =>
    store.spending.at(account, { scope, subject, start })
  return { clock, model, stores, store, llms, ask, limit, row, told }
}

const outcome = (asked: Promise<unknown>): Promise<'answered' | string> =>
  asked.then(
    () => 'answered',
    (error: unknown) => {
      if (!(error instanceof OverBudget)) throw error
      return error.say.en
    },
  )

it('what a call has cost is counted for everybody it is for, in whole millionths, also where nothing limits it', async () => {
  const { ask, row, store } = await setup()
  await ask('hello', { payer: { ...ben, origin: { server: 'slack T' } } })
  const counted = { money: cost, tokens: 50, held_money: 0, held_tokens: 0 }
  expect(await row()).toMatchObject(counted)
  expect(await row('agent', 'demo', '2026-11')).toMatchObject(counted)
  expect(await row('person', ben.uid)).toMatchObject(counted)
  expect(await row('server', 'slack T')).toMatchObject(counted)
  expect(await row('account', '')).toMatchObject(counted)
  await ask('hello', { id: 'gpt-4' })
  const common = { inputTokens: 40, cachedTokens: 10, outputTokens: 10 }
  expect(await store.spending.costs(account, '2026-11-01', '2026-11-30')).toEqual([
    { agent: 'demo', model: 'dear', calls: 1, unpriced: 0, money: cost, ...common },
    { agent: 'demo', model: 'unknown', calls: 1, unpriced: 1, money: 0, ...common },
  ])
})

it('however many ask at once, in however many processes, no more is spent than there is', async () => {
  const { ask, limit, model, llms, row } = await setup({ stores: 3 })
  const times = extent({ usual: 24, full: 64 })
  // Room for three at once; as they come to cost less than they could, some more find room behind them.
  await limit({ most: 3 * most })
  const all = await Promise.all(
    Array.from({ length: times }, (_, i) => outcome(ask('hello', { llm: llms[i % llms.length]! }))),
  )
  const answered = all.filter((one) => one === 'answered').length
  expect(answered).toBeGreaterThanOrEqual(3)
  expect(model.calls).toHaveLength(answered)
  expect(await row()).toMatchObject({ money: answered * cost, held_money: 0, held_tokens: 0 })
  expect(answered * cost).toBeLessThanOrEqual(3 * most)
  const refused = all.find((one) => one !== 'answered')
  expect(refused).toBe(
    'What may be spent on my answers is used up for now. I can answer again from 2026-11-23 00:00 UTC on.',
  )
  for (;;) if ((await outcome(ask())) !== 'answered') break
  expect((await row())!.money).toBeGreaterThan(3 * most - most)
  expect((await row())!.money).toBeLessThanOrEqual(3 * most)
  expect(model.calls.every((call) => call.most === 100)).toBe(true)
})

it('the narrowest budget that is reached is told of, and the next day it goes on', async () => {
  const { ask, limit, clock } = await setup()
  await limit({ most: 1 })
  await limit({ scope: 'person', subject: '', unit: 'tokens', period: 'minute', most: 1 })
  expect(await outcome(ask())).toBe('What you may use of me is used up for now. I can answer again in 60 seconds.')
  await limit({ scope: 'person', subject: ben.uid!, unit: 'tokens', period: 'minute', most: 1000 })
  expect(await outcome(ask())).toMatch(/^What may be spent on my answers/)
  await limit({ most })
  expect(await outcome(ask())).toBe('answered')
  expect(await outcome(ask())).toMatch(/^What may be spent/)
  clock.now += 12 * 3_600_000
  expect(await outcome(ask())).toBe('answered')
})

it('owners are never kept out, but what they use is counted; who says so over HTTP is no owner', async () => {
  const { ask, limit, store, row } = await setup()
  await limit({ most: 1 })
  const to = [{ role: 'owner' as const, agent: '' }]
  await store.accounts.ensureFirst()
  await store.db.batch(store.roles.changeSteps({ account, person: ben.uid!, from: [], to, by: 'cli' }))
  expect(await outcome(ask())).toBe('answered')
  expect((await row())!.money).toBe(cost)
  expect(await outcome(ask('hello', { payer: { ...ben, door: 'http' } }))).toMatch(/used up/)
})

it('a call that never began costs nothing; one that was broken off costs the most it could', async () => {
  const { ask, limit, row } = await setup()
  await limit({ most: 10 * most })
  await expect(ask('refuse')).rejects.toThrow()
  expect(await row()).toMatchObject({ money: 0, held_money: 0, held_tokens: 0 })
  await ask('break')
  expect(await row()).toMatchObject({ money: most, held_money: 0, held_tokens: 0 })
})

it('each request that an answer takes is paid for, whatever came of it, and none is made that there is no room for', async () => {
  const { ask, limit, model, row } = await setup()
  await limit({ unit: 'tokens', most: 500 })
  await expect(ask('think and tell')).rejects.toThrow('closed without finishing')
  await expect(ask('think and tell')).rejects.toThrow('closed without finishing')
  expect(await outcome(ask('think and tell'))).toMatch(/used up/)
  // Two requests each, of 113 tokens.
  expect(model.calls).toHaveLength(4)
  expect(await row()).toMatchObject({ tokens: 4 * 113, held_tokens: 0 })
})

it('thoughts that broke off and silence count as the most they could, and so does the request after them', async () => {
  const { ask, limit, model, row } = await setup({ timeouts: { first: 300 } })
  const each = (said: string) => (said.length + 8) * 10_000 + 100 * 20_000
  await limit({ most: 2 * each('think') + each('silence') })
  await expect(ask('think')).rejects.toThrow('closed without finishing')
  expect(model.calls).toHaveLength(2)
  await expect(ask('silence')).rejects.toThrow('no text within 300 ms')
  expect(await row()).toMatchObject({ money: 2 * each('think') + each('silence'), held_money: 0 })
  expect(await outcome(ask('think'))).toMatch(/used up/)
  expect(model.calls).toHaveLength(3)
})

it('there is no second request where the first has left no room for it', async () => {
  const { ask, limit, model } = await setup()
  await limit({ most })
  expect(await outcome(ask('think'))).toMatch(/used up/)
  expect(model.calls).toHaveLength(1)
})

it('the shape of an answer and each image are reserved too, an image as the rule of its model says', async () => {
  const { ask, limit, row } = await setup()
  await limit({ unit: 'tokens', most: 100_000 })
  const schema = { name: 'shape', schema: { type: 'object', properties: {}, required: [] } }
  await ask('break', { schema })
  const shape = JSON.stringify(schema).length
  expect(await row()).toMatchObject({ tokens: 113 + shape })
  await ask('break', { images: [{ mimetype: 'image/png', base64: '' }] })
  expect(await row()).toMatchObject({ tokens: 113 + shape + 113 + 10_000 })
  await ask('break', { id: 'gpt-4o-mini', images: [{ mimetype: 'image/png', base64: '' }] })
  expect(await row()).toMatchObject({ tokens: 113 + shape + 113 + 10_000 + 113 + 300 })
})

it('a recording is paid for unless it was refused', async () => {
  const { store, clock, row } = await setup()
  const ends: RequestEnd[] = ['unknown', 'refused']
  const deaf: Transcriber = {
    maxSeconds: 600,
    async transcribe(_, __, ended) {
      ended?.(ends.shift()!)
      throw new Error('nobody heard it')
    },
  }
  const parts = { store, holdMs: 60_000, now: () => clock.now, log: createLog('silent') }
  const { transcribe } = meteredTranscriber(deaf, { ...parts, model: 'ear', perMinute: 0.006 })
  const hear = () =>
    paidBy(ben, () => transcribe({ bytes: new Uint8Array(1), seconds: 30 }, AbortSignal.timeout(60_000)))
  await expect(hear()).rejects.toThrow('nobody heard it')
  expect(await row()).toMatchObject({ money: 3000 })
  await expect(hear()).rejects.toThrow('nobody heard it')
  expect(await row()).toMatchObject({ money: 3000, held_money: 0 })
})

it('what a process held that died is not held for ever, and not given away either', async () => {
  const { store, limit, row, clock, ask } = await setup()
  await limit({ most })
  const counter = { scope: 'agent', subject: 'demo', start: '2026-11-22' } as const
  const hold = { id: 'dead', account, agent: 'demo', model: 'dear', tokens: 113, money: most }
  const held = { ...hold, held: [counter], counted: [counter] }
  expect(await store.spending.reserve(held, [{ ...counter, money: most }], noon + 60_000)).toBe(true)
  expect(await outcome(ask())).toMatch(/used up/)
  expect(await store.spending.expire()).toBe(0)
  clock.now += 60_000
  expect(await store.spending.expire()).toBe(1)
  expect(await row()).toMatchObject({ money: most, held_money: 0, tokens: 113, held_tokens: 0 })
  // Its process lives after all, and comes too late to count it again.
  expect(await store.spending.settle(held, { ...hold, input: 1, cached: 0, output: 1 })).toBe(false)
  expect(await row()).toMatchObject({ money: most, held_money: 0 })
})

it('a cheaper model is asked where there is room for it, and no model whose price nobody knows', async () => {
  const { ask, limit, model } = await setup()
  await limit({ most: most - 1 })
  const [first] = await ask('hello', { cheaper: 'gpt-4o-mini' })
  expect(first).toEqual({ type: 'fallback', upstream: 'cheap', reason: 'a budget has no room for the other' })
  expect(model.calls).toEqual([{ model: 'cheap', most: 100 }])
  expect(await outcome(ask('hello', { id: 'gpt-4' }))).toMatch(/nobody wrote down what unknown costs/)
  expect(await outcome(ask())).toMatch(/used up/)
  expect(model.calls).toHaveLength(1)
})

it('meanings are paid for by whoever asks, once for what was asked a moment ago, and not at all where there is no room', async () => {
  const { store, clock, row, limit } = await setup()
  const asked: string[][] = []
  const server = {
    model: 'small',
    async embed(texts: readonly string[], _: AbortSignal, ended?: (end: RequestEnd) => void) {
      if (texts.includes('broken')) {
        ended?.('refused')
        throw new Error('nobody is there')
      }
      asked.push([...texts])
      if (texts.includes('lost')) throw new Error('it took too long')
      if (texts.includes('told')) ended?.({ inputTokens: 1, outputTokens: 0 })
      return texts.map(() => new Float32Array([1, 0]))
    },
  }
  const parts = {
    store,
    prices: createPriceBook(prices),
    holdMs: 60_000,
    now: () => clock.now,
    log: createLog('silent'),
  }
  const { embed } = meteredEmbeddings(server, parts)
  const ask = (...texts: string[]) => paidBy(ben, () => embed(texts, AbortSignal.timeout(60_000)))
  await ask('six by')
  await ask('six by')
  await ask('six by', 'and six')
  expect(asked).toEqual([['six by'], ['six by', 'and six']])
  // A token of three bytes each.
  expect(await row()).toMatchObject({ tokens: 2 + 2 + 3, money: 0, held_tokens: 0 })
  await expect(ask('broken')).rejects.toThrow('nobody is there')
  await limit({ unit: 'tokens', most: 20 })
  expect(await outcome(ask('too much for what is left'))).toMatch(/limit|used|day/i)
  expect(await row()).toMatchObject({ tokens: 7, held_tokens: 0 })
  // As its server says; else, where a limit holds, a token for each byte and two for the marks around it.
  await ask('told')
  expect(await row()).toMatchObject({ tokens: 8 })
  await expect(ask('lost')).rejects.toThrow('it took too long')
  expect(await row()).toMatchObject({ tokens: 14, held_tokens: 0 })
  await limit({ most })
  expect(await outcome(ask('a'))).toMatch(/nobody wrote down what small costs/)
})
