import { expect, it } from 'vitest'
import { atTerminal } from '../../../src/admin/actor.ts'
import { minimalAgent } from '../../support/agent.ts'
import { guide, startServer } from '../server.ts'

const news = 'slack:T0ACME:C0NEWS'

/** Of an account that serves a workspace of Slack, beside an account that serves another. */
async function serving() {
  const declared = {
    ...guide,
    agent: {
      ...guide.agent,
      state: { seat: { type: 'number' as const }, visits: { writableBy: ['scenario' as const] } },
    },
  }
  const server = await startServer({ agents: { guide: declared, desk: minimalAgent({}) } })
  const { store, account, admin } = server
  const other = await admin.accounts.create({ name: 'Other' }, atTerminal)
  const theirs = await admin.agents.create({ agent: guide.agent }, { ...atTerminal, account: other.uid })
  for (const [id, owner] of [
    ['T0ACME', account],
    ['T0ELSE', other.uid],
  ] as const) {
    const installed = { platform: 'slack', id, account: owner, name: id, secret: null } as const
    await store.places.install({ ...installed, status: 'approved' })
  }
  const call = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const key = { authorization: `Bearer ${server.managementKey}` }
    const response = await server.request(method, `/v1${path}`, body, { ...key, ...headers })
    const text = await response.text()
    return { status: response.status, json: text === '' ? undefined : JSON.parse(text) }
  }
  const log = async () =>
    (await admin.audit.list(account, { limit: 20 })).map(({ action, summary }) => [action, summary])
  return { ...server, call, log, theirs: theirs.id }
}

it('binds places of workspaces that the account serves, and no others, with a row in the log of each change', async () => {
  const { call, log, theirs, store } = await serving()
  const bind = (place: string, body: object) => call('PUT', `/bindings/${encodeURIComponent(place)}`, body)
  expect(await bind(news, { agent: 'guide' })).toMatchObject({
    ...{ status: 200, json: { place: news, agent: 'guide', mode: 'mention', context: null } },
  })
  expect((await bind(news, { agent: 'desk', mode: 'all', context: 'thread' })).status).toBe(200)
  expect((await bind('slack:T0ACME', { agent: 'guide' })).status).toBe(200)
  expect(await store.places.at(news)).toMatchObject({ agent: 'desk', mode: 'all', context: 'thread' })

  for (const place of ['slack:T0ELSE:C0NEWS', 'slack:T0ELSE', 'slack:T0ACMEX:C0NEWS', 'discord:T0ACME', 'nowhere']) {
    expect([place, await bind(place, { agent: 'guide' })]).toMatchObject([
      ...[place, { status: 404, json: { code: 'place_not_found' } }],
    ])
  }
  expect((await bind(news, { agent: theirs })).status).toBe(403)
  expect((await bind(news, { agent: 'nobody' })).json.code).toBe('agent_not_found')
  expect((await bind(news, { agent: 'guide', mode: 'never' })).json.errors).toMatchObject([{ path: 'mode' }])

  const remove = () => call('DELETE', `/bindings/${encodeURIComponent(news)}`)
  expect((await remove()).status).toBe(204)
  expect(await remove()).toMatchObject({ status: 404, json: { code: 'not_bound' } })
  expect((await log()).slice(0, 4)).toEqual([
    ['agent.unuse', `channel ${news}: desk (all, context thread) → nothing`],
    ['agent.use', 'workspace slack:T0ACME: nothing → guide (mention)'],
    ['agent.use', `channel ${news}: guide (mention) → desk (all, context thread)`],
    ['agent.use', `channel ${news}: nothing → guide (mention)`],
  ])
})

it('binds an organisation and the workspaces in it, but none that is somebody else’s', async () => {
  const { call, log, store, account, theirs } = await serving()
  const installed = { platform: 'slack', id: 'E0ACME', account, name: 'Acme', secret: null } as const
  await store.places.install({ ...installed, status: 'approved' })
  const other = (await store.agents.live(theirs))!.account
  const bound = { place: 'slack:T0BOUND', agent: theirs, account: other, mode: 'mention' } as const
  await store.db.batch([store.places.bindStep(bound)])
  const bind = async (place: string) =>
    (await call('PUT', `/bindings/${encodeURIComponent(place)}`, { agent: 'guide' })).status
  for (const place of ['slack:E0ACME', 'slack:T0INSIDE', 'slack:T0INSIDE:C0NEWS', 'slack:T0ACME:C0NEWS'])
    expect([place, await bind(place)]).toEqual([place, 200])
  for (const place of ['slack:T0ELSE', 'slack:T0ELSE:C0NEWS', 'slack:T0BOUND', 'slack:E0OTHER', 'discord:T0INSIDE'])
    expect([place, await bind(place)]).toEqual([place, 404])
  expect((await log()).slice(1, 4).map(([, summary]) => summary)).toEqual([
    'channel slack:T0INSIDE:C0NEWS: nothing → guide (mention)',
    'workspace slack:T0INSIDE: nothing → guide (mention)',
    'organisation slack:E0ACME: nothing → guide (mention)',
  ])
  // What answers in all of it may be asked to speak in its channels.
  const weekly = { place: 'slack:T0MORE:C0NEWS', asks: 'What is new?', time: '0 9 * * 1', zone: 'UTC' }
  expect((await call('POST', '/agents/guide/schedules', weekly)).status).toBe(201)
  expect((await call('POST', '/agents/desk/schedules', weekly)).json.code).toBe('place_not_found')
})

it('makes schedules for channels where the agent is used, once for each Idempotency-Key, and has them come now', async () => {
  const { call, log, store, account } = await serving()
  const monday = { place: news, asks: 'What is new?', time: '毎週月曜 9時', zone: 'Asia/Tokyo' }
  const add = (body: object, headers = {}) => call('POST', '/agents/guide/schedules', body, headers)
  expect(await add(monday)).toMatchObject({ status: 404, json: { code: 'place_not_found' } })
  await call('PUT', '/bindings/slack:T0ACME', { agent: 'guide' })
  expect((await add({ ...monday, place: 'slack:T0ACME' })).json.code).toBe('place_not_found')

  const once = { 'idempotency-key': 'weekly' }
  const { json: made } = await add(monday, once)
  expect(made).toMatchObject({ asks: 'What is new?', rule: '0 9 * * 1', zone: 'Asia/Tokyo', paused: false })
  expect((await add(monday, once)).json).toEqual(made)
  expect((await call('GET', '/agents/guide/schedules')).json.items).toHaveLength(1)

  const faulty = await add({ place: news, asks: ' ', time: 'sometime', zone: 'Mars/Olympus' })
  expect(faulty.json.errors.map(({ path }: { path: string }) => path).toSorted()).toEqual(['asks', 'time', 'zone'])
  expect((await add({ ...monday, time: '* * * * *' })).json.code).toBe('invalid_value')

  const times = (time: string, zone = 'Asia/Tokyo') =>
    call('GET', `/agents/guide/schedules/times?${new URLSearchParams({ time, zone })}`)
  const { json: read } = await times('毎週月曜 9時')
  expect(read.rule).toBe('0 9 * * 1')
  // Mondays at nine of Tokyo, which is midnight; the first of them is when it comes.
  expect(read.times.map((at: string) => [new Date(at).getUTCDay(), at.slice(11)])).toEqual(
    Array.from({ length: 3 }, () => [1, '00:00:00.000Z']),
  )
  expect(read.times[0]).toBe(made.next)
  expect((await times('sometime', 'Mars/Olympus')).json.errors).toHaveLength(2)
  expect((await times('* * * * *')).json.code).toBe('invalid_value')

  const run = () => call('POST', `/agents/guide/schedules/${made.id}/run`)
  expect([(await run()).status, (await run()).status]).toEqual([204, 204])
  const timers = await store.db.query.selectFrom('timer').selectAll().orderBy('due').execute()
  expect(timers.map(({ id }) => id.split('-')[0])).toEqual([made.id, made.id, made.id])
  expect(timers[0]!.due).toBeLessThanOrEqual(Date.now())
  expect(JSON.parse(timers[0]!.context)).toMatchObject({ place: news, to: { place: news }, anybody: true })
  expect(timers[0]!.key).toMatch(`guide/${account}/program_`)
  expect((await call('POST', '/agents/guide/schedules/nothing/run')).json.code).toBe('schedule_not_found')
  expect((await log()).map(([action]) => action).filter((action) => action?.startsWith('schedule'))).toEqual([
    ...['schedule.run', 'schedule.run', 'schedule.add'],
  ])
})

it('sets a value of a person as an admin writes it, forgets their state, and has an agent begin anew with them', async () => {
  const { call, log, say, store, account } = await serving()
  await say({ utterance: 'hello', uid: 'ann', state: { colour: 'blue' } })
  const ofAnn = '/agents/guide/people/ann'
  const state = async () => (await call('GET', `${ofAnn}/state`)).json.state
  expect((await call('PUT', `${ofAnn}/state/seat`, { value: '12' })).status).toBe(204)
  expect(await state()).toEqual({ colour: 'blue', seat: '12' })
  for (const [key, value] of [
    ['seat', 'window'],
    ['visits', '3'],
    ['x'.repeat(101), '1'],
  ] as const) {
    expect(await call('PUT', `${ofAnn}/state/${key}`, { value })).toMatchObject({
      ...{ status: 400, json: { code: 'invalid_value' } },
    })
  }
  expect((await call('PUT', '/agents/nobody/people/ann/state/seat', { value: '1' })).status).toBe(404)
  const memory = () => store.people.memory(`guide/${account}/ann`, 'http', 10)
  expect((await call('DELETE', `${ofAnn}/state`)).status).toBe(204)
  expect([await state(), (await memory()).length]).toEqual([{}, 2])
  await call('PUT', `${ofAnn}/state/seat`, { value: '12' })
  expect((await call('POST', `${ofAnn}/reset`)).status).toBe(204)
  expect([await state(), await memory()]).toEqual([{}, []])
  // What the value is stands in no log.
  expect((await log()).slice(0, 4)).toEqual([
    ...[
      ['person.reset', 'ann'],
      ['state.set', 'ann: seat'],
      ['state.clear', 'ann'],
      ['state.set', 'ann: seat'],
    ],
  ])
})

it('lists each conversation once, where it ended last, page by page', async () => {
  const { call, say } = await serving()
  const turns: string[] = []
  for (const [agent_id, uid] of [
    ['guide', 'ann'],
    ['guide', 'ben'],
    ['guide', 'ann'],
    ['desk', 'ann'],
    ['guide', undefined],
  ] as const) {
    turns.push((await say({ agent_id, utterance: 'hello', ...(uid && { uid }) })).headers.get('x-turn-id')!)
  }
  const list = async (query: string) => (await call('GET', `/conversations?${query}`)).json
  expect((await list('')).items).toMatchObject([
    { agent: 'desk', uid: 'ann', turn: turns[3] },
    { agent: 'guide', uid: 'ann', turn: turns[2], outcome: 'rule', door: 'http', place: null },
    { agent: 'guide', uid: 'ben', turn: turns[1] },
  ])
  expect((await list('agent=guide&uid=ann')).items).toMatchObject([{ turn: turns[2] }])
  const found: unknown[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page: { items: unknown[]; next: string | null } = await list(`limit=1${cursor && `&cursor=${cursor}`}`)
    found.push(...page.items)
    cursor = page.next
  }
  expect(found).toHaveLength(3)
})
