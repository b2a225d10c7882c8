import { sql } from 'kysely'
import OpenAI from 'openai'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createCalls } from '../../src/http/calls.ts'
import { createKept } from '../../src/http/followed/kept.ts'
import { createFollowedTurns } from '../../src/http/followed/running.ts'
import { createOwed } from '../../src/http/owed.ts'
import { createLog } from '../../src/lib/log.ts'
import { bestResponse } from '../../src/model/conversation.ts'
import { createStore } from '../../src/store/index.ts'
import { openPostgres } from '../../src/store/postgres.ts'
import { makeDatabase } from '../support/database.ts'
import { findPostgres, type PostgresServer, startPostgres } from '../support/postgres.ts'
import { answerOf, madeUp, problemOf, startServer, type TestServer } from './server.ts'

const key = (name: string) => ({ 'idempotency-key': name })

/** Nothing else is open once what failed has been told. */
const openIn = ({ store }: TestServer) =>
  store.db.query.selectFrom('followed_turn').select('id').where('outcome', 'is', null).execute()

describe.skipIf(!findPostgres())('a PostgreSQL that is away in the middle of an answer', () => {
  let server: PostgresServer
  beforeAll(async () => {
    server = await startPostgres({ durable: true })
  })
  afterAll(() => server.stop())

  let made = 0
  const start = async () => {
    const url = await makeDatabase(server.url, `outage_${++made}`)
    return { url, parley: await startServer({ database: await openPostgres(url) }) }
  }

  it('loses that answer and not its call: the same Idempotency-Key has it made anew, here and elsewhere', async () => {
    const { parley, url } = await start()
    const ask = (name: string, uid: string) => parley.say({ utterance: 'why?', uid }, key(name))
    for (const [name, uid] of [
      ['with-a-uid', 'ann'],
      ['without', undefined],
    ] as const) {
      const script = parley.model.script()
      const first = ask(name, uid!)
      await script.asked
      script.write('Because')
      await server.end('immediate')
      script.write(' it is so.')
      script.end()
      // By whether its connection was lost or could not be made.
      const code = expect.stringMatching(/^(?:database_unreachable|storage_unavailable)$/)
      expect(await problemOf(await first)).toMatchObject({ status: 503, code })
      // As long as it is away.
      expect((await ask(name, uid!)).status).toBe(503)
      await server.begin()
      const again = await ask(name, uid!)
      expect((await answerOf(again)).bestResponse.utterance).toBe('You said: why?')
      // And is told the same from then on.
      expect(await answerOf(await ask(name, uid!))).toEqual(await answerOf(await ask(name, uid!)))
    }
    expect(await openIn(parley)).toEqual([])

    // Whoever comes back to another process is not told that it still runs: this one says by itself that it failed.
    const script = parley.model.script()
    const first = ask('elsewhere', 'ben')
    await script.asked
    await server.end('immediate')
    script.fail(new Error('the model is away, too'))
    expect((await first).status).toBeGreaterThanOrEqual(500)
    await server.begin()
    const other = createStore(await openPostgres(url), Date.now)
    const rows = () => other.db.query.selectFrom('idempotent_call').select('key').where('answer', 'is', null).execute()
    await expect.poll(async () => [await openIn(parley), await rows()]).toEqual([[], []])
    await other.db.close()
  })

  it('and the same of OpenAI’s protocol, where an equal call is the same turn without any key', async () => {
    const { parley } = await start()
    const sdk = new OpenAI({ apiKey: parley.conversationKey, baseURL: `${parley.url}/v1`, maxRetries: 0 })
    const ask = () => sdk.responses.create({ model: 'guide', input: 'tell me', user: 'ann' })
    const script = parley.model.script()
    const first = ask()
    await script.asked
    await server.end('immediate')
    script.write('Once')
    script.end()
    await expect(first).rejects.toMatchObject({ status: 503 })
    await server.begin()
    expect((await ask()).output_text).toBe('You said: tell me')
    expect(await openIn(parley)).toEqual([])
  })

  it.each([
    ['53100', 'has no room left on its disk'],
    ['53200', 'has no memory left'],
    ['53300', 'takes no more connections'],
    ['25006', 'may only be read'],
  ])('that answers %s says so to callers, who are told to come back, and goes on when it can', async (code, state) => {
    const { parley, url } = await start()
    const client = new pg.Client(url)
    await client.connect()
    await client.query(`create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'in pg_wal of Ann' using errcode = '${code}'; end $$`)
    await client.query('create trigger refusing before insert on inbox execute function refuse()')
    const refused = await parley.say({ utterance: 'why?', uid: 'ann' })
    const detail = `The database ${state} at the moment (${code}). Try again in a moment.`
    expect(await problemOf(refused)).toMatchObject({ status: 503, code: 'database_unreachable', detail })
    expect(refused.headers.get('retry-after')).toBe('2')
    await client.query('drop trigger refusing on inbox')
    await client.end()
    expect((await parley.say({ utterance: 'why?', uid: 'ann' })).status).toBe(200)
  })

  it('is said in the log once, and once that it is back, however often it was looked meanwhile', async () => {
    const { parley } = await start()
    const looks = vi.spyOn(parley.store.pauses, 'all')
    const told = () => parley.lines.map((line) => JSON.parse(line)).filter(({ msg }) => /paused/.test(msg))
    await expect.poll(() => looks.mock.calls.length).toBeGreaterThan(0)
    await server.end('immediate')
    await expect.poll(told).toHaveLength(1)
    const before = looks.mock.calls.length
    await expect.poll(() => looks.mock.calls.length).toBeGreaterThan(before + 3)
    // Whoever asks without a key hears why, and not where.
    const { degraded } = (await (await parley.request('GET', '/readyz')).json()) as { degraded: unknown }
    expect(degraded).toEqual([
      {
        what: 'database',
        why: 'The database cannot be reached (ECONNREFUSED): `npx parley doctor` says where it was looked for, and what to do.',
      },
    ])
    await server.begin()
    await expect.poll(told).toHaveLength(2)
    expect(told()).toMatchObject([
      {
        ...{ level: 50, msg: 'the look whether something is paused waits for the database' },
        reason: expect.stringContaining('cannot be reached'),
      },
      { level: 30, msg: 'the look whether something is paused goes on' },
    ])
    expect(told()[0]).not.toHaveProperty('err')
  })
})

it('a disk that is full when an answer is to be kept costs that answer, and not its call', async () => {
  const parley = await startServer()
  const { db } = parley.store
  const room = async (pages: number) => void (await sql`pragma max_page_count = ${sql.lit(pages)}`.execute(db.query))
  const ask = () => parley.say({ utterance: 'why?', uid: 'ann' }, key('one'))
  const script = parley.model.script()
  const first = ask()
  await script.asked
  await room(1)
  script.write('x'.repeat(400_000))
  script.end()
  expect(await problemOf(await first)).toMatchObject({ status: 503, code: 'storage_unavailable' })
  await room(1_000_000)
  expect((await answerOf(await ask())).bestResponse.utterance).toBe('You said: why?')
  expect(await openIn(parley)).toEqual([])
})

it('a turn whose row was written while nobody could be told so is made by whoever asks again', async () => {
  const { store, secrets, account, notices } = await startServer()
  const made: string[] = []
  const conversations = madeUp(async function* ({ utterance }) {
    made.push(utterance)
    yield { kind: 'progress', text: 'So', searching: false }
    return { answer: bestResponse({ utterance: 'So.' }), userState: {} }
  })
  const request = { account, agent: 'guide', uid: undefined, conversation: 'http', door: 'http', utterance: 'why?' }
  const head = { id: 'a-turn', key: 'a-key', model: 'guide', at: Date.now() }
  const told = { head, isHtml: false, isNamed: true, pieces: [] }
  await createKept(store, secrets, 'here').begin(told, request, 'one')
  const owed = createOwed()
  const turns = createFollowedTurns({
    ...{ conversations, store, secrets, calls: createCalls(), owed, log: createLog('silent'), now: Date.now },
    processes: { holder: 'here', isAlive: async (holder) => holder === 'here', notices },
  })
  onTestFinished(() => {
    turns.close()
    owed.close()
  })
  expect(await (await turns.named('one'))!.end).toMatchObject({ text: 'So.' })
  expect(made).toEqual(['why?'])
})
