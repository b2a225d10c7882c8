import { describe, expect, it } from 'vitest'
import { playgroundAccount } from '../../src/store/apart.ts'
import { answerOf, guide, problemOf, startServer } from './server.ts'

const by = { author: 'cli', door: 'cli' } as const
const settings = { ...guide.agent }

/** A first account with a public agent `guide`, and a playground with one of the same name. */
async function both() {
  const server = await startServer()
  const { admin, store, request } = server
  await store.accounts.ensurePlayground()
  const own = { ...guide, replies: { opening: 'Let us play!' } }
  const id = 'guide@playground'
  await store.db.batch(store.agents.createSteps({ id, account: playgroundAccount, document: own, author: 'test' }))
  const issue = async (kind: 'management' | 'conversation') =>
    (await admin.keys.issue({ account: playgroundAccount, kind, name: 'test' }, by)).key
  const [played, managing] = [await issue('conversation'), await issue('management')]
  return {
    ...server,
    play: (agent_id: string, more: object = {}) =>
      request('POST', '/api', { api_key: played, agent_id, utterance: '', ...more }),
    rule: (method: string, path: string, body?: unknown, account = playgroundAccount) =>
      request(method, `/admin/${account}/agent${path}`, body, { 'x-api-key': managing }),
  }
}

describe('a key of the playground', () => {
  it('talks to the playground’s own agents, by the names they have there, and to no public one of others', async () => {
    const { play, store, account } = await both()
    expect((await answerOf(await play('guide'))).bestResponse.utterance).toBe('Let us play!')
    expect((await answerOf(await play('guide@playground'))).bestResponse.utterance).toBe('Let us play!')
    await store.db.batch(store.agents.createSteps({ id: 'public_one', account, document: guide, author: 'test' }))
    expect(await problemOf(await play('public_one'))).toMatchObject({ code: 'agent_not_found' })
    expect(await problemOf(await play('nope'))).toMatchObject({ code: 'agent_not_found' })
  })

  it('manages nothing but the playground', async () => {
    const { rule, manage } = await both()
    expect((await rule('GET', '', undefined, 'default')).status).toBe(401)
    expect(await (await rule('GET', '')).json()).toMatchObject({ agents: [{ id: 'guide@playground' }] })
    expect(await (await rule('GET', '/guide')).json()).toMatchObject({ agent: { id: 'guide@playground' } })
    expect(await (await rule('GET', '/guide@playground')).json()).toMatchObject({ agent: { id: 'guide@playground' } })

    const made = await rule('POST', '', { agent: { ...settings, id: 'helper' } })
    expect(made.headers.get('location')).toBe('/admin/%40playground/agent/helper@playground')
    expect(await made.json()).toMatchObject({ id: 'helper@playground' })
    expect((await rule('PUT', '', { agent: { id: 'guide', displayName: 'Played' } })).status).toBe(200)
    expect((await rule('DELETE', '/guide')).status).toBe(204)
    expect(await (await manage('GET', '/guide')).json()).toMatchObject({ agent: { displayName: settings.displayName } })
    expect((await rule('DELETE', '/guide')).status).toBe(404)
  })

  it('leaves state and usage with the playground', async () => {
    const { play, admin } = await both()
    await answerOf(await play('guide', { uid: 'ann', utterance: 'hello' }))
    expect((await admin.usage.report(playgroundAccount, {})).total.conversations).toBe(1)
    expect((await admin.usage.report('default', {})).total.conversations).toBe(0)
  })
})

it('keys of other accounts open nothing of the playground, public or not', async () => {
  const { say, manage, request, managementKey } = await both()
  expect(await problemOf(await say({ agent_id: 'guide@playground', utterance: 'hello' }))).toMatchObject({
    code: 'agent_not_found',
  })
  expect((await manage('GET', '/guide@playground')).status).toBe(403)
  expect((await manage('DELETE', '/guide@playground')).status).toBe(403)
  expect((await manage('PUT', '', { agent: { id: 'guide@playground', displayName: 'Taken' } })).status).toBe(403)
  expect(await problemOf(await manage('POST', '', { agent: { ...settings, id: 'new@playground' } }))).toMatchObject({
    status: 400,
    errors: [{ path: 'agent.id' }],
  })
  const path = `/admin/${playgroundAccount}/agent`
  expect((await request('GET', path, undefined, { 'x-api-key': managementKey })).status).toBe(401)
})
