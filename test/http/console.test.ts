import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { platforms } from '../../adapters/registry.ts'
import { turnIndex } from '../../src/store/turn-seen/index-turns.ts'
import { tempFolder } from '../support/temp-folder.ts'
import { guide, type ServerOptions, startServer } from './server.ts'

const publicUrl = 'https://parley.example.com'
const ann = 'slack_T0AB_U0ANN'
const ben = 'slack_T0AB_U0BEN'
const page = '<!doctype html><title>Parley</title><div id="root"></div>'

interface Asked {
  cookie?: string
  body?: unknown
  headers?: Record<string, string>
}

async function open(
  url: string | undefined = publicUrl,
  agents: ServerOptions['agents'] = { guide },
  plan: ServerOptions['plan'] = {},
  parts: Pick<ServerOptions, 'standing'> = {},
) {
  const consolePage = tempFolder()
  mkdirSync(join(consolePage, 'assets'))
  writeFileSync(join(consolePage, 'index.html'), page)
  const clock = { at: Date.parse('2026-11-23T09:00:00Z') }
  const server = await startServer({
    consolePage,
    ...(url && { publicUrl: url }),
    agents,
    plan,
    now: () => clock.at,
    ...parts,
  })
  const { admin, account } = server
  const byHand = { account, author: 'cli', door: 'cli' } as const
  await admin.roles.set(ann, 'owner', undefined, byHand)
  await admin.roles.set(ben, 'admin', 'guide', byHand)

  const ask = (method: string, path: string, { cookie, body, headers = {} }: Asked = {}) =>
    server.request(method, path, body, {
      'x-parley-console': '1',
      'sec-fetch-site': 'same-origin',
      ...(cookie && { cookie }),
      ...headers,
    })
  const tokenFor = async (person: string) => (await admin.console.link(account, person)).split('#')[1]!
  const enter = (token: string, headers = {}) => ask('POST', '/console/api/enter', { body: { token }, headers })
  const signIn = async (person: string) => cookieIn(await enter(await tokenFor(person)))
  return { ...server, admin, account, byHand, ask, enter, tokenFor, signIn, clock }
}

const cookieIn = (response: Response) => response.headers.get('set-cookie')?.split(';')[0] ?? ''
const codeOf = async (response: Response) => ((await response.json()) as { code: string }).code

it('is opened by a press that comes once, within five minutes, and is for the person who asked alone', async () => {
  const { ask, enter, tokenFor, clock, store, account } = await open()
  const token = await tokenFor(ann)
  // Whoever looks at the link, whatever looks at links, uses nothing up and learns nothing: the token stands after the #.
  for (const path of ['/console/in', '/console/in']) expect(await (await ask('GET', path)).text()).toBe(page)

  const entered = await enter(token)
  expect(entered.status).toBe(204)
  const given = entered.headers.get('set-cookie')
  expect(given).toMatch(/^__Host-parley=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=604800$/)
  expect(await (await ask('GET', '/console/api/me', { cookie: cookieIn(entered) })).json()).toMatchObject({
    account,
    person: ann,
    owner: true,
    adminOf: 'all',
    // What its filter offers is what there is.
    choices: {
      doors: [
        ...platforms.map(({ id }) => expect.objectContaining({ id })),
        { id: 'http', name: 'http' },
        { id: 'mcp', name: 'mcp' },
      ],
      scopes: expect.arrayContaining(['keys:write']),
      eventTypes: expect.arrayContaining(['turn.answered']),
    },
  })

  const [again, unknown] = [await enter(token), await enter('x'.repeat(43))]
  expect([again.status, await again.text()]).toEqual([unknown.status, await unknown.text()])
  expect(again.status).toBe(401)

  const late = await tokenFor(ben)
  clock.at += 300_001
  expect((await enter(late)).status).toBe(401)

  // Only hashes are kept.
  const rows = JSON.stringify(await store.db.query.selectFrom('console_session').selectAll().execute())
  for (const secret of [token, late, cookieIn(entered).split('=')[1]!]) expect(rows).not.toContain(secret)
})

it('one of two presses at the same moment signs in', async () => {
  const { enter, tokenFor } = await open()
  const token = await tokenFor(ann)
  const statuses = (await Promise.all([enter(token), enter(token)])).map(({ status }) => status)
  expect(statuses.sort()).toEqual([204, 401])
})

it('ends where nobody uses it, in any case after days, at a word of its person or of an owner, and with the role', async () => {
  const { ask, signIn, admin, byHand, account, clock, store } = await open()
  const whose = async (cookie: string) => (await ask('GET', '/console/api/me', { cookie })).status

  const idle = await signIn(ann)
  clock.at += 11 * 3_600_000
  expect(await whose(idle)).toBe(200)
  clock.at += 11 * 3_600_000
  expect(await whose(idle)).toBe(200)
  clock.at += 12 * 3_600_000 + 1
  expect(await whose(idle)).toBe(401)

  const old = await signIn(ann)
  for (let hours = 0; hours < 7 * 24; hours += 8) {
    expect(await whose(old)).toBe(200)
    clock.at += 8 * 3_600_000
  }
  expect(await whose(old)).toBe(401)

  const [anns, bens] = [await signIn(ann), await signIn(ben)]
  const list = async (cookie: string) =>
    (await (await ask('GET', '/console/api/sessions', { cookie })).json()) as { id: string; person: string }[]
  expect((await list(anns)).map(({ person }) => person).sort()).toEqual([ben, ann].sort())
  expect((await list(bens)).map(({ person }) => person)).toEqual([ben])
  const idOf = async (person: string) => (await list(anns)).find((one) => one.person === person)!.id
  // Ben, who is no owner, ends his own alone; Ann ends his.
  const end = (id: string, cookie: string) => ask('DELETE', `/console/api/sessions/${id}`, { cookie })
  expect((await end(await idOf(ann), bens)).status).toBe(403)
  expect((await end(await idOf(ben), anns)).status).toBe(204)
  expect(await whose(bens)).toBe(401)

  const blocked = await signIn(ben)
  await admin.roles.set(ben, 'blocked', undefined, byHand)
  expect(await whose(blocked)).toBe(401)
  await admin.roles.set(ben, 'admin', 'guide', byHand)
  expect(await whose(blocked)).toBe(401)

  expect((await ask('POST', '/console/api/leave', { cookie: anns, body: {} })).status).toBe(204)
  expect(await whose(anns)).toBe(401)
  const actions = (await admin.audit.list(account, { limit: 20 })).map(({ action }) => action)
  expect(actions).toEqual(expect.arrayContaining(['console.sign-in', 'console.revoke']))

  await signIn(ann)
  clock.at += 8 * 86_400_000
  await store.consoleSessions.prune()
  expect(await store.db.query.selectFrom('console_session').selectAll().execute()).toEqual([])
})

it('ends where only its open window goes on asking, and sooner for whoever says that nobody does anything', async () => {
  const { ask, signIn, clock } = await open()
  const hours = 3_600_000
  const whose = async (cookie: string, headers = {}) =>
    (await ask('GET', '/console/api/me', { cookie, headers })).status
  const byItself = { 'x-parley-by-itself': '1' }
  const cookie = await signIn(ann)
  const idle = await signIn(ann)
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const live = await ask('GET', '/console/api/live', { cookie })
  const breath = () => vi.advanceTimersByTimeAsync(15_000)
  for (let passed = 0; passed < 10; passed += 2) {
    clock.at += 2 * hours
    expect(await whose(cookie, byItself)).toBe(200)
    expect((await ask('GET', '/v1/agents', { cookie, headers: byItself })).status).toBe(200)
    await (await ask('GET', '/console/api/live', { cookie })).body!.cancel()
    await breath()
    expect(await whose(idle)).toBe(200)
  }
  clock.at += 2 * hours
  expect([await whose(cookie, byItself), await whose(cookie)]).toEqual([401, 401])
  expect(await whose(idle)).toBe(200)
  await breath()
  // Its end: it is told nothing any more.
  expect(await live.text()).toContain(': still here')
})

it('takes nothing from the pages of others, however they ask', async () => {
  const { ask, tokenFor, signIn, enter } = await open()
  const cookie = await signIn(ann)
  const strangers: Record<string, string>[] = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
    { 'sec-fetch-site': '', origin: 'https://example.com' },
  ]
  for (const headers of strangers) {
    expect((await ask('GET', '/console/api/me', { cookie, headers })).status).toBe(403)
    expect((await ask('POST', '/console/api/leave', { cookie, body: {}, headers })).status).toBe(403)
    expect((await enter(await tokenFor(ann), headers)).status).toBe(403)
  }
  expect((await ask('GET', '/console/api/me', { cookie })).status).toBe(200)
})

it('is for this machine alone where nobody said what it is called', async () => {
  const { ask, signIn, url, tokenFor, request } = await open('http://localhost:3000')
  const cookie = await signIn(ann)
  expect(cookie).toMatch(/^parley-console-\d+=/)
  expect((await ask('GET', '/console/api/me', { cookie })).status).toBe(200)
  // Without Sec-Fetch-Site, which browsers leave out on plain http elsewhere, the origin must be its own.
  const own = { 'x-parley-console': '1', origin: url }
  expect((await request('POST', '/console/api/enter', { token: await tokenFor(ann) }, own)).status).toBe(204)
  const none = { 'x-parley-console': '1' }
  expect((await request('POST', '/console/api/enter', { token: await tokenFor(ann) }, none)).status).toBe(403)
})

it('is a page that brings everything along, and nothing of others’', async () => {
  const { ask } = await open()
  const response = await ask('GET', '/console')
  const policy = response.headers.get('content-security-policy')!
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("script-src 'self'")
  expect(policy).toContain("worker-src 'self'")
  expect(policy).not.toMatch(/unsafe|\*/)
  expect(response.headers.get('referrer-policy')).toBe('same-origin')
})

it('says at / what it is and how one signs in, to browsers; to programs that there is nothing', async () => {
  const { request } = await open()
  const html = await request('GET', '/', undefined, { accept: 'text/html' })
  expect(html.status).toBe(200)
  expect(await html.text()).toMatch(/<html lang="en">.*\/agent console.*npx parley console/s)
  const japanese = { accept: 'text/html', 'accept-language': 'ja' }
  expect(await (await request('GET', '/', undefined, japanese)).text()).toMatch(/<html lang="ja">.*管理者/s)
  const json = await request('GET', '/', undefined, { accept: 'application/json' })
  expect([json.status, await codeOf(json)]).toEqual([404, 'endpoint_not_found'])
})

it('refuses a link where nobody knows the address', async () => {
  const { admin, account } = await startServer()
  await expect(admin.console.link(account, ann)).rejects.toMatchObject({ code: 'no_public_url' })
})

it('shows administrators what was asked of their agents and why, and nobody else’s', async () => {
  const { ask, signIn, say, admin, account, byHand, store } = await open(publicUrl, {
    guide,
    other: guide,
  })
  await say({ utterance: 'hello', uid: 'cat' })
  await say({ utterance: 'What about the moon?', uid: 'dan' })
  await say({ utterance: 'hello', uid: 'cat', agent_id: 'other' })
  const [anns, bens] = [await signIn(ann), await signIn(ben)]
  interface List {
    items: { id: string; agent: string; outcome: string; uid: string; door: string }[]
    next: string | null
  }
  const list = async (cookie: string, query = '') =>
    (await (await ask('GET', `/v1/turns${query}`, { cookie })).json()) as List

  const all = await list(anns)
  expect(all.items.map(({ agent, uid }) => `${agent} ${uid}`).sort()).toEqual(['guide cat', 'guide dan', 'other cat'])
  expect(JSON.stringify(all)).not.toContain('moon')
  expect((await list(anns, '?outcome=rule&agent=guide')).items).toMatchObject([{ uid: 'cat', door: 'http' }])
  expect((await list(anns, '?uid=dan')).items).toHaveLength(1)
  expect((await list(anns, '?door=slack')).items).toEqual([])
  // Ben administers one of them.
  expect((await list(bens)).items.map(({ agent }) => agent)).toEqual(['guide', 'guide'])
  expect((await list(bens, '?agent=other')).items).toEqual([])

  // Page by page, each once.
  const first = await list(anns, '?limit=2')
  const second = await list(anns, `?limit=2&cursor=${first.next}`)
  expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(all.items.map(({ id }) => id))

  const others = all.items.find(({ agent }) => agent === 'other')!.id
  const guides = all.items.find(({ agent, uid }) => agent === 'guide' && uid === 'cat')!.id
  const read = async (cookie: string, id: string) => ask('GET', `/v1/turns/${id}`, { cookie })
  expect((await read(bens, others)).status).toBe(404)
  expect(await (await read(bens, guides)).json()).toMatchObject({
    agent: 'guide',
    said: [
      { role: 'user', text: 'hello' },
      { role: 'assistant', text: 'Hello there' },
    ],
    trace: { source: 'rule' },
  })
  // Reading is told.
  expect(await admin.audit.list(account, { limit: 1 })).toMatchObject([{ actor: ben, action: 'conversation.read' }])

  await store.db.batch([store.feedback.voteStep({ turn: guides, uid: 'cat', good: false })])
  expect((await list(anns, '?rating=bad')).items).toMatchObject([{ id: guides, votes: { good: 0, bad: 1 } }])

  // By words, once they are in the index; that somebody looked is told, and not for what.
  const index = turnIndex(store.db, () => Date.now() + 60_000)
  while (await index.step()) {}
  expect((await list(anns, '?words=moon')).items).toMatchObject([{ uid: 'dan' }])
  expect(await admin.audit.list(account, { limit: 1 })).toMatchObject([
    { actor: ann, action: 'conversation.search', summary: `${ann} looked for words` },
  ])
  expect((await list(anns, '?words=hello&agent=other')).items).toMatchObject([{ agent: 'other' }])
  expect((await list(bens, '?words=hello')).items).toMatchObject([{ agent: 'guide' }])
  expect((await list(anns, `?since=${new Date(Date.now() + 1000).toISOString()}`)).items).toEqual([])
  expect((await ask('GET', '/v1/turns?since=yesterday', { cookie: anns })).status).toBe(400)
  expect(
    (await list(anns, '?limit=2')).items.length +
      (await list(anns, `?limit=2&cursor=${(await list(anns, '?limit=2')).next}`)).items.length,
  ).toBe(3)

  const agents = async (cookie: string) =>
    ((await (await ask('GET', '/v1/agents', { cookie })).json()) as { items: object[] }).items
  expect(await agents(anns)).toHaveLength(2)
  expect(await agents(bens)).toMatchObject([{ id: 'guide' }])
  expect((await ask('GET', '/v1/turns?outcome=odd', { cookie: anns })).status).toBe(400)
  expect((await ask('GET', '/v1/turns')).status).toBe(401)
  await admin.roles.set(ben, 'blocked', undefined, byHand)
  expect((await read(bens, guides)).status).toBe(401)
})

it('what is under /v1 may be called by whoever is signed in, as far as their role goes, and by no other page', async () => {
  const { ask, signIn, admin, account, managementKey } = await open(publicUrl, { guide, other: guide })
  const [anns, bens] = [await signIn(ann), await signIn(ben)]
  const status = async (cookie: string, path: string, method = 'GET', more: Asked = {}) =>
    (await ask(method, path, { cookie, ...more })).status
  for (const path of ['/v1/keys', '/v1/usage', '/v1/cost', '/v1/limits', '/v1/audit', '/v1/state', '/v1/roles']) {
    expect([path, await status(anns, path), await status(bens, path)]).toEqual([path, 200, 403])
  }
  expect([await status(bens, '/v1/agents/guide'), await status(bens, '/v1/agents/other')]).toEqual([200, 403])
  expect(await status(bens, '/v1/answers')).toBe(200)

  const change = (cookie: string, agent: string, headers = {}) =>
    ask('PATCH', `/v1/agents/${agent}`, {
      cookie,
      body: { agent: { description: 'Theirs.' } },
      headers: { 'if-match': '"v1"', ...headers },
    })
  expect((await change(bens, 'other')).status).toBe(403)
  expect((await change(bens, 'guide', { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  expect((await change(bens, 'guide')).status).toBe(200)
  expect(await admin.audit.list(account, { limit: 1 })).toMatchObject([{ actor: ben, door: 'console' }])

  // A key that comes with a cookie is what counts.
  const withKey = await ask('GET', '/v1/keys', { cookie: bens, headers: { 'x-api-key': managementKey } })
  expect(withKey.status).toBe(200)
  expect((await ask('GET', '/v1/keys', { cookie: 'parley-console-1=nothing' })).status).toBe(401)
})

it('hears that the deployment stands otherwise, the operator’s alone, also while the database is away', async () => {
  let stands = 'well'
  const standing = async () => stands
  const { ask, enter, signIn, admin, http, store } = await open(undefined, undefined, {}, { standing })
  const { uid: other } = await admin.accounts.create(
    { uid: 'other', name: 'Others', plan: 'default', email: null },
    { author: 'cli', door: 'cli' },
  )
  await admin.roles.set('cat', 'owner', undefined, { account: other, author: 'cli', door: 'cli' })
  async function listen(cookie: string) {
    const live = await ask('GET', '/console/api/live', { cookie })
    let heard = ''
    const over = (async () => {
      for await (const chunk of live.body!.pipeThrough(new TextDecoderStream())) heard += chunk
    })()
    return { over, changes: () => heard.match(/^event: state$/gm)?.length ?? 0 }
  }
  const own = await listen(await signIn(ann))
  const theirs = await listen(cookieIn(await enter((await admin.console.link(other, 'cat')).split('#')[1]!)))
  // What was missed is looked at first.
  await expect.poll(own.changes).toBe(1)
  const changed = async () => {
    stands = `well ${own.changes()}`
    return own.changes()
  }
  await expect.poll(changed, { timeout: 30_000 }).toBeGreaterThan(2)

  vi.spyOn(store.db, 'all').mockRejectedValue(new Error('the database is away'))
  onTestFinished(() => void vi.restoreAllMocks())
  const before = own.changes()
  stands = 'the database is away'
  await expect.poll(own.changes, { timeout: 30_000 }).toBeGreaterThan(before)
  vi.restoreAllMocks()
  expect(theirs.changes()).toBe(0)
  await http.close(0)
  await Promise.all([own.over, theirs.over])
})

it('hears that something has changed, of its own account alone, and only while it is signed in', async () => {
  const { ask, enter, signIn, conversationKey, request, admin, account, http } = await open()
  const refused = await ask('GET', '/console/api/live')
  expect([refused.status, await codeOf(refused)]).toEqual([401, 'signed_out'])

  /** How often it was told, and when that is over. */
  async function listen(cookie: string) {
    const live = await ask('GET', '/console/api/live', { cookie })
    expect(live.headers.get('content-type')).toContain('text/event-stream')
    let heard = ''
    const over = (async () => {
      for await (const chunk of live.body!.pipeThrough(new TextDecoderStream())) heard += chunk
    })()
    return { over, heard: () => heard, changes: () => heard.match(/^event: turns$/gm)?.length ?? 0 }
  }
  const cookie = await signIn(ann)
  const own = await listen(cookie)
  const { uid: other } = await admin.accounts.create(
    { uid: 'other', name: 'Others', plan: 'default', email: null },
    { author: 'cli', door: 'cli' },
  )
  await admin.roles.set('cat', 'owner', undefined, { account: other, author: 'cli', door: 'cli' })
  const theirs = await listen(cookieIn(await enter((await admin.console.link(other, 'cat')).split('#')[1]!)))
  await expect.poll(() => [own.changes(), theirs.changes()]).toEqual([1, 1])

  const say = () =>
    request('POST', '/api', { api_key: conversationKey, agent_id: 'guide', utterance: 'hello', uid: 'ann' })
  const told = async () => {
    expect((await say()).status).toBe(200)
    return own.changes()
  }
  // Those who listen are told in one go: by the second time the others would have heard of the first.
  await expect.poll(told, { interval: 300 }).toBeGreaterThan(2)
  expect(theirs.changes()).toBe(1)
  expect(own.heard()).not.toContain('hello')

  const session = (await admin.console.list(account)).find(({ person }) => person === ann)
  await admin.console.revoke(session!.id, { account, author: 'cli', door: 'cli' })
  expect((await ask('GET', '/console/api/live', { cookie })).status).toBe(401)
  await http.close(0)
  await Promise.all([own.over, theirs.over])
})

it('lets whoever is signed in call the API at a rate of their own, in whichever window', async () => {
  const { ask, signIn } = await open(publicUrl, { guide }, { management: { perSecond: 0.001, burst: 2 } })
  const [first, second, bens] = [await signIn(ann), await signIn(ann), await signIn(ben)]
  const call = (cookie: string) => ask('GET', '/v1/agents', { cookie })
  expect((await call(first)).headers.get('ratelimit-remaining')).toBe('1')
  expect((await call(second)).headers.get('ratelimit-remaining')).toBe('0')
  const refused = await call(first)
  expect([refused.status, await codeOf(refused)]).toEqual([429, 'too_many_requests'])
  expect((await call(bens)).status).toBe(200)
})
