import { describe, expect, it } from 'vitest'
import { atTerminal } from '../../../src/admin/actor.ts'
import { type CommandName, commandTable } from '../../../src/model/commands.ts'
import type { View } from '../../../src/model/view.ts'
import { firstAccount } from '../../../src/store/accounts.ts'
import { ann as atConsole, guide, webhook } from '../support.ts'
import { caller, channel, commandHouse, uid, workspace } from './house.ts'
import { type MatrixRole, mayUse, mayUseOnOthers, refusalText, roleGiven, roles, valuesFor } from './matrix.ts'

const commands = commandTable.map(({ name }) => name as CommandName)
const actor = { account: firstAccount, author: uid('ann'), door: 'slack' } as const

/** A house with two agents, of which `demo` is that of the channel, and Ben in a role. */
async function houseWith(role: MatrixRole) {
  const house = await commandHouse({ hasOwner: role !== 'stranger' })
  const { admin, store } = house
  for (const id of ['demo', 'other']) {
    await admin.agents.create(
      { agent: { id, ...guide }, webhooks: [webhook(`tickets${id === 'demo' ? '' : 2}`)] },
      atConsole,
    )
  }
  await store.db.batch([
    store.places.bindStep({ place: channel, account: firstAccount, agent: 'demo', mode: 'mention' }),
  ])
  const given = roleGiven(role)
  if (given) await admin.roles.set(uid('ben'), given.role, given.agent, actor)
  return { ...house, ben: house.as(caller('ben')) }
}

const isRefused = ({ text }: View) => refusalText.test(text)

describe.each(roles)('%s', (role) => {
  it('may use what the matrix says, and nothing else', async () => {
    const { ben, admin } = await houseWith(role)
    const seen: Record<string, boolean> = {}
    // What takes the ground away from the others comes last.
    const order = commands.toSorted((a, b) => Number(a === 'unuse') - Number(b === 'unuse'))
    for (const command of order) {
      const rows = (await admin.audit.list(firstAccount, { limit: 1000 })).length
      const view = await ben.choose(command, valuesFor(command, uid('cleo')))
      seen[command] = !isRefused(view)
      const changed = (await admin.audit.list(firstAccount, { limit: 1000 })).length - rows
      if (isRefused(view)) expect(changed, `${command} was refused but did something`).toBe(0)
    }
    expect(seen).toEqual(Object.fromEntries(commands.map((command) => [command, mayUse[command].includes(role)])))
  })

  it('may look after others where the matrix says so', async () => {
    const { ben } = await houseWith(role)
    for (const [command, allowed] of Object.entries(mayUseOnOthers)) {
      const view = await ben.choose(command, { person: uid('cleo') })
      expect(!isRefused(view), command).toBe(allowed.includes(role))
    }
  })

  it('is offered only what they may use while they type', async () => {
    const { ben } = await houseWith(role)
    for (const { name, parameters } of commandTable) {
      for (const { name: parameter, ...rest } of parameters) {
        if (!('completes' in rest && rest.completes) || parameter === 'command') continue
        const offered = await ben.complete(name, parameter, '')
        // Who is admin of another agent may name that one.
        const own = role === 'admin of another agent' && parameter === 'agent' ? ['other'] : []
        const allowed = offered.map(({ value }) => value).filter((value) => !own.includes(value))
        if (!mayUse[name].includes(role)) expect(allowed, `${name} ${parameter}`).toEqual([])
      }
    }
    if (role === 'blocked') expect(await ben.complete('help', 'command', '')).toEqual([])
  })

  it('is helped with what they may use, and told whom to ask', async () => {
    const { ben } = await houseWith(role)
    const { text } = await ben.say('help all')
    for (const command of commands) {
      if (role === 'admin of another agent' && mayUse[command].includes('admin of this agent')) continue
      expect(text.includes(`- \`${command}\` `), command).toBe(mayUse[command].includes(role))
    }
    if (role === 'member') expect(text).toContain(`ask an admin: <@${uid('ann')}>`)
    if (role === 'stranger') expect(text).toContain('Nobody owns Parley here yet')
  })
})

describe('an offer', () => {
  /** Views with buttons and forms, as Ann gets them. */
  async function offered() {
    const house = await houseWith('admin of this agent')
    const { ann } = house
    const changed = await ann.say('rule add hello Hi')
    const views: Record<string, View> = {
      publish: changed,
      discard: await ann.say('diff'),
      delete: await ann.say('delete demo'),
      edit: await ann.say('edit demo'),
      'rule add': await ann.say('rule add'),
      'webhook add': await ann.say('webhook add'),
      create: await ann.say('create'),
      use: await ann.say('use demo all'),
      role: await ann.say(`role add @${uid('cleo')} admin`),
    }
    const offers = Object.entries(views).flatMap(([name, { buttons = [], form }]) => [
      ...buttons.map(({ offer, label }) => ({ name: `${name}: ${label}`, offer })),
      ...(form ? [{ name: `${name}: form`, offer: form.offer }] : []),
    ])
    const run = (person: string, offer: string, values?: Record<string, string>) =>
      house.commands.run({
        caller: caller(person),
        eventId: `press-${person}-${offer}`,
        given: { offer, ...(values && { values }) },
        place: { within: [channel], conversation: '', agent: 'demo' },
      })
    return { ...house, offers, run }
  }

  it('is only for whom it was made, also where the other is an owner', async () => {
    const { offers, run, admin } = await offered()
    await admin.roles.set(uid('dora'), 'owner', undefined, actor)
    const before = (await admin.audit.list(firstAccount, { limit: 1000 })).length
    expect(offers.length).toBeGreaterThan(10)
    for (const { name, offer } of offers) {
      for (const person of ['ben', 'dora', 'eve']) {
        expect((await run(person, offer)).text, name).toBe('This was made for somebody else. Use the command yourself.')
        expect((await run(person, offer, { name: 'Mine' })).text, name).toMatch(/made for somebody else/)
      }
    }
    expect(await admin.audit.list(firstAccount, { limit: 1000 })).toHaveLength(before)
  })

  it('is worth nothing any more once the role is gone', async () => {
    const { offers, run, admin } = await offered()
    await admin.roles.set(uid('dora'), 'owner', undefined, actor)
    await admin.roles.set(uid('ann'), 'member', undefined, { ...actor, author: uid('dora') })
    const before = (await admin.audit.list(firstAccount, { limit: 1000 })).length
    for (const { name, offer } of offers) {
      expect((await run('ann', offer)).text, name).toMatch(refusalText)
      expect((await run('ann', offer, { name: 'Mine', when: 'a', say: 'b' })).text, name).toMatch(refusalText)
    }
    expect(await admin.audit.list(firstAccount, { limit: 1000 })).toHaveLength(before)
  })

  it('is kindly told when it is too old, and when there never was one', async () => {
    const { offers, run, clock } = await offered()
    clock.now += 25 * 3_600_000
    for (const { name, offer } of offers) expect((await run('ann', offer)).text, name).toMatch(/too old/)
    expect((await run('ann', 'nothing')).text).toMatch(/too old/)
  })
})

it('members are offered the agent they find in a place, and no other name', async () => {
  const { as, admin } = await commandHouse()
  for (const id of ['demo', 'secret-plan']) await admin.agents.create({ agent: { id, ...guide } }, atConsole)
  const eve = as(caller('eve'))
  expect(await eve.complete('state show', 'agent', '')).toEqual([])
  await as(caller('ann')).say('use demo')
  expect((await eve.complete('state show', 'agent', '')).map(({ value }) => value)).toEqual(['demo'])
})

it('an admin of another agent than that of the place is asked which one to use', async () => {
  const { as, admin } = await commandHouse()
  for (const id of ['demo', 'other']) await admin.agents.create({ agent: { id, ...guide } }, atConsole)
  await as(caller('ann')).say('use demo')
  await admin.roles.set(uid('ben'), 'admin', 'other', actor)
  const [field] = (await as(caller('ben')).say('use')).form!.sections[0]!.fields
  expect(field).toMatchObject({ name: 'agent', choices: [{ value: 'other', label: 'other: Guide' }] })
  expect((await as(caller('ben')).say('use other')).text).toMatch(/not an admin of `demo`/)
})

describe('what hears everything, or answers beyond one channel', () => {
  const wide = ['use demo --where workspace', 'use demo thread --where workspace', 'use demo listen --where workspace']
  const hearing = ['use demo listen', 'use demo all']

  it.each([...wide, ...hearing])(
    '%s is refused to the admin of that agent alone, who is told how they could',
    async (line) => {
      const { ben, store, admin } = await houseWith('admin of this agent')
      const before = (await admin.audit.list(firstAccount, { limit: 1000 })).length
      const { text } = await ben.say(line)
      expect(text).toContain(`Ask an admin: <@${uid('ann')}>.`)
      expect(text).toContain(`You are \`${uid('ben')}\``)
      expect(text).toContain(`\`/agent role add @${uid('ben')} admin\``)
      expect(await store.places.at(workspace)).toBeUndefined()
      expect(await store.places.at(channel)).toMatchObject({ mode: 'mention' })
      expect(await admin.audit.list(firstAccount, { limit: 1000 })).toHaveLength(before)
      expect((await ben.say('use demo thread')).text).toMatch(/answers in this channel/)
    },
  )

  it.each([...wide, ...hearing])('%s is for an admin of all agents', async (line) => {
    const { ben } = await houseWith('admin of all')
    expect((await ben.say(line)).text).toMatch(/answers in (this channel|the whole workspace)/)
  })

  it('whoever manages the workspace, and may use the agent, lets it hear one channel and no more', async () => {
    const { as } = await houseWith('admin of this agent')
    const asked: string[] = []
    const managing = (name: string) => as(caller(name, { managesPlace: async () => asked.push(name) > 0 }))
    for (const line of hearing) expect((await managing('ben').say(line)).text).toMatch(/answers in this channel/)
    expect(asked).toEqual(['ben', 'ben'])
    for (const line of wide) expect((await managing('ben').say(line)).text).toMatch(/for admins of all agents/)
    for (const line of hearing) expect((await managing('cleo').say(line)).text).toMatch(refusalText)
    expect(asked).toEqual(['ben', 'ben'])
  })

  it('does not come back by Undo for who could not have begun it', async () => {
    const { ann, ben, store } = await houseWith('admin of this agent')
    for (const line of ['use demo listen', 'use demo listen --where workspace']) {
      await ann.say(line)
      const taken = await ben.say(line.replace('use demo listen', 'unuse'))
      expect((await ben.press(taken, 'Undo')).text).toMatch(/admins? of all agents/)
    }
    expect(await store.places.at(channel)).toBeUndefined()
    expect(await store.places.at(workspace)).toBeUndefined()
  })
})

describe('the first owner', () => {
  it('is whoever manages the place and uses any command', async () => {
    const { as, admin } = await commandHouse({ hasOwner: false })
    const { text } = await as(caller('ben', { managesFirstPlace: async () => true })).say('help all')
    expect(text).toMatch(/^Nobody owned Parley here, and you manage this place: you are its owner/)
    expect(text).toContain('`role add`')
    expect(await admin.roles.list(firstAccount)).toMatchObject([{ person: uid('ben'), role: 'owner' }])
    expect((await admin.audit.list(firstAccount, { limit: 9 })).map(({ action }) => action)).toEqual(['role.first'])
  })

  it('is nobody whom the terminal has blocked', async () => {
    const { as, admin } = await commandHouse({ hasOwner: false })
    await admin.roles.set(uid('ben'), 'blocked', undefined, { ...atTerminal, account: firstAccount })
    const { text } = await as(caller('ben', { managesFirstPlace: async () => true })).say('help')
    expect(text).toMatch(/has blocked you/)
    expect(await admin.roles.hasOwner(firstAccount)).toBe(false)
  })

  it('is one alone: from then on managing the place means nothing', async () => {
    const { as } = await commandHouse({ hasOwner: false })
    const managing = { managesFirstPlace: async () => true }
    await as(caller('ben', managing)).say('nonsense')
    expect((await as(caller('cleo', managing)).say('role list')).text).toMatch(refusalText)
  })

  it('is nobody while only members come', async () => {
    const { as, admin } = await commandHouse({ hasOwner: false })
    await as(caller('ben')).say('help')
    expect(await admin.roles.list(firstAccount)).toEqual([])
  })
})
