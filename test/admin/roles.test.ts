import { describe, expect, it } from 'vitest'
import { may, operator, type Standing } from '../../src/admin/roles.ts'
import { firstAccount as account } from '../../src/store/accounts.ts'
import { ann, ben, guide, openHouse, refusal } from './support.ts'

const [annId, benId, carol] = ['slack_T_U0ANN', 'discord_2', 'teams_t_3']
const as = (author: string) => ({ ...ann, author })
const member: Standing = { owner: false, adminOf: [], blocked: false }

async function ownedHouse() {
  const house = await openHouse()
  for (const id of ['guide', 'shop']) await house.admin.agents.create({ agent: { ...guide, id } }, ann)
  await house.admin.agents.create({ agent: { ...guide, id: 'theirs' } }, ben)
  await house.admin.roles.seed(as(annId))
  return house
}

describe('roles', () => {
  it('make whoever comes first the owner, once, also when many come at once', async () => {
    const one = await openHouse()
    const two = await openHouse({ folder: one.folder })
    expect(await one.admin.roles.hasOwner(account)).toBe(false)
    const people = Array.from({ length: 20 }, (_, i) => `slack_T_U${i}`)
    const seeded = await Promise.all(people.map((uid, i) => (i % 2 ? one : two).admin.roles.seed(as(uid))))
    expect(seeded.filter(Boolean)).toHaveLength(1)
    const owner = people[seeded.indexOf(true)]!
    expect(await one.admin.roles.list(account)).toMatchObject([
      { person: owner, role: 'owner', agent: null, by: owner },
    ])
    expect(await two.admin.roles.of(account, owner)).toEqual(operator)
    expect(await one.admin.audit.list(account, { limit: 9 })).toMatchObject([{ action: 'role.first', actor: owner }])
    expect(await one.admin.roles.hasOwner('other')).toBe(false)
  })

  it('are what was given, for one agent or for all', async () => {
    const { admin } = await ownedHouse()
    const { roles } = admin
    expect(await roles.of(account, benId)).toEqual(member)
    await roles.set(benId, 'admin', 'guide', as(annId))
    await roles.set(benId, 'admin', 'shop', as(annId))
    expect(await roles.of(account, benId)).toEqual({ ...member, adminOf: ['guide', 'shop'] })
    await roles.remove(benId, 'guide', as(annId))
    expect(await roles.of(account, benId)).toEqual({ ...member, adminOf: ['shop'] })
    await roles.set(benId, 'admin', undefined, as(annId))
    expect(await roles.of(account, benId)).toEqual({ ...member, adminOf: 'all' })
    await roles.set(benId, 'blocked', undefined, as(annId))
    expect(await roles.of(account, benId)).toEqual({ ...member, blocked: true })
    await roles.set(benId, 'member', undefined, as(annId))
    expect(await roles.of(account, benId)).toEqual(member)
    expect(await roles.of('other', annId)).toEqual(member)
    expect((await admin.audit.list(account, { limit: 3 })).map(({ summary }) => summary)).toEqual([
      `${benId}: blocked → member`,
      `${benId}: admin → blocked`,
      `${benId}: admin of shop → admin`,
    ])
  })

  it('are seen at once by whoever asks, and as soon as it hears of them in another process', async () => {
    const one = await ownedHouse()
    const two = await openHouse({ folder: one.folder })
    expect(await two.store.roles.isBlocked(account, carol)).toBe(false)
    await one.admin.roles.set(carol, 'blocked', undefined, as(annId))
    expect(await one.store.roles.isBlocked(account, carol)).toBe(true)
    await expect.poll(() => two.store.roles.isBlocked(account, carol)).toBe(true)
  })

  it('leave the account an owner, whoever is taken away at the same time', async () => {
    const one = await ownedHouse()
    const two = await openHouse({ folder: one.folder })
    const { roles } = one.admin
    for (const role of ['admin', 'member', 'blocked'] as const) {
      expect(await refusal(roles.set(annId, role, undefined, as(annId)))).toMatchObject({ code: 'last_owner' })
    }
    expect(await refusal(roles.set(annId, 'admin', 'guide', as(annId)))).toMatchObject({ code: 'last_owner' })
    await roles.set(benId, 'owner', undefined, as(annId))
    const gone = await Promise.allSettled([
      roles.remove(annId, undefined, as(benId)),
      two.admin.roles.remove(benId, undefined, as(annId)),
    ])
    expect(gone.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await roles.list(account)).filter(({ role }) => role === 'owner')).toHaveLength(1)
  })

  it('are given only for agents of the account', async () => {
    const { admin } = await ownedHouse()
    const set = (agent: string) => refusal(admin.roles.set(benId, 'admin', agent, as(annId)))
    expect(await set('nothing')).toMatchObject({ code: 'agent_not_found' })
    expect(await set('theirs')).toMatchObject({ code: 'forbidden' })
  })

  it('can be taken back, as long as nobody has changed them since', async () => {
    const { admin } = await ownedHouse()
    const { roles } = admin
    await roles.set(benId, 'admin', 'guide', as(annId))
    const change = JSON.parse(JSON.stringify(await roles.set(benId, 'owner', undefined, as(annId))))
    await roles.restore(benId, change, as(annId))
    expect(await roles.of(account, benId)).toEqual({ ...member, adminOf: ['guide'] })
    expect(await refusal(roles.restore(benId, change, as(annId)))).toMatchObject({ code: 'changed_since' })
  })

  it('write nothing down where nothing changes', async () => {
    const { admin } = await ownedHouse()
    const { n } = (await admin.audit.list(account, { limit: 1 }))[0]!
    await admin.roles.set(annId, 'owner', undefined, as(annId))
    await admin.roles.remove(carol, undefined, as(annId))
    expect(await admin.audit.list(account, { limit: 1 })).toMatchObject([{ n }])
  })

  it('go with the agent they are for', async () => {
    const { admin } = await ownedHouse()
    await admin.roles.set(benId, 'admin', 'guide', as(annId))
    await admin.agents.remove('guide', ann)
    expect(await admin.roles.of(account, benId)).toEqual(member)
  })
})

describe('what somebody may do', () => {
  const blocked: Standing = { ...member, blocked: true }
  const ofGuide: Standing = { ...member, adminOf: ['guide'] }
  const ofAll: Standing = { ...member, adminOf: 'all' }
  const rights = ['anyone', 'self', 'admin', 'admins', 'owner'] as const
  const told: [string, Standing, { agent?: string; mine?: boolean }, string][] = [
    ['a member', member, { agent: 'guide' }, 'anyone'],
    ['a member, about themselves', member, { agent: 'guide', mine: true }, 'anyone self'],
    ['who is blocked, about themselves', blocked, { mine: true }, ''],
    ['an admin of the agent', ofGuide, { agent: 'guide' }, 'anyone self admin'],
    ['an admin of another agent', ofGuide, { agent: 'shop' }, 'anyone'],
    ['an admin of some agent, without one', ofGuide, {}, 'anyone self admin'],
    ['an admin of all', ofAll, { agent: 'shop' }, 'anyone self admin admins'],
    ['an owner', operator, { agent: 'shop' }, 'anyone self admin admins owner'],
  ]
  it.each(told)('%s', (_, standing, about, expected) => {
    expect(rights.filter((right) => may(standing, right, about)).join(' ')).toBe(expected)
  })
})
