import { describe, expect, it } from 'vitest'
import { atTerminal } from '../../src/admin/actor.ts'
import { firstAccount } from '../../src/store/accounts.ts'
import { ann, guide, openHouse, refusal } from './support.ts'

const account = firstAccount

describe('keys', () => {
  it.each([
    ['management', 'pmk_'],
    ['conversation', 'pck_'],
  ] as const)('of kind %s begin with %s, hold 256 bits and are stored as a hash only', async (kind, prefix) => {
    const { admin, db } = await openHouse()
    const { id, key } = await admin.keys.issue({ account, kind, name: 'For Ann' }, atTerminal)
    expect(key).toMatch(new RegExp(`^${prefix}[A-Za-z0-9_-]{43}$`))
    const bounds = { scopes: null, expiresAt: null }
    expect(await admin.keys.verify(key)).toEqual({ id, kind, account, agent: null, enabled: true, ...bounds })
    const row = await db.query.selectFrom('api_key').selectAll().executeTakeFirstOrThrow()
    expect(row).toMatchObject({
      id,
      name: 'For Ann',
      hint: key.slice(-4),
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    expect(JSON.stringify(row)).not.toContain(key.slice(4, -4))
  })

  it('open nothing when unknown, malformed or revoked', async () => {
    const { admin } = await openHouse()
    const { id, key } = await admin.keys.issue({ account, kind: 'management', name: 'a' }, atTerminal)
    const other = `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`
    for (const wrong of ['', 'pmk_', other, `${key} `, key.replace('pmk_', 'pck_')]) {
      expect(await admin.keys.verify(wrong)).toBeUndefined()
    }
    await admin.keys.revoke(account, id, atTerminal)
    expect(await admin.keys.verify(key)).toBeUndefined()
  })

  it('stay revoked since the first time, and only by their account', async () => {
    const { admin, clock } = await openHouse()
    const { id } = await admin.keys.issue({ account, kind: 'management', name: 'a' }, atTerminal)
    expect(await refusal(admin.keys.revoke('other', id, atTerminal))).toMatchObject({
      code: 'key_not_found',
      status: 404,
    })
    const at = clock.now
    await admin.keys.revoke(account, id, atTerminal)
    clock.now += 1000
    await admin.keys.revoke(account, id, atTerminal)
    expect(await admin.keys.list(account)).toMatchObject([{ id, revokedAt: at }])
  })

  it('write down their use at most once a minute', async () => {
    const { admin, clock } = await openHouse()
    const { key } = await admin.keys.issue({ account, kind: 'conversation', name: 'a' }, atTerminal)
    const lastUsed = async () => (await admin.keys.list(account))[0]!.lastUsedAt
    expect(await lastUsed()).toBeNull()
    const first = clock.now
    await admin.keys.verify(key)
    clock.now += 59_999
    await admin.keys.verify(key)
    expect(await lastUsed()).toBe(first)
    clock.now += 1
    await admin.keys.verify(key)
    expect(await lastUsed()).toBe(first + 60_000)
  })

  it('for conversation work only while the API integration is on', async () => {
    const { admin, store } = await openHouse()
    const { id: agent } = await admin.agents.create({ agent: guide }, ann)
    const issue = async (kind: 'management' | 'conversation') =>
      (await admin.keys.issue({ account, kind, name: 'a' }, atTerminal)).key
    const keys = [
      await issue('conversation'),
      await issue('management'),
      (await admin.keys.issue({ account, kind: 'agent', agent, name: 'a' }, atTerminal)).key,
    ]
    const enabled = () => Promise.all(keys.map(async (key) => (await admin.keys.verify(key))!.enabled))
    await store.db.batch([store.accounts.updateStep(account, { api_enabled: 0 })])
    expect(await enabled()).toEqual([false, true, true])
    await store.db.batch([store.accounts.updateStep(account, { api_enabled: 1 })])
    expect(await enabled()).toEqual([true, true, true])
  })

  it('of an agent need an agent of the account', async () => {
    const { admin } = await openHouse()
    const { id: agent } = await admin.agents.create({ agent: guide }, ann)
    const issue = (of: string, what: string) =>
      admin.keys.issue({ account: of, kind: 'agent', agent: what, name: 'a' }, atTerminal)
    expect(await refusal(issue(account, 'nobody'))).toMatchObject({ code: 'agent_not_found', status: 404 })
    expect(await refusal(issue('other', agent))).toMatchObject({ code: 'agent_not_found' })
    expect(await refusal(issue('nobody', agent))).toMatchObject({ code: 'account_not_found', status: 404 })
    expect(await admin.keys.list('other')).toEqual([])
  })

  it('have a name of 1 to 100 characters', async () => {
    const { admin } = await openHouse()
    for (const name of ['', 'x'.repeat(101)]) {
      const work = admin.keys.issue({ account, kind: 'management', name }, atTerminal)
      expect(await refusal(work)).toMatchObject({ code: 'invalid_key_name', status: 400 })
    }
  })
})
