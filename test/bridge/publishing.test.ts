import { describe, expect, it, onTestFinished } from 'vitest'
import { firstAccount } from '../../src/store/accounts.ts'
import { minimalAgent } from '../support/agent.ts'
import { chatHouse } from '../support/chat-house.ts'
import { someMoment } from '../support/moments.ts'
import { discordRoom, type Room, rooms, slackRoom, teamsRoom } from '../support/rooms.ts'
import { tempFolder } from '../support/temp-folder.ts'

const terminal = { account: firstAccount, author: 'cli', door: 'cli' } as const
type Open = (typeof rooms)[number]['open']

/** An agent `demo` with two rules, whose admins are Ann in one room and Ben in another, or in the same. */
async function houseWith(anns: Open, bens: Open) {
  const house = await chatHouse({ folder: tempFolder(), onFinished: onTestFinished })
  const document = minimalAgent()
  document.rules = [
    { when: ['hello'], say: 'Hi!' },
    { when: ['what can you do'], say: 'Much.' },
  ]
  const { store, admin } = house
  await store.db.batch(store.agents.createSteps({ id: 'demo', account: firstAccount, document, author: 'test' }))
  const room = await anns(house)
  const other = bens === anns ? room : await bens(house)
  await admin.roles.set(room.uid('ann'), 'owner', undefined, terminal)
  await admin.roles.set(other.uid('ben'), 'owner', undefined, terminal)
  const live = async () => {
    const { version, document } = (await store.agents.live('demo'))!
    return { version, rules: document.rules.map(({ when }) => when[0]) }
  }
  return { ...house, ann: personIn(room, 'ann'), ben: personIn(other, 'ben'), live }
}

const personIn = (room: Room, who: 'ann' | 'ben') => ({
  command: (...[name, values = {}]: [Parameters<Room['command']>[1], Record<string, string>?]) =>
    room.command(who, name, { ...values, agent: 'demo' }),
  press: (label: string) => room.press(who, label),
})

const before = { version: 1, rules: ['hello', 'what can you do'] }

describe.each([
  ...rooms.map(({ name, open }) => ({ name, anns: open, bens: open })),
  { name: 'Slack and Teams', anns: slackRoom, bens: teamsRoom },
  { name: 'Discord and Slack', anns: discordRoom, bens: slackRoom },
])('in $name', ({ anns, bens }) => {
  it('nobody publishes what a colleague has begun without having seen it', async () => {
    const { ann, ben, live } = await houseWith(anns, bens)
    await ann.command('rule remove', { number: '2' })
    const added = await ben.command('rule add', { when: 'lunch', say: 'At noon.' })
    expect(added).toMatch(/lunch/)
    expect(added).toMatch(/The draft has 1 earlier change, by/)
    await expect(ben.press('Publish')).rejects.toThrow(/no button Publish/)
    const all = await ben.press('Review and publish')
    expect(all).toMatch(/-.*what can you do/)
    expect(all).toMatch(/\+.*lunch/)
    expect(all).toMatch(/These are 2 changes:/)
    expect(all.match(new RegExp(someMoment, 'g'))).toHaveLength(2)
    expect(all).toMatch(/rule\.remove/)
    expect(await live()).toEqual(before)
    // Ann goes on meanwhile: that is shown first, and nothing is published.
    await ann.command('rule remove', { number: '1' })
    expect(await ben.press('Publish')).toMatch(/The draft has changed since that was shown/)
    expect(await live()).toEqual(before)
    expect(await ben.press('Publish')).toMatch(/Version 2/)
    expect(await live()).toEqual({ version: 2, rules: ['lunch'] })
  })

  it('one change of one person is published where it is shown', async () => {
    const { ben, live } = await houseWith(anns, bens)
    await ben.command('rule add', { when: 'lunch', say: 'At noon.' })
    expect(await ben.press('Publish')).toMatch(/Version 2/)
    expect((await live()).rules).toContain('lunch')
  })

  it('the command shows all of it, too, before it publishes what somebody else has changed', async () => {
    const { ann, ben, live } = await houseWith(anns, bens)
    await ann.command('rule remove', { number: '2' })
    expect(await ben.command('publish')).toMatch(/what can you do[\s\S]*It is this change:[\s\S]*rule\.remove/)
    expect(await live()).toEqual(before)
    expect(await ben.press('Publish')).toMatch(/Version 2/)
    await ann.command('rule add', { when: 'lunch', say: 'At noon.' })
    expect(await ann.command('publish')).toMatch(/Version 3/)
    expect((await live()).rules).toEqual(['hello', 'lunch'])
  })

  it('what is taken back leaves the changes before it, which were not shown with it', async () => {
    const { ann, ben, live } = await houseWith(anns, bens)
    await ann.command('rule remove', { number: '2' })
    await ben.command('rule add', { when: 'lunch', say: 'At noon.' })
    expect(await ben.press('Undo')).toMatch(/The draft has 1 earlier change/)
    expect(await ben.press('Review and publish')).toMatch(/It is this change:/)
    expect(await live()).toEqual(before)
  })
})
