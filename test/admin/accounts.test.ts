import { describe, expect, it } from 'vitest'
import { atTerminal } from '../../src/admin/actor.ts'
import { firstAccount } from '../../src/store/accounts.ts'
import { openHouse, refusal } from './support.ts'

describe('an account', () => {
  it('is made on the default plan, its API integration on', async () => {
    const { admin, clock } = await openHouse()
    const made = await admin.accounts.create({ uid: 'second', name: 'Second' }, atTerminal)
    expect(made).toEqual({
      uid: 'second',
      name: 'Second',
      plan: 'default',
      email: null,
      apiEnabled: true,
      defaultAgent: null,
      createdAt: clock.now,
    })
    expect(await admin.accounts.get('second')).toEqual(made)
    expect((await admin.accounts.list()).map(({ uid }) => uid)).toContain('second')
  })

  it.each([
    [{}, ['name']],
    [{ name: '' }, ['name']],
    [{ name: 'x'.repeat(101) }, ['name']],
    [{ name: 'a', uid: 'a/b' }, ['uid']],
    [{ name: 'a', uid: '' }, ['uid']],
    [{ name: 'a', email: 'ann' }, ['email']],
    [{ name: 'a', plna: 'default' }, ['plna']],
    [undefined, ['']],
  ])('is not made of %j', async (input, paths) => {
    const { admin } = await openHouse()
    const { code, faults } = await refusal(admin.accounts.create(input, atTerminal))
    expect([code, faults.map(({ path }) => path)]).toEqual(['invalid_request', paths])
  })

  it('has an id and a plan that there is', async () => {
    const { admin } = await openHouse()
    const code = async (work: Promise<unknown>) => (await refusal(work)).code
    expect(await code(admin.accounts.create({ uid: firstAccount, name: 'a' }, atTerminal))).toBe(
      'account_already_exists',
    )
    expect(await code(admin.accounts.create({ name: 'a', plan: 'larg' }, atTerminal))).toBe('plan_not_found')
    expect(await code(admin.accounts.update(firstAccount, { plan: 'larg' }, atTerminal))).toBe('plan_not_found')
    expect(await code(admin.accounts.update('nobody', { name: 'a' }, atTerminal))).toBe('account_not_found')
    expect(await code(admin.accounts.get('nobody'))).toBe('account_not_found')
  })

  it('is changed in what is named, and only in that', async () => {
    const { admin } = await openHouse()
    const before = await admin.accounts.get(firstAccount)
    expect(await admin.accounts.update(firstAccount, {}, atTerminal)).toEqual(before)
    const change = { name: 'New', email: 'ann@example.com', apiEnabled: false }
    expect(await admin.accounts.update(firstAccount, change, atTerminal)).toEqual({ ...before, ...change })
    expect(await admin.accounts.update(firstAccount, { email: null }, atTerminal)).toEqual({
      ...before,
      ...change,
      email: null,
    })
    expect(
      (await refusal(admin.accounts.update(firstAccount, { apiEnabled: 'off' }, atTerminal))).faults,
    ).toMatchObject([{ path: 'apiEnabled' }])
  })
})
