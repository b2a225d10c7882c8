import { expect, it, onTestFinished } from 'vitest'
import { startEmbedder } from '../../src/engine/knowledge/embedder.ts'
import { createLog } from '../../src/lib/log.ts'
import { createPriceBook } from '../../src/lib/price-book.ts'
import { createStore } from '../../src/store/index.ts'
import { meteredEmbeddings } from '../../src/turns/spending/embedding.ts'
import { paidByOwner } from '../../src/turns/spending/meter.ts'
import { minimalAgent } from '../support/agent.ts'
import { openDatabase } from '../support/database.ts'
import { prices } from '../support/priced-model.ts'
import { tempFolder } from '../support/temp-folder.ts'
import { untilAborted } from '../support/until-aborted.ts'

const noon = Date.parse('2026-11-22T12:00:00Z')

async function setup() {
  const db = await openDatabase(tempFolder())
  onTestFinished(() => db.close())
  const store = createStore(db, () => noon)
  await store.accounts.ensureFirst()
  const more = {
    plan: 'default',
    email: '',
    api_enabled: 1,
    has_created_agent: 1,
    default_agent: null,
    created_at: noon,
  }
  await db.query
    .insertInto('account')
    .values({ id: 'acme', name: 'Acme', ...more } as never)
    .execute()
  for (const [id, account] of [
    ['desk', 'acme'],
    ['guide', 'default'],
  ] as const) {
    await db.batch(store.agents.createSteps({ id, account, document: minimalAgent(), author: 'cli' }))
  }
  async function learn(agent: string, source: string, text: string) {
    const of = { sha256: source, mimetype: 'text/plain', bytes: 1, passages: 1, terms: 1, created_at: noon }
    await db.query
      .insertInto('knowledge_source')
      .values({ id: source, agent, name: source, status: 'live', ...of })
      .execute()
    await db.query
      .insertInto('passage')
      .values({ source, title: '', text, scope: agent, terms: text, length: 1 })
      .execute()
  }
  const asked: string[][] = []
  const server = {
    model: 'small',
    async embed(texts: readonly string[]) {
      asked.push([...texts])
      return texts.map(() => new Float32Array([1, 0]))
    },
  }
  const log = createLog('silent')
  const parts = { store, prices: createPriceBook(prices), holdMs: 60_000, now: () => noon, log }
  const rested = Promise.withResolvers<void>()
  const start = () =>
    startEmbedder({
      ...{ store, embeddings: meteredEmbeddings(server, parts), paidBy: paidByOwner, log },
      sleep: (ms, signal) => {
        if (ms === 0) return Promise.resolve()
        rested.resolve()
        return untilAborted(signal)
      },
    })
  const tokens = async (account: string, scope: 'account' | 'agent' | 'person', subject: string) =>
    (await store.spending.at(account, { scope, subject, start: '2026-11-22' }))?.tokens
  return { db, store, learn, asked, start, tokens, rested: rested.promise }
}

it('what passages mean is paid for by the account and the agent that know them', async () => {
  const { db, learn, asked, start, tokens, rested } = await setup()
  await learn('desk', 'one', 'six by')
  await learn('guide', 'two', 'nine')
  await learn('desk', 'three', 'and six')
  await learn('~of-a-talk', 'four', 'of ann')
  const file = { key: 'guide/default/ann', conversation: 'c', event_id: 'e', at: noon }
  await db.query
    .insertInto('conversation_file')
    .values({ source: 'four', ...file })
    .execute()
  const embedder = start()
  await rested
  await embedder.stop()
  expect(asked).toEqual([['six by', 'and six'], ['nine'], ['of ann']])
  expect(await tokens('acme', 'agent', 'desk')).toBe(2 + 3)
  expect(await tokens('acme', 'account', '')).toBe(2 + 3)
  expect(await tokens('default', 'agent', 'guide')).toBe(2 + 2)
  expect(await tokens('default', 'person', 'ann')).toBe(2)
  expect(await tokens('default', 'account', '')).toBe(2 + 2)
})

it('whose budget has no room for it keeps nobody else waiting', async () => {
  const { db, store, learn, asked, start, rested } = await setup()
  const none = { scope: 'account', subject: '', unit: 'tokens', period: 'day', most: 1 } as const
  await db.batch([store.budgets.setStep('acme', none, 'cli')])
  await learn('desk', 'one', 'six by')
  await learn('guide', 'two', 'nine')
  const embedder = start()
  await rested
  await embedder.stop()
  expect(asked).toEqual([['nine']])
})
