import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { InstallationPolicy } from '../../src/admin/installations.ts'
import type { PlatformId } from '../../src/model/message.ts'
import type { Installation } from '../../src/ports/installations.ts'
import { firstAccount } from '../../src/store/accounts.ts'
import { playgroundAccount } from '../../src/store/apart.ts'
import { install, installationsOf } from '../support/installing.ts'
import { openHouse, refusal } from './support.ts'

const cli = { author: 'cli', door: 'cli' } as const
const demo = join(import.meta.dirname, '../../config/agents/demo')

async function open(policy: InstallationPolicy = 'approve', options: Parameters<typeof openHouse>[0] = {}) {
  const house = await openHouse(options)
  const { admin, store } = house
  const of = (platform: PlatformId, by = policy) => installationsOf(house, platform, by)
  const add = (platform: PlatformId, id: string, own?: Installation['own'], by = policy) =>
    of(platform, by).add({ id, name: `${id}’s`, ...(own && { own }) })
  const get = (id: string, platform: PlatformId = 'slack') => admin.approvals.get(platform, id)
  const accountOf = (id: string, platform: PlatformId = 'slack') => store.places.accountOf(platform, id)
  return { ...house, of, add, get, accountOf }
}

describe('an installation', () => {
  it('that is the operator’s own needs nobody, and neither does the first of a platform', async () => {
    const { add, accountOf } = await open()
    expect(await add('slack', 'T0OWN', 'always')).toBe('approved')
    expect(await add('discord', '@app', 'always')).toBe('approved')
    expect(await add('discord', '11', 'first')).toBe('approved')
    expect(await add('discord', '12', 'first')).toBe('waiting')
    expect(await add('slack', 'T0B', 'first')).toBe('waiting')
    expect(await add('teams', 'stranger')).toBe('waiting')
    expect(await add('teams', 'own', 'always')).toBe('approved')
    expect(await accountOf('T0OWN')).toBe(firstAccount)
    expect(await accountOf('12', 'discord')).toBeUndefined()
    // Configured with its own token later, it is the operator's.
    expect(await add('slack', 'T0B', 'always')).toBe('approved')
  })

  it('of the playground is not the first of anybody else', async () => {
    const { add, admin, store } = await open()
    await store.db.batch([store.accounts.addStep({ id: playgroundAccount, name: 'P', plan: 'default', email: null })])
    await install(store, 'discord', '10', playgroundAccount)
    expect(await add('discord', '11', 'first')).toBe('approved')
    expect((await admin.approvals.list()).map(({ id }) => id)).toEqual(['11'])
  })

  it('is the first once, however many come at the same moment', async () => {
    const { of } = await open()
    const all = Array.from({ length: 8 }, (_, n) => of('discord').add({ id: `1${n}`, name: 'x', own: 'first' }))
    expect((await Promise.all(all)).filter((status) => status === 'approved')).toHaveLength(1)
  })

  it('is served by everybody’s agents where the operator says so', async () => {
    const { add, accountOf } = await open('open')
    await add('slack', 'T0A', 'first')
    expect(await add('slack', 'T0B', 'first')).toBe('approved')
    expect(await accountOf('T0B')).toBe(firstAccount)
  })

  it('that comes back is what was decided, and whose it was', async () => {
    const { add, admin, get, accountOf, store } = await open()
    await add('slack', 'T0A', 'first')
    for (const id of ['T0B', 'T0C', 'T0D']) await add('slack', id, 'first')
    await admin.approvals.approve(await get('T0B'), { account: 'other' }, cli)
    await admin.approvals.refuse(await get('T0C'), cli)
    for (const id of ['T0A', 'T0B', 'T0C', 'T0D']) {
      await store.places.uninstall('slack', id)
      expect(await accountOf(id)).toBeUndefined()
    }
    expect(await add('slack', 'T0B', 'first')).toBe('approved')
    expect(await accountOf('T0B')).toBe('other')
    expect(await add('slack', 'T0C', 'first')).toBe('refused')
    expect(await add('slack', 'T0D', 'first')).toBe('waiting')
    // The first keeps its place while it is away.
    expect(await add('slack', 'T0E', 'first')).toBe('waiting')
    expect(await add('slack', 'T0A', 'first')).toBe('approved')
    expect(await add('slack', 'T0C', 'first', 'open')).toBe('refused')
  })

  it('is not the first where the operator has named one that is yet to come', async () => {
    const { add, admin, accountOf } = await open()
    expect(await admin.approvals.expect('slack', 'T0OURS', { account: 'other' }, cli)).toBe(true)
    expect(await admin.approvals.expect('slack', 'T0OURS', { account: 'other' }, cli)).toBe(false)
    expect(await accountOf('T0OURS')).toBeUndefined()
    expect(await add('slack', 'T0FAST', 'first')).toBe('waiting')
    expect(await add('slack', 'T0OURS', 'first')).toBe('approved')
    expect(await accountOf('T0OURS')).toBe('other')
  })
})

describe('an owner', () => {
  it('decides once: who comes second hears that it was decided', async () => {
    const { add, admin, get, accountOf } = await open()
    await add('slack', 'T0A', 'first')
    await add('slack', 'T0B', 'first')
    const seen = await get('T0B')
    const both = [
      admin.approvals.approve(seen, { account: 'other' }, { ...cli, nonce: 'one' }),
      admin.approvals.refuse(seen, { ...cli, nonce: 'two' }),
    ]
    const outcomes = await Promise.allSettled<unknown>(both)
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await refusal(admin.approvals.refuse(seen, cli))).toMatchObject({ code: 'changed_since', status: 409 })
    const isApproved = outcomes[0]!.status === 'fulfilled'
    expect(await accountOf('T0B')).toBe(isApproved ? 'other' : undefined)
    const rows = await admin.audit.list(firstAccount, { limit: 10 })
    expect(rows.map(({ action }) => action)).toEqual([isApproved ? 'installation.approve' : 'installation.refuse'])
  })

  it('is told what there is not', async () => {
    const { add, admin, get } = await open()
    await add('slack', 'T0A', 'first')
    expect(await refusal(get('T0NONE'))).toMatchObject({ code: 'installation_not_found' })
    const nobody = admin.approvals.approve(await get('T0A'), { account: 'nobody' }, cli)
    expect(await refusal(nobody)).toMatchObject({ code: 'account_not_found' })
  })

  it('of another account sees only what was given to it', async () => {
    const { add, admin, get } = await open()
    for (const id of ['T0A', 'T0B', 'T0C']) await add('slack', id, 'first')
    await admin.approvals.approve(await get('T0B'), { account: 'other' }, cli)
    expect((await admin.approvals.list({ account: 'other' })).map(({ id }) => id)).toEqual(['T0B'])
    expect(await admin.approvals.waiting('other')).toBe(0)
    expect((await admin.approvals.list()).map(({ id }) => id)[0]).toBe('T0C')
    expect(await admin.approvals.waiting(firstAccount)).toBe(1)
  })
})

describe('an account of its own', () => {
  it('begins with a copy of the demo agent, and no two share one', async () => {
    const { add, admin, accountOf, store } = await open('own-account', { starter: demo })
    expect(await add('discord', '11', 'first')).toBe('approved')
    expect(await add('discord', '12', 'first')).toBe('approved')
    expect(await add('discord', '13', 'first')).toBe('approved')
    expect(await accountOf('11', 'discord')).toBe(firstAccount)
    const own = await Promise.all(['12', '13'].map((id) => accountOf(id, 'discord')))
    expect(own).toEqual(['discord-12', 'discord-13'])
    for (const account of own) {
      const { defaultAgent, name } = await admin.accounts.get(account!)
      expect(name).toBe(`${account!.slice(8)}’s`)
      const agent = await store.agents.live(defaultAgent!)
      expect(agent).toMatchObject({ account, document: { agent: { displayName: 'Parley' } } })
      expect(agent!.document.rules.length).toBeGreaterThan(3)
      expect((await store.knowledge.list(defaultAgent!)).length).toBeGreaterThan(0)
    }
  })

  it('has a plain agent where there is nothing to copy, and is made once', async () => {
    const { add, admin, get, store, accountOf } = await open('approve', { starter: '/nowhere' })
    await add('slack', 'T0A', 'first')
    await add('slack', 'T0B', 'first')
    expect(await admin.approvals.approve(await get('T0B'), 'own', cli)).toBe('slack-T0B')
    await admin.approvals.approve(await get('T0B'), { account: firstAccount }, cli)
    await admin.approvals.approve(await get('T0B'), 'own', cli)
    expect(await accountOf('T0B')).toBe('slack-T0B')
    expect(await store.agents.list('slack-T0B')).toHaveLength(1)
  })

  it('that was not made to its end is gone on with', async () => {
    const { add, store, accountOf } = await open()
    await add('slack', 'T0A', 'first')
    await add('slack', 'T0B', 'first')
    await store.db.batch([store.accounts.addStep({ id: 'slack-T0B', name: 'x', plan: 'default', email: null })])
    expect(await add('slack', 'T0B', 'first', 'own-account')).toBe('approved')
    expect(await accountOf('T0B')).toBe('slack-T0B')
    expect((await store.accounts.get('slack-T0B'))!.default_agent).not.toBeNull()
  })
})
