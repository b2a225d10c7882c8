import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ConversationRequest } from '../../src/model/conversation.ts'
import { orderKey } from '../../src/model/key.ts'
import type { DirectTurns } from '../../src/turns/direct.ts'
import { guide, startServer } from './server.ts'

const phrases = Array.from({ length: 12 }, (_, n) => `phrase ${n}`)
const agents = { guide: { ...guide, rules: phrases.map((phrase) => ({ when: [phrase], say: `Answer to ${phrase}` })) } }

const request = (utterance: string, uid: string | undefined): ConversationRequest => ({
  account: 'default',
  agent: 'guide',
  uid,
  conversation: 'http',
  door: 'http',
  utterance,
})

const ask = (turns: DirectTurns, utterance: string, uid: string | undefined) =>
  turns.converse(request(utterance, uid), { signal: new AbortController().signal, onProgress() {} }).final

/** What somebody said and heard, as it is remembered. */
async function remembered({ store }: Awaited<ReturnType<typeof startServer>>, uid: string): Promise<string[]> {
  const items = await store.people.memory(orderKey('default', 'guide', uid), 'http', 1000)
  return items.map(({ role, text }) => `${role}: ${text}`)
}

describe('turns of one user', () => {
  it('run one at a time in the order they came, be they answered by a rule at once or slowly by the model', async () => {
    const server = await startServer({ agents, perUid: 1000 })
    let users = 0
    const utterance = fc.oneof(
      fc.constantFrom(...phrases),
      fc.integer({ min: 0, max: 99 }).map((n) => `question ${n}`),
    )
    const pause = fc.constantFrom('none', 'microtask', 'tick', 'wait')
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(utterance, pause), { minLength: 1, maxLength: 12 }), async (turns) => {
        const uid = `user_${users++}`
        const asked: Promise<unknown>[] = []
        for (const [said, pause] of turns) {
          asked.push(ask(server.conversations, said, uid))
          if (pause === 'microtask') await null
          if (pause === 'tick') await new Promise((resolve) => setImmediate(resolve))
          if (pause === 'wait') await asked.at(-1)
        }
        await Promise.all(asked)
        const expected = turns.flatMap(([said]) => [
          `user: ${said}`,
          `assistant: ${phrases.includes(said) ? `Answer to ${said}` : `You said: ${said}`}`,
        ])
        expect(await remembered(server, uid)).toEqual(expected)
      }),
      { seed: 20261121, numRuns: 60 },
    )
    const rows = await server.store.usage.rows({ account: 'default', from: '0', to: '9' })
    const turns = await server.store.db.query.selectFrom('turn').selectAll().execute()
    expect(rows[0]?.conversations).toBe(turns.length)
  })

  it('leave nothing behind that only waited', async () => {
    const { conversations, store } = await startServer({ agents })
    for (const phrase of phrases) await ask(conversations, phrase, 'ann')
    expect(await store.db.query.selectFrom('inbox').selectAll().execute()).toEqual([])
    await ask(conversations, 'a question', 'ann')
    expect(await store.db.query.selectFrom('inbox').select('status').execute()).toEqual([{ status: 'done' }])
  })
})

describe('turns of one moment', () => {
  it.each([
    ['a rule, with uids', phrases[0]!, true],
    ['a rule, without', phrases[0]!, false],
    ['the model, with uids', 'a question', true],
    ['the model, without', 'a question', false],
  ])('are no more than the plan has left: of %s', async (_what, utterance, uids) => {
    const { conversations, store } = await startServer({ agents, plan: { conversationsPerMonth: 7 } })
    const asked = await Promise.allSettled(
      Array.from({ length: 50 }, (_, n) => ask(conversations, utterance, uids ? `user_${n}` : undefined)),
    )
    const refused = asked.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    expect(refused).toHaveLength(43)
    for (const error of refused) expect(error).toMatchObject({ code: 'conversation_cap_reached', status: 429 })
    expect(await store.usage.thisMonth('default')).toBe(7)
  })
})
