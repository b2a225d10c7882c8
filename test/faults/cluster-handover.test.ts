import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parley } from '../cluster/agent-folder.ts'
import type { Accepted, Person } from '../cluster/crowd.ts'
import { createLedger } from '../cluster/ledger.ts'
import type { Member } from '../cluster/member.ts'
import { tokensOfAnswer } from '../cluster/model.ts'
import { echo, type SlackCluster, startSlackCluster } from '../cluster/slack-cluster.ts'
import { flush } from '../cluster/storm.ts'
import { until } from '../cluster/until.ts'
import { isFull as isLong } from '../support/extent.ts'
import { findPostgres } from '../support/postgres.ts'
import { findRedis } from '../support/redis.ts'
import { textOf } from '../support/slack-text.ts'
import { makeTempFolder } from '../support/temp-folder.ts'

const canRun = findPostgres() !== undefined && findRedis() !== undefined

/** Who receives, who answers and who shows are different processes. */
describe.skipIf(!canRun)('in several processes', { timeout: 120_000 }, () => {
  const folder = makeTempFolder()
  let house: SlackCluster
  let database: pg.Client
  beforeAll(async () => {
    house = await startSlackCluster({ folder: folder.path, redis: true, people: 40, http: 2, way: 'socket' })
    database = new pg.Client(house.postgres.url)
    await database.connect()
  }, 120_000)
  afterAll(async () => {
    await database?.end()
    await house?.stop()
    folder.remove()
  })

  const person = (n: number) => house.crowd.people[n]!
  const says = (who: Person, n: number, how = '') => house.crowd.say(who, `${who.id} says ${n}${how}`)
  const reply = (to: Accepted) => house.crowd.replies(to)[0]
  const eventually = (what: string, isSo: () => boolean | Promise<boolean>) =>
    until(isSo, { say: () => `not ${what}`, ms: 40_000 })
  const begins = (to: Accepted) => eventually('begun', () => textOf(reply(to) ?? { text: '' }) !== '')
  const ends = (to: Accepted) => eventually('ended', () => reply(to)?.streaming === false)
  const askedFor = ({ text }: Accepted) => house.model.asked.filter(({ said }) => said.includes(text))
  const isFull = (to: Accepted) => textOf(reply(to) ?? { text: '' }) === echo(to.text)
  const judge = () => createLedger({ crowd: house.crowd, expected: echo }).judge()

  it('Stop, which a gateway hears of, ends the answer that a worker is writing', async () => {
    const who = person(0)
    const asked = await says(who, 1, ' at length')
    await begins(asked)
    who.team.stopSession({ user: who.id, channel: who.channel, thread_ts: asked.ts })
    await ends(asked)
    await eventually('left by the model', () => askedFor(asked).every(({ open }) => !open))
    expect(askedFor(asked).map(({ pieces }) => pieces > 0 && pieces < 50)).toEqual([true])
    expect(isFull(asked)).toBe(false)
  })

  it('a message that is deleted takes its answer with it while a worker is writing it', async () => {
    const who = person(1)
    const asked = await says(who, 1, ' at length')
    await begins(asked)
    who.team.remove({ user: who.id, channel: who.channel, ts: asked.ts })
    await eventually('gone', () => house.crowd.replies(asked).length === 0)
    expect(askedFor(asked).map(({ pieces }) => pieces < 50)).toEqual([true])
    const next = await says(who, 2)
    await eventually('answered', () => isFull(next))
  })

  it('a call over HTTP waits for what a worker is answering the same person, and comes before what they say next', async () => {
    const who = person(2)
    const first = await says(who, 1, ' at length')
    await begins(first)
    const call = ask(house.http[0]!, who, 'HTTP says 2')
    await eventually('in line', async () => (await openRows(who)) === 2)
    const last = await says(who, 3)
    expect(await call).toBe(echo('HTTP says 2'))
    await eventually('answered', () => isFull(last))
    expect(isFull(first)).toBe(true)
    const order = house.model.asked.map(({ said }) => /(\w+) says (\d)( at length)?$/.exec(said)?.[0])
    expect(order.filter((said) => ['HTTP says 2', first.text, last.text].includes(said!))).toEqual([
      first.text,
      'HTTP says 2',
      last.text,
    ])
  })

  it('callers of a process that is killed hear an error or their own answer, and go on in chat', async () => {
    const [killed, other] = house.http as [Member, Member]
    const callers = Array.from({ length: 8 }, (_, n) => person(3 + n))
    const calls = callers.map((who, n) =>
      ask(n % 2 === 0 ? killed : other, who, `HTTP${n} says 1 at length`).catch(() => 'an error'),
    )
    await eventually('asked', () => house.model.asked.filter(({ said }) => /HTTP\d says 1/.test(said)).length === 8)
    await killed.end('SIGKILL')
    const heard = await Promise.all(calls)
    for (const [n, answer] of heard.entries()) {
      expect(n % 2 === 0 ? ['an error'] : [echo(`HTTP${n} says 1 at length`)]).toContain(answer)
    }
    const next = await Promise.all(callers.map((who) => says(who, 2)))
    await eventually('answered', () => next.every(isFull))
    await killed.begin()
    expect(await ask(killed, person(3), 'HTTP says 9')).toBe(echo('HTTP says 9'))
  })

  // A long proof; test/turns/spending.test.ts has the same of three stores in one process.
  it.runIf(isLong)(
    'no more is spent than there is, and all that is asked is counted, whoever is killed and whatever Redis loses',
    async () => {
      const limit = (...words: string[]) => parley(folder.path, house.shared, 'agent', 'limit', ...words)
      // Room for some of them at once; as they come to cost less than they could, others find room behind them.
      const most = 30_000
      await limit(String(most), 'tokens', 'day', 'agent', '--agent', 'demo')
      const before = { ...(await spent()), asked: house.model.asked.length }
      const [killed, other] = house.http as [Member, Member]
      const [worker] = house.workers as [Member]
      const callers = Array.from({ length: 32 }, (_, n) => person(n))
      const calls = callers.map((who, n) =>
        ask(n % 2 === 0 ? killed : other, who, `${who.id} says ${100 + n} at length`).catch(
          (error: Error) => error.message,
        ),
      )
      const chats = Promise.all(callers.map((who, n) => says(who, 200 + n, n % 3 === 0 ? ' at length' : '')))
      const isAsked = () => house.model.asked.slice(before.asked).filter(({ open }) => open).length >= 6
      await eventually('at work', isAsked)
      expect((await spent()).all).toBeLessThanOrEqual(most)
      await Promise.all([killed.end('SIGKILL'), worker.end('SIGKILL'), flush(house.redis!.url)])
      expect((await spent()).all).toBeLessThanOrEqual(most)
      const heard = await Promise.all(calls)
      const said = await chats
      const textTo = (to: Accepted) => textOf(house.crowd.replies(to).at(-1) ?? { text: '' })
      const isTold = (to: Accepted) => isFull(to) || /used up|interrupted/.test(textTo(to))
      await eventually('told', () => said.every(isTold))
      await Promise.all([killed.begin(), worker.begin()])

      const { settled, held, all } = await spent()
      const asked = house.model.asked.length - before.asked
      expect([...heard, ...said.map(textTo)].some((text) => /used up|429/.test(text))).toBe(true)
      expect(all).toBeLessThanOrEqual(most)
      // Of a process that lived to their end each cost what it did; of one that was killed what it may have cost stays held.
      const ended = (settled - before.settled) / tokensOfAnswer
      expect(ended).toBe(Math.floor(ended))
      expect(asked).toBeGreaterThanOrEqual(ended)
      expect(asked).toBeLessThanOrEqual(ended + held)
      await limit('none', 'tokens', 'day', 'agent', '--agent', 'demo')
    },
  )

  it('a worker that is told to end hands over what it had, and keeps no key', async () => {
    const [ended] = house.workers as [Member]
    const before = await processes()
    const people = house.crowd.people.slice(11, 31)
    const asked: Accepted[] = []
    await Promise.all(
      people.map(async (who) => {
        for (let n = 1; n <= 3; n++) asked.push(await says(who, n, n === 2 ? ' at length' : ''))
      }),
    )
    // How many of them it gets is chance.
    await eventually('busy', () => house.model.asked.some(({ by, open }) => by === ended.name && open))
    await ended.end('SIGTERM')
    const [holder, ...others] = before.filter(
      (
        (left) => (one: string) =>
          !left.includes(one)
      )(await processes()),
    )
    expect(others).toEqual([])
    expect(await keysOf(holder!)).toEqual([])
    await eventually('answered', () => asked.every(isFull))
    await ended.begin()
    const faults = judge().filter((fault) => people.some(({ id }) => fault.includes(`"${id} `)))
    expect(faults).toEqual([])
  })

  it('a gateway that is told to end loses nothing', async () => {
    const [ended] = house.gateways as [Member]
    const people = house.crowd.people.slice(31)
    const asked: Accepted[] = []
    const talking = Promise.all(
      people.map(async (who) => {
        for (let n = 1; n <= 6; n++) asked.push(await says(who, n))
      }),
    )
    await eventually('taken in', () => asked.length >= 10)
    await ended.end('SIGTERM')
    await talking
    await eventually('answered', () => asked.every(isFull))
    await ended.begin()
    const faults = judge().filter((fault) => people.some(({ id }) => fault.includes(`"${id} `)))
    expect(faults).toEqual([])
  })

  /** What a process answers over HTTP. */
  async function ask({ url }: Member, who: Person, utterance: string): Promise<string> {
    const response = await fetch(`${url}/api`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ api_key: house.apiKey, agent_id: 'demo', uid: uidOf(who), utterance }),
    })
    const body = (await response.json()) as { bestResponse?: { utterance: string }; error?: object }
    if (!response.ok || body.error) throw new Error(`answered ${response.status}`)
    return body.bestResponse!.utterance
  }

  /** What the agent has used today, in tokens, and how many calls have yet to come to their end. */
  async function spent(): Promise<{ settled: number; held: number; all: number }> {
    const { rows } = await database.query(
      `select tokens::int, held_tokens::int, (select count(*)::int from budget_hold) as held
       from spending where scope = 'agent' and length(start) = 10`,
    )
    const { tokens = 0, held_tokens = 0, held = 0 } = rows[0] ?? {}
    return { settled: tokens, held, all: tokens + held_tokens }
  }

  async function openRows(who: Person): Promise<number> {
    const { rows } = await database.query(
      `select count(*)::int as n from inbox where status = 'open' and key like '%/' || $1`,
      [uidOf(who)],
    )
    return rows[0].n
  }

  /** Those that live, as the others know them. */
  async function processes(): Promise<string[]> {
    const { rows } = await database.query(
      `select holder from lease where key like 'claim:process:%' and expires_at > extract(epoch from clock_timestamp()) * 1000`,
    )
    return rows.map(({ holder }) => holder)
  }

  async function keysOf(holder: string): Promise<string[]> {
    const { rows } = await database.query(
      `select key from lease where holder = $1 and expires_at > extract(epoch from clock_timestamp()) * 1000`,
      [holder],
    )
    return rows.map(({ key }) => key)
  }
})

const uidOf = ({ teamId, id }: Person) => `slack_${teamId}_${id}`
