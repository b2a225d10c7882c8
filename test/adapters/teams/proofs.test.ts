import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { createKeys } from '../../../adapters/teams/keys.ts'
import { createProofs, type Verdict } from '../../../adapters/teams/proofs.ts'
import { createTurns } from '../../../adapters/teams/turns.ts'
import { createKey, createSharedKey, type Key, signed, toJwk } from '../../../console/stand-ins/teams/identity/jwt.ts'

const microsofts = createSharedKey()
const strangers = createSharedKey()
const hour = 3_600_000
const address = '203.0.113.9'

/** The door, and who says which keys there are. Time passes only when it is told to. */
async function setUp(endorsements: string[] | null = ['msteams']) {
  let time = Date.parse('2026-11-21T10:00:00Z')
  const microsoft = { keys: [microsofts()], isDown: false, asked: 0 }
  const server = createServer((req, res) => {
    const { keys, isDown } = microsoft
    if (req.url !== '/keys') microsoft.asked++
    if (isDown) return void res.writeHead(503).end()
    const set = { keys: keys.map((key) => ({ ...toJwk(key), ...(endorsements && { endorsements }) })) }
    res.end(JSON.stringify(req.url === '/keys' ? set : { jwks_uri: `${url}/keys` }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const now = () => time
  let confirmed = 0
  let verdict: Verdict = 'ok'
  const proofs = createProofs({
    // A thousand signatures are made before anybody comes to read the answer: no time for it that a busy machine may pass.
    keys: createKeys({ openIdUrl: url, limitMs: 120_000, now }),
    turns: createTurns({ now: () => performance.now(), later: (ms, go) => void setTimeout(go, ms) }),
    channel: 'msteams',
    now,
  })
  let nr = 0
  return {
    microsoft,
    confirmed: () => confirmed,
    wait(ms: number): void {
      time += ms
    },
    refuse(): void {
      verdict = 'denied'
    },
    /** A token that nobody has seen before; `as`: the key that it says it was signed with. */
    token: (key: Key, as: Key = key) => ({ token: signed({ nr: nr++ }, { ...key, id: as.id }), kid: as.id }),
    look: ({ token, kid }: { token: string; kid: string }, expiresAt = Date.parse('9999-12-31'), from = address) =>
      proofs.of({ token, kid, serviceUrl: 'https://smba.example.com/', expiresAt }, from, async () => {
        confirmed++
        return verdict
      }),
  }
}

it('a good token is looked at once, until it is out of date, and at most for a day', async () => {
  const { look, token, confirmed, wait } = await setUp()
  const [short, endless] = [token(microsofts()), token(microsofts())]
  const until = Date.parse('2026-11-21T11:00:00Z')
  for (let n = 0; n < 100; n++) expect([await look(short, until), await look(endless)]).toEqual(['ok', 'ok'])
  expect(confirmed()).toBe(2)
  wait(hour)
  await look(short, until)
  await look(endless)
  expect(confirmed()).toBe(3)
  wait(23 * hour)
  await look(endless)
  expect(confirmed()).toBe(4)
})

it('is not trusted any longer than its key is published', async () => {
  const { look, token, wait, microsoft } = await setUp()
  const known = token(microsofts())
  expect(await look(known)).toBe('ok')
  microsoft.keys = [createKey()]
  expect(await look(known)).toBe('ok')
  wait(24 * hour)
  expect(await look(known)).toBe('denied')
})

it('a key that is not known costs a look at a map, and Microsoft is asked for it once an hour', async () => {
  const { look, token, confirmed, wait, microsoft } = await setUp()
  const stranger = strangers()
  await Promise.all(Array.from({ length: 500 }, () => look(token(stranger))))
  expect(microsoft.asked).toBe(1)
  wait(hour)
  for (let n = 0; n < 50; n++) expect(await look(token(stranger))).toBe('denied')
  expect(microsoft.asked).toBe(2)
  const next = createKey()
  microsoft.keys = [microsofts(), next]
  wait(hour)
  expect(await look(token(next))).toBe('ok')
  expect([microsoft.asked, confirmed()]).toEqual([3, 1])
})

it.each([[['facebook']], [[]], ['none at all']])(
  'a key that is not endorsed for Teams opens nothing: %s',
  async (list) => {
    const { look, token, confirmed } = await setUp(typeof list === 'string' ? null : list)
    expect(await look(token(microsofts()))).toBe('denied')
    expect(confirmed()).toBe(0)
  },
)

it('is nobody to blame while Microsoft does not say which keys there are, who is asked once a second at most', async () => {
  const { look, token, wait, microsoft } = await setUp()
  microsoft.isDown = true
  for (let n = 0; n < 20; n++) expect(await look(token(microsofts()))).toBe('trouble')
  expect(microsoft.asked).toBe(1)
  microsoft.isDown = false
  wait(1000)
  expect(await look(token(microsofts()))).toBe('ok')
  // Those that are known are good while there are no newer ones.
  microsoft.isDown = true
  wait(25 * hour)
  expect(await look(token(microsofts()))).toBe('ok')
})

it('has the last word about a token whose signature is right, and about no other', async () => {
  const { look, token, confirmed, refuse } = await setUp()
  refuse()
  expect(await look(token(microsofts()))).toBe('denied')
  expect(await look(token(strangers(), microsofts()))).toBe('denied')
  expect(confirmed()).toBe(1)
})

it('two hundred forged ones a second shut nobody out: every real one is heard, also from where the forged ones come', async () => {
  const { look, token, confirmed, wait } = await setUp()
  const verdicts: Promise<[string, Verdict]>[] = []
  const ask = async (kind: string, one: { token: string; kid: string }, from: string): Promise<[string, Verdict]> => [
    kind,
    await look(one, undefined, from),
  ]
  for (let tick = 0; tick < 50; tick++) {
    // Each 100 ms, for five seconds.
    for (let n = 0; n < 20; n++) verdicts.push(ask('forged', token(strangers(), microsofts()), address))
    verdicts.push(ask('real', token(microsofts()), tick % 2 ? address : '198.51.100.7'))
    wait(100)
  }
  const all = (await Promise.all(verdicts)).map((one) => one.join(' '))
  const counts = [...new Set(all)].map((kind) => [kind, all.filter((one) => one === kind).length])
  expect(counts.toSorted()).toEqual([
    ['forged denied', 1000],
    ['real ok', 50],
  ])
  expect(confirmed()).toBe(50)
})
