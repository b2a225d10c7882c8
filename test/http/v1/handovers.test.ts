import { expect, it } from 'vitest'
import { carded, handingOver, heard, passed, patient, waiting } from '../../support/handing-over.ts'
import { startServer } from '../server.ts'

/** A conversation that waits for somebody, and the API of the same house. */
async function waitingWithApi() {
  const world = await handingOver('Slack', 'Teams')
  const { house } = world
  const { handovers, admin, store } = house
  const server = await startServer({
    ...{ admin, store, now: world.clock.now },
    handovers: { act: handovers.handOver, say: handovers.say },
  })
  await waiting(world)
  await carded(world, 'would like to talk to a person')
  const keyFor = async (scopes?: ('turns:read' | 'turns:write' | 'usage:read')[]) => {
    const kind = { account: 'default', kind: 'management' as const, name: 'test', ...(scopes && { scopes }) }
    return (await admin.keys.issue(kind, { author: 'cli', door: 'cli' })).key
  }
  const key = await keyFor()
  async function call(method: string, path: string, body?: object, more: Record<string, string> = {}) {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...more }
    const response = await fetch(`${server.http.url}/v1/handovers${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: (await response.json()) as Record<string, never> }
  }
  const { items } = (await call('GET', '?state=open')).body as unknown as { items: Record<string, string>[] }
  return { world, call, keyFor, items, id: items[0]!['id']! }
}

const ben = { name: 'Ben' }

it('a conversation that waits is listed, read, taken, answered and handed back by a program, as in chat', async () => {
  const { world, call, items, id } = await waitingWithApi()
  const { here, house } = world
  expect(items).toMatchObject([{ agent: 'test', door: 'slack', state: 'waiting', why: 'wish', takenBy: null }])
  expect(JSON.stringify(items)).not.toContain('weather')
  const read = await call('GET', `/${id}`)
  expect(read.body).toMatchObject({
    said: expect.arrayContaining([{ role: 'user', text: 'what is the weather like' }]),
  })

  expect((await call('POST', `/${id}/messages`, { ...ben, text: 'too soon' })).body).toMatchObject({
    code: 'handover_moved',
    detail: expect.stringContaining('Take it first'),
  })
  expect((await call('POST', `/${id}/take`, ben)).body).toMatchObject({ state: 'taken', takenBy: 'Ben' })
  await heard(here, 'Ben')
  await carded(world, 'Ben')

  // The same request twice is said once.
  const once = { 'idempotency-key': 'example-1' }
  for (const _ of [1, 2]) {
    expect((await call('POST', `/${id}/messages`, { ...ben, text: 'Take an umbrella.' }, once)).status).toBe(201)
  }
  await heard(here, 'Take an umbrella.')
  await passed(world, 'Take an umbrella.')
  await here.tell('ann', 'thank you, Ben')
  await passed(world, 'thank you, Ben')
  const said = () => here.alone('ann').filter((text) => text.includes('Take an umbrella.'))
  expect(said()).toHaveLength(1)
  expect(said()[0]).toContain('Ben')

  const then = (await call('GET', `/${id}`)).body as unknown as { since: { role: string; text: string }[] }
  expect(then.since.map(({ role, text }) => `${role} ${text}`)).toEqual([
    'assistant Ben: Take an umbrella.',
    'user thank you, Ben',
  ])
  expect((await call('POST', `/${id}/back`, ben)).body).toMatchObject({ state: 'closed', ended: 'back' })
  await heard(here, 'handed')
  await here.tell('ann', 'what is the weather like')
  await expect.poll(() => here.alone('ann').filter((text) => text.trim() === 'It rains.').length, patient).toBe(2)
  const audit = await house.store.db.query.selectFrom('audit').select('action').orderBy('n').execute()
  const by = audit.filter(({ action }) => /^handover\.(read|taken|back)$/.test(action)).map(({ action }) => action)
  expect(by).toEqual(['handover.read', 'handover.taken', 'handover.back'])
})

it('whoever comes second, too late, or without the right for it reads why, and nothing changes', async () => {
  const { world, call, keyFor, id } = await waitingWithApi()
  await world.there.desk.press('ben', 'Take')
  await heard(world.here, 'Ben')
  const second = await call('POST', `/${id}/take`, { name: 'Cat' })
  expect([second.status, second.body['detail']]).toEqual([409, expect.stringMatching(/has taken this already/)])
  expect((await call('POST', `/${id}/take`, {})).body).toMatchObject({ code: 'invalid_request' })
  expect((await call('GET', '/unknown')).body).toMatchObject({ code: 'handover_not_found' })
  const reader = { authorization: `Bearer ${await keyFor(['turns:read'])}` }
  expect((await call('POST', `/${id}/close`, ben, reader)).body).toMatchObject({ code: 'out_of_scope' })
  const other = { authorization: `Bearer ${await keyFor(['usage:read'])}` }
  expect((await call('GET', '?state=open', undefined, other)).body).toMatchObject({ code: 'out_of_scope' })
  expect((await call('POST', `/${id}/close`, ben)).body).toMatchObject({ state: 'closed', ended: 'solved' })
  const late = await call('POST', `/${id}/messages`, { ...ben, text: 'hello?' })
  expect([late.status, late.body['detail']]).toEqual([409, expect.stringContaining('This is over')])
  expect((await call('GET', '?state=closed')).body).toMatchObject({ items: [{ id, state: 'closed' }] })
})
