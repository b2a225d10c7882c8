import { randomBytes } from 'node:crypto'
import OpenAI from 'openai'
import { describe, expect, it, onTestFinished } from 'vitest'
import { orderKey } from '../../src/model/key.ts'
import { createStore } from '../../src/store/index.ts'
import { openPostgres } from '../../src/store/postgres.ts'
import { makeConfig, parley } from '../cluster/agent-folder.ts'
import { startMember } from '../cluster/member.ts'
import { startModel } from '../cluster/model.ts'
import { findPostgres, startPostgres } from '../support/postgres.ts'
import { findRedis, startRedis } from '../support/redis.ts'
import { tempFolder } from '../support/temp-folder.ts'

const pieces = ['Once', ' upon', ' a', ' time.']
const forGood = 3_600_000

/** Two processes that do everything, on PostgreSQL and Redis. The model falls silent, each first time, after two pieces. */
async function started() {
  const folder = tempFolder()
  makeConfig(folder)
  const seen = new Set<string>()
  const model = await startModel((said) => {
    const isFirst = !seen.has(said)
    seen.add(said)
    return isFirst ? { pieces: ['Once upon', '…'], afterMs: 0, everyMs: forGood } : { pieces, afterMs: 0, everyMs: 0 }
  })
  onTestFinished(() => model.stop())
  const postgres = await startPostgres({ durable: true, alone: true })
  onTestFinished(() => postgres.stop())
  const redis = await startRedis({ alone: true })
  onTestFinished(() => redis.stop())
  const key = randomBytes(32).toString('base64')
  const env = { DATABASE_URL: postgres.url, REDIS_URL: redis.url, PARLEY_KEY: key }
  await parley(folder, env, 'account', 'set', 'default', '--plan', 'unlimited')
  const apiKey = JSON.parse(await parley(folder, env, 'key', 'issue', '--kind', 'conversation', '--json')).key
  const members = ['one', 'two'].map((name) => {
    const roles = ['gateway', 'worker', 'http'] as const
    return startMember({ name, roles, cwd: folder, folder, env: { ...env, PARLEY_LLM_BASE_URL: model.urlFor(name) } })
  })
  onTestFinished(async () => void (await Promise.all(members.map(async (member) => (await member).end('SIGKILL')))))
  const [one, two] = await Promise.all(members)
  const db = await openPostgres(postgres.url)
  onTestFinished(() => db.close())
  const sdk = (url: string) => new OpenAI({ apiKey, baseURL: `${url}/v1`, maxRetries: 0 }).responses
  return { model, apiKey, one: one!, two: two!, sdk, store: createStore(db, Date.now) }
}

describe.skipIf(!findPostgres() || !findRedis())('whoever loses their process', () => {
  it('has the answer whole and once from another: by the number of the last event, and by the Idempotency-Key', async () => {
    const { model, apiKey, one, two, sdk, store } = await started()
    const seen: OpenAI.Responses.ResponseStreamEvent[] = []
    const cut = await sdk(one.url).create({ model: 'demo', input: 'tell me', user: 'ann', stream: true })
    for await (const event of cut) {
      seen.push(event)
      if (event.type === 'response.output_text.delta') break
    }
    const say = (url: string, body: object, headers: Record<string, string> = {}) =>
      fetch(`${url}/api`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ api_key: apiKey, agent_id: 'demo', stream: true, ...body }),
      })
    const ask = (url: string) => say(url, { utterance: 'and me', uid: 'ben' }, { 'idempotency-key': 'one' })
    const authorization = `Bearer ${apiKey}`
    const lastOf = (text: string) => JSON.parse(text.trim().split('\n').at(-1)!)
    const first = await ask(one.url)
    const reader = first.body!.getReader()
    await reader.read()
    // What is not wanted any more can be said anywhere.
    const unwanted = await sdk(one.url).create({ model: 'demo', input: 'and this', stream: true })
    for await (const event of unwanted) {
      if (event.type === 'response.output_text.delta') {
        expect(await sdk(two.url).cancel(`resp_${event.item_id.slice(4)}`)).toMatchObject({ status: 'cancelled' })
      }
    }
    // So is a turn of which nothing is written down, since it ends with its connection.
    const plain = await say(one.url, { utterance: 'nor this' })
    const cancel = `/v1/turns/${plain.headers.get('x-turn-id')}/cancel`
    expect((await fetch(two.url + cancel, { method: 'POST', headers: { authorization } })).status).toBe(200)
    expect(lastOf(await plain.text())).toMatchObject({ error: { code: 'cancelled' } })
    await one.end('SIGKILL')
    await expect(reader.closed).rejects.toThrow()

    const { id } = (seen[0] as OpenAI.Responses.ResponseCreatedEvent).response
    const again = ask(two.url).then((response) => response.text())
    // Whoever follows its address from its last event has the rest of it as well.
    const followed = fetch(`${two.url}/v1/turns/${first.headers.get('x-turn-id')}/events`, {
      headers: { authorization, 'last-event-id': '1' },
    }).then((response) => response.text())
    const rest = await sdk(two.url).retrieve(id, { stream: true, starting_after: seen.at(-1)!.sequence_number })
    for await (const event of rest) seen.push(event)
    expect(seen.map(({ sequence_number }) => sequence_number)).toEqual(seen.map((_, index) => index))
    const deltas = seen.flatMap((event) => (event.type === 'response.output_text.delta' ? [event.delta] : []))
    expect(deltas.join('')).toBe('Once upon a time.')
    expect(seen.at(-1)).toMatchObject({ type: 'response.completed', response: { status: 'completed' } })
    const last = lastOf(await again)
    expect(last).toMatchObject({ bestResponse: { utterance: 'Once upon a time.' } })
    const frames = [...(await followed).matchAll(/^id: (\d+)\ndata: (.*)$/gm)]
    const numbers = frames.map(([, number]) => Number(number))
    expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b))
    expect(numbers[0]).toBeGreaterThan(1)
    expect(JSON.parse(frames.at(-1)![2]!)).toEqual(last)

    for (const uid of ['ann', 'ben']) {
      const memory = await store.people.memory(orderKey('default', 'demo', uid), 'http', 10)
      expect(memory.map(({ text }) => text).slice(1)).toEqual(['Once upon a time.'])
    }
    expect(model.asked.map(({ by }) => by).toSorted()).toEqual(['one', 'one', 'one', 'one', 'two', 'two'])
    // Its events stay what they were, wherever they are asked for.
    await one.begin()
    const replayed = sdk(one.url).stream({ response_id: id })
    expect((await replayed.finalResponse()).output_text).toBe('Once upon a time.')
  })
})
